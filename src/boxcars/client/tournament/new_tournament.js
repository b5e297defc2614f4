// The form for a new event: game and maps, how people are paired, the clock, the bot that fills up.

import { heading, select, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { t } from "../lib/translate.js";
import { levelChoice } from "../lobby/bot_levels.js";
import { switchRow } from "../lobby/game_options.js";
import { mapPicture } from "../lobby/map_pictures.js";
import { PaceChoice, segments } from "../lobby/pace_choice.js";
import { usualBot } from "../page/start_game.js";
import { ask } from "./requests.js";

/** @import { GameOffered, Games, MapOffered } from "../types.d.ts" */

export class TournamentForm {
  /** @param {Games} offered */
  constructor({ games, bots }) {
    this.games = games.filter(({ maps }) => maps.some(({ players }) => players.some((n) => n > 1)));
    /** @type {GameOffered} */
    this.game = this.games[0];
    this.size = 0;
    /** @type {"bots" | "smaller"} */
    this.fill = "bots";
    this.pace = new PaceChoice(
      () => this.game,
      () => {},
    );
    this.pace.kind = "turns";
    this.pace.vacation = false;
    this.level = usualBot(bots);
    this.maps = h("fieldset", { class: "maps" });
    this.sizes = h("label", { class: "field", for: "event-size" });
    this.el = h(
      "form",
      { class: "eventform", onsubmit: (event) => this.make(event) },
      heading(t("New tournament")),
      h(
        "div",
        { class: "stack" },
        field(t("Title"), h("input", { id: "event-title", type: "text", maxlength: "60", required: true })),
        field(t("Game"), this.gameChoice()),
        h(
          "div",
          { class: "fields" },
          field(t("Format"), forms()),
          this.sizes,
          field(t("Rounds"), h("input", { id: "event-rounds", type: "number", min: "1", max: "20", value: "3" })),
        ),
      ),
      h("div", { class: "stack" }, heading(t("Clock")), this.pace.draw()),
      h(
        "div",
        { class: "stack" },
        heading(t("Start")),
        h(
          "div",
          { class: "fields" },
          field(
            t("Start at a time (optional)"),
            h("input", { id: "event-start", type: "datetime-local", "aria-describedby": "event-start-help" }),
          ),
        ),
        h(
          "p",
          { class: "small", id: "event-start-help" },
          t("Leave it empty to start with a press. We remind players 1 hour and 10 minutes before."),
        ),
        switchRow(
          "event-listed",
          false,
          t("Show it to everyone here"),
          t("Anyone on this server can sign up. Otherwise only people with the link find it."),
        ),
      ),
      h(
        "div",
        { class: "stack" },
        this.maps,
        h("p", { class: "small" }, t("The rounds use the maps you check, one after another.")),
      ),
      h(
        "div",
        { class: "stack" },
        heading(t("Empty seats")),
        segments(
          "event-fill",
          t("Empty seats"),
          [
            [0, t("Smaller tables"), ""],
            [1, t("Bots fill them"), ""],
          ],
          1,
          (value) => {
            this.fill = value ? "bots" : "smaller";
          },
          t("Bots score nothing."),
        ),
        levelChoice("event-level", t("Bot for empty seats"), bots, this.level, (level) => {
          this.level = level;
        }),
        switchRow(
          "rated",
          true,
          t("Rated game"),
          t("No hints during the game. Guests start with a new-player rating."),
        ),
        h(
          "p",
          { class: "small" },
          t(
            "Every table in a round gets the same shuffle and dice. If your time runs out, a bot plays until you're back.",
          ),
        ),
        h("button", { class: "btn go", type: "submit", id: "make-event" }, t("Create tournament")),
      ),
    );
    this.choose(this.game.key);
  }

  gameChoice() {
    const named = this.games.map(({ key, name }) => /** @type {const} */ ([key, name]));
    return select(named, this.game.key, { id: "event-game" }, (key) => this.choose(key));
  }

  /** @param {string} key */
  choose(key) {
    this.game = this.games.find((game) => game.key === key) ?? this.game;
    const counts = [...new Set(this.game.maps.flatMap(({ players }) => players))].filter((n) => n > 1);
    const usual = counts.includes(4) ? 4 : counts[counts.length - 1];
    const options = counts.map((n) => /** @type {const} */ ([n, n]));
    fill(
      this.sizes,
      t("Players per table"),
      select(options, usual, { id: "event-size" }, (n) => this.seat(Number(n))),
    );
    this.seat(usual);
  }

  /** So many at a table: on the maps that have room for them. @param {number} size */
  seat(size) {
    this.size = size;
    const fitting = this.game.maps.filter(({ players }) => players.includes(size));
    fill(
      this.maps,
      h("legend", { class: "sr" }, t("Maps")),
      fitting.map((map, i) => this.map(map, i === 0)),
    );
  }

  /**
   * @param {MapOffered} map
   * @param {boolean} checked
   */
  map({ key, name }, checked) {
    const box = { type: "checkbox", name: "event-map", value: key, checked };
    return h("label", { class: "map" }, h("input", box), mapPicture(this.game.key, key), h("b", {}, name));
  }

  /** @param {Event} event */
  async make(event) {
    event.preventDefault();
    const typed = new FormData(this.el);
    const read = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (this.el.querySelector(`#${id}`));
    const pace = this.pace.body();
    const start = read("event-start").value;
    const body = {
      title: read("event-title").value,
      game: this.game.key,
      maps: typed.getAll("event-map").slice(0, 10),
      form: read("event-form").value,
      size: this.size,
      rounds: Number(read("event-rounds").value),
      turn: pace.turn ?? 0,
      pace,
      level: this.level,
      rated: read("t-rated").checked,
      listed: read("t-event-listed").checked,
      fill: this.fill,
      starts_at: start ? new Date(start).getTime() / 1000 : null,
    };
    try {
      const made = /** @type {{ id: string }} */ (await ask("POST", "", body));
      location.href = `/tournaments/${made.id}`;
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  }
}

/**
 * @param {string} name
 * @param {HTMLElement} el
 */
function field(name, el) {
  return h("label", { class: "field", for: el.id }, name, el);
}

function forms() {
  return select(
    [
      ["swiss", t("Swiss")],
      ["robin", t("round-robin")],
    ],
    "swiss",
    { id: "event-form" },
  );
}
