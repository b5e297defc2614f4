// The form for a new table, built from what the server offers.
import { refusal } from "../lib/api.js";
import { heading, select, toast } from "../lib/controls.js";
import { fill, find, h } from "../lib/dom.js";
import { PACES, paceNames } from "../lib/phrases.js";
import { server } from "../lib/server.js";
import { t } from "../lib/words.js";
import { frame } from "../page/frame.js";
import { sitDown, usualBot, usualCount } from "../page/making.js";
import { optionField, readOptions } from "./options.js";
import { mapPicture } from "./pictures.js";
import { readSeats, seatAsked, seatField } from "./seats.js";

/** @import { Games, OptionValue } from "../types.d.ts" */
/** @import { SeatChosen } from "./seats.js" */

export async function newTable() {
  document.title = `${t("New table")} · Boxcars`;
  const offered = await server.games();
  const asked = new URLSearchParams(location.search);
  const form = new NewTableForm(offered, asked.get("game"), asked.get("with") === "friends");
  frame(newTable, h("h1", { class: "title" }, t("New table")), form.el);
}

class NewTableForm {
  /** @type {SeatChosen[] | null} */
  seats = null;
  /** @type {Record<string, OptionValue> | null} */
  options = null;
  /** @type {keyof typeof PACES} */
  pace = "none";
  webhook = "";
  listed = false;
  undo = true;

  /**
   * @param {Games} offered
   * @param {string | null} game
   * @param {boolean} friends
   */
  constructor({ games, bots }, game, friends) {
    this.games = games;
    this.bots = bots;
    this.friends = friends;
    this.game = games.find((other) => other.key === game) || games[0];
    this.map = this.game.maps[0];
    this.players = usualCount(this.map.players);
    this.el = h("form", { class: "newform", onsubmit: (event) => this.make(event) });
    this.draw();
  }

  draw() {
    const { game, map } = this;
    const offered = game.options.filter((option) => !option.maps.length || option.maps.includes(map.key));
    fill(
      this.el,
      this.gameSection(),
      this.seatSection(),
      offered.length > 0 &&
        h(
          "section",
          {},
          heading(t("Options")),
          h(
            "div",
            { class: "fields" },
            offered.map((option) => optionField(option, this.options?.[option.key] ?? option.default)),
          ),
        ),
      this.tableSection(),
      h(
        "div",
        { class: "row" },
        h("button", { class: "btn go", type: "submit", id: "make" }, t("Open the table")),
        h("p", { id: "form-error", role: "alert" }),
      ),
    );
  }

  gameSection() {
    const { games, game, map } = this;
    const offers = games.map((other) => /** @type {const} */ ([other.key, other.name]));
    const maps = game.maps.map((other) => /** @type {const} */ ([other.key, other.name]));
    const counts = map.players.map((count) => /** @type {const} */ ([count, count]));
    return h(
      "section",
      { class: "pick" },
      heading(t("Game")),
      mapPicture(game.key, map.key),
      h(
        "div",
        { class: "fields" },
        this.choice(t("Game"), "game", offers, game.key, (key) => this.chooseGame(key)),
        this.choice(t("Map"), "map", maps, map.key, (key) => this.chooseMap(key)),
        this.choice(t("Players"), "players", counts, this.players, (count) => this.chooseCount(Number(count))),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {string} id
   * @param {(readonly [string | number, string | number])[]} options
   * @param {string | number} value
   * @param {(value: string) => void} onpick
   */
  choice(label, id, options, value, onpick) {
    return h("label", { class: "field", for: id }, label, select(options, value, { id }, onpick));
  }

  /** @param {string} key */
  chooseGame(key) {
    this.game = this.games.find((game) => game.key === key) ?? this.game;
    this.options = null;
    this.chooseMap(this.map.key, false);
  }

  /**
   * @param {string} key
   * @param {boolean} [same] whether what was typed so far belongs to the same game
   */
  chooseMap(key, same = true) {
    if (same) {
      this.read();
    }
    this.map = this.game.maps.find((map) => map.key === key) || this.game.maps[0];
    if (!this.map.players.includes(this.players)) {
      this.players = usualCount(this.map.players);
    }
    this.draw();
  }

  /** @param {number} count */
  chooseCount(count) {
    this.read();
    this.players = count;
    this.draw();
  }

  seatSection() {
    const usual = { level: usualBot(this.bots), others: this.friends ? "open" : "bot" };
    const again = () => {
      this.read();
      this.draw();
    };
    const fields = Array.from({ length: this.players }, (_, i) =>
      seatField(i, this.seats?.[i], this.bots, usual, again),
    );
    return h("section", {}, heading(t("Seats")), h("div", { class: "seatlist" }, fields));
  }

  tableSection() {
    const again = () => {
      this.read();
      this.draw();
    };
    const pace = select(Object.entries(paceNames()), this.pace, { name: "pace" }, again);
    return h(
      "section",
      {},
      heading(t("Table")),
      h(
        "div",
        { class: "fields" },
        h("label", { class: "field" }, t("Pace"), pace),
        this.pace !== "none" && this.webhookField(),
        tick("listed", this.listed, t("Show in the lobby")),
        tick("undo", this.undo, t("Moves that reveal nothing can be undone")),
      ),
    );
  }

  webhookField() {
    return h(
      "div",
      { class: "field" },
      h("label", { for: "webhook" }, t("Reminders to (webhook)")),
      h("input", {
        type: "url",
        id: "webhook",
        name: "webhook",
        maxlength: "500",
        value: this.webhook,
        placeholder: "https://",
      }),
      h("small", {}, t("An address that is told whose turn it is; may be left out.")),
    );
  }

  /** Take over what was typed, before the form is drawn anew or sent. */
  read() {
    const { el } = this;
    this.seats = readSeats(el, this.players);
    this.options = readOptions(el, this.game.options);
    this.pace = /** @type {keyof typeof PACES} */ (fieldValue(el, "[name=pace]") ?? this.pace);
    this.webhook = fieldValue(el, "[name=webhook]") ?? "";
    this.listed = ticked(el, "listed");
    this.undo = ticked(el, "undo");
  }

  /** @param {Event} event */
  async make(event) {
    event.preventDefault();
    this.read();
    const { game, map, players, options, listed, undo } = this;
    const chosen = this.seats ?? [];
    const seats = chosen.map(seatAsked);
    const usual = this.pace === "none" ? {} : PACES[this.pace];
    const body = {
      game: game.key,
      map: map.key,
      players,
      options,
      seats,
      pace: { kind: this.pace, webhook: this.webhook, ...usual },
      listed,
      undo,
      start: seats.every((seat) => seat.kind !== "open"),
    };
    const named = chosen.find((seat) => seat.kind === "me" && seat.name);
    try {
      await sitDown(body, `${game.name} · ${map.name}`, named?.name);
    } catch (error) {
      const { text } = refusal(error).reason;
      fill(/** @type {HTMLElement} */ (find("#form-error")), text);
      toast(text, "bad");
    }
  }
}

/**
 * @param {string} name
 * @param {boolean} checked
 * @param {string} label
 */
function tick(name, checked, label) {
  return h("label", { class: "tick" }, h("input", { type: "checkbox", name, checked }), label);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} selector
 */
function fieldValue(form, selector) {
  /** @type {HTMLInputElement | HTMLSelectElement | null} */
  const el = form.querySelector(selector);
  return el?.value;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function ticked(form, name) {
  /** @type {HTMLInputElement | null} */
  const el = form.querySelector(`[name=${name}]`);
  return Boolean(el?.checked);
}
