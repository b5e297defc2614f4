// The form for a new table, built from what the server offers. A ticket sets everything below it.

import { levelName } from "../lib/common_texts.js";
import { heading, toast } from "../lib/controls.js";
import { fill, find, h } from "../lib/dom.js";
import { reachesPeople } from "../lib/edition.js";
import { server } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { setting } from "../lib/settings.js";
import { t, tn } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { sitDown, usualBot, usualCount } from "../page/start_game.js";
import { optionRow, readOptions, switchRow } from "./game_options.js";
import { mapPicture } from "./map_pictures.js";
import { PaceChoice } from "./pace_choice.js";
import { moved, presets, tickets, wishedPreset } from "./presets.js";
import { seatCard, seatRequest } from "./seat_setup.js";

/** @import { Games, MapOffered, OptionValue } from "../types.d.ts" */
/** @import { SeatChosen } from "./seat_setup.js" */
/** @import { Preset } from "./presets.js" */

export async function newTable() {
  document.title = `${t("New game")} · Boxcars`;
  const offered = await server.games();
  const asked = new URLSearchParams(location.search);
  const form = new NewTableForm(offered, asked.get("game"), wishedPreset(asked.get("with")));
  framed(newTable, "new", form.el);
}

export class NewTableForm {
  /** @type {Record<string, OptionValue>} */
  options = {};
  webhook = "";
  listed = false;
  undo = true;
  learning = false;

  /**
   * @param {Games} offered
   * @param {string | null} game
   * @param {Preset} preset
   */
  constructor({ games, bots }, game, preset) {
    this.games = games;
    this.bots = bots;
    this.game = games.find((other) => other.key === game) || games[0];
    this.map = this.game.maps[0];
    this.rated = profileToken() !== null;
    /** @type {SeatChosen[]} */
    this.seats = [];
    this.pace = new PaceChoice(
      () => this.game,
      () => this.sayPace(),
    );
    this.clock = h("span", {});
    /** @type {Preset | ""} */
    this.preset = preset;
    this.el = h("form", { class: "newform", onsubmit: (event) => this.make(event) });
    this.take(preset);
  }

  /** @param {Preset} preset */
  take(preset) {
    const usual = setting.get("level", "");
    const level = this.bots.includes(usual) ? usual : usualBot(this.bots);
    const chosen = presets(preset, usualCount(this.map.players), level, this.bots);
    this.preset = preset;
    this.seats = chosen.seats;
    this.pace.kind = chosen.pace;
    this.draw();
  }

  /** Draw it all; whoever had the focus keeps it. */
  draw() {
    const focused = document.activeElement?.id;
    const options = this.game.options.filter((one) => !one.maps.length || one.maps.includes(this.map.key));
    fill(
      this.el,
      h(
        "div",
        { class: "wide-stack" },
        h(
          "div",
          { class: "headline" },
          h("h1", {}, t("New game")),
          h("span", { class: "small" }, t("Pick a type of game and go, or change anything below.")),
        ),
        tickets(this.preset, (preset) => this.take(preset)),
        this.gameSection(),
        this.seatSection(),
        options.length > 0 &&
          h(
            "section",
            {},
            h("h2", {}, h("span", {}, t("Options")), this.usual() && h("small", {}, t("as in the rulebook"))),
            h(
              "div",
              { class: "opts" },
              options.map((one) => optionRow(one, this.options[one.key] ?? one.default, () => this.again())),
            ),
          ),
        this.tableSection(),
      ),
      this.summary(),
    );
    if (focused) {
      document.getElementById(focused)?.focus();
    }
    requestAnimationFrame(() => this.bringGame());
  }

  /** On a phone the row of games scrolls: the one that is chosen is in sight. */
  bringGame() {
    const row = find(".gametabs", this.el);
    const chosen = find('[aria-pressed="true"]', row ?? this.el);
    if (row && chosen) {
      const [whole, part] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
      row.scrollLeft += part.left + part.width / 2 - (whole.left + whole.width / 2);
    }
  }

  again() {
    this.read();
    this.draw();
  }

  /** Whether everything is as the rulebook has it. */
  usual() {
    return this.game.options.every((one) => (this.options[one.key] ?? one.default) === one.default);
  }

  gameSection() {
    return h(
      "section",
      {},
      h(
        "div",
        { class: "gametabs", role: "group", "aria-label": t("Game") },
        this.games.map(({ key, name }) =>
          h(
            "button",
            {
              type: "button",
              id: `game-${key}`,
              "aria-pressed": String(key === this.game.key),
              onclick: () => this.chooseGame(key),
            },
            name,
          ),
        ),
      ),
      h(
        "fieldset",
        { class: "maps" },
        h("legend", { class: "sr" }, t("Map")),
        this.game.maps.map((map) => this.mapCard(map)),
      ),
      this.map.reconstructed &&
        h(
          "small",
          {},
          this.map.reconstructed,
          " ",
          h(
            "a",
            { href: `/workshop/${this.game.key}#map=${this.map.key}`, target: "_blank", rel: "noopener" },
            t("We reconstructed this board. Corrections are welcome"),
          ),
        ),
    );
  }

  /** @param {MapOffered} map */
  mapCard(map) {
    const fits = map.players.includes(this.seats.length);
    const radio = {
      type: "radio",
      name: "map",
      id: `map-${map.key}`,
      value: map.key,
      checked: map.key === this.map.key,
      onchange: () => this.chooseMap(map.key),
    };
    return h(
      "label",
      { class: fits ? "map" : "map off" },
      h("input", radio),
      mapPicture(this.game.key, map.key),
      h("b", {}, map.name),
      h("span", { class: "small" }, howMany(map.players)),
    );
  }

  /** @param {string} key */
  chooseGame(key) {
    this.read();
    this.game = this.games.find((game) => game.key === key) ?? this.game;
    this.options = {};
    this.chooseMap(this.game.maps[0].key, false);
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
    this.seat(nearest(this.map.players, this.seats.length));
    this.draw();
  }

  /**
   * So many seats: the last ones go, new ones are like the last.
   * @param {number} count
   */
  seat(count) {
    const last = this.seats.findLast((seat) => seat.kind !== "me") ?? { kind: "bot", level: usualBot(this.bots) };
    const more = Array.from({ length: Math.max(0, count - this.seats.length) }, () => ({ ...last, name: "" }));
    this.seats = [...this.seats.slice(0, count), ...more];
  }

  seatSection() {
    const { seats, bots } = this;
    const counts = this.map.players;
    const next = counts.find((count) => count > seats.length);
    const fewer = counts.findLast((count) => count < seats.length);
    const list = h(
      "ol",
      { class: "seatlist" },
      seats.map((seat, i) =>
        seatCard(i, seat, bots, this.game, seats.length, {
          again: () => this.changed(),
          move: (to) => this.move(i, to),
          remove: fewer === seats.length - 1 ? () => this.remove(i) : null,
        }),
      ),
    );
    return h(
      "section",
      {},
      h("h2", {}, h("span", {}, t("Seats")), h("small", {}, t("Drag to reorder. Each seat has its color."))),
      list,
      next &&
        h(
          "button",
          { type: "button", class: "addseat", id: "add-seat", onclick: () => this.add(next) },
          h("span", {}, icon("add"), t("Add a seat")),
          h("small", { class: "small" }, t("up to {n} here", { n: counts[counts.length - 1] })),
        ),
    );
  }

  changed() {
    this.read();
    this.preset = "";
    this.draw();
  }

  /** The clock in the summary, and what a kind of clock needs. */
  sayPace() {
    fill(this.clock, this.pace.brief);
    const field = find("#webhook", this.el)?.closest("label");
    if (this.pace.kind === "none") {
      field?.remove();
    } else if (!field) {
      this.pace.el.after(this.webhookField());
    }
  }

  /** @param {number} count */
  add(count) {
    this.read();
    this.seat(count);
    this.changedSeats();
  }

  /** @param {number} i */
  remove(i) {
    this.read();
    this.seats = this.seats.filter((_, at) => at !== i);
    this.changedSeats();
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    this.read();
    this.seats = moved(this.seats, from, to);
    this.draw();
    find(`#up${to}`)?.focus();
  }

  changedSeats() {
    this.preset = "";
    this.draw();
  }

  tableSection() {
    const again = () => this.changed();
    return h(
      "section",
      {},
      heading(t("Table settings")),
      reachesPeople && [this.pace.draw(), this.pace.kind !== "none" && this.webhookField()],
      h(
        "div",
        { class: "opts" },
        reachesPeople && [
          switchRow(
            "rated",
            this.rated,
            t("Rated game"),
            t("No hints during the game. Guests start with a new-player rating."),
            again,
          ),
          switchRow("listed", this.listed, t("Show in the lobby"), t("Anyone on this server can join."), again),
        ],
        switchRow("undo", this.undo, t("Allow undo"), t("You can undo moves that reveal nothing new."), again),
        switchRow(
          "learning",
          this.learning,
          t("Practice game"),
          t(
            "The coach warns you before mistakes. Playing against bots only, you can undo everything. This game isn't rated.",
          ),
          again,
        ),
      ),
    );
  }

  webhookField() {
    return h(
      "label",
      { class: "field grow", for: "webhook" },
      t("Send turn reminders to this web address"),
      h("input", {
        type: "url",
        id: "webhook",
        name: "webhook",
        maxlength: "500",
        value: this.webhook,
        placeholder: "https://",
        title: t("We tell this address (a webhook) whose turn it is. Optional."),
      }),
    );
  }

  /** The sum of it, beside the map. */
  summary() {
    const { game, map, seats } = this;
    const free = seats.some((seat) => seat.kind === "open");
    const rows = /** @type {[string, string | HTMLElement][]} */ ([
      [t("Seats"), seats.map((seat) => seatSays(seat)).join(" · ")],
      ...(reachesPeople ? [[t("Clock"), this.clock]] : []),
      [t("Rules"), this.usual() ? t("as in the rulebook") : t("with custom options")],
      ...(reachesPeople
        ? [[t("Rating"), this.rated ? t("rated, if the rules are standard and nobody shares a screen") : t("unrated")]]
        : []),
    ]);
    return h(
      "aside",
      { class: "summary paper" },
      mapPicture(game.key, map.key),
      h("h3", {}, `${game.name} · ${map.name}`),
      h(
        "dl",
        {},
        rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      ),
      h(
        "div",
        { class: "bar stack" },
        h("p", { id: "form-error", role: "alert" }),
        h("button", { class: "btn go", type: "submit", id: "make" }, icon("check"), t("Create game")),
        h(
          "p",
          { class: "small" },
          free
            ? t("You'll get a link and a code to scan. The game can start when every seat is taken.")
            : t("The game starts right away."),
        ),
      ),
    );
  }

  /** Take over what was typed, before the form is drawn anew or sent. */
  read() {
    const { el } = this;
    this.seats = this.seats.map((seat, i) => ({
      kind: value(el, `[name=kind${i}]`) ?? seat.kind,
      level: value(el, `[name=level${i}]:checked`) ?? seat.level,
      name: value(el, `[name=name${i}]`) ?? seat.name,
    }));
    this.options = { ...this.options, ...readOptions(el, this.game.options) };
    this.webhook = value(el, "[name=webhook]") ?? this.webhook;
    this.listed = ticked(el, "listed");
    this.undo = ticked(el, "undo");
    this.learning = ticked(el, "learning");
    this.rated = ticked(el, "rated") && !this.learning;
  }

  /** @param {Event} event */
  async make(event) {
    event.preventDefault();
    this.read();
    const { game, map, options, listed, undo, rated, learning } = this;
    const seats = this.seats.map(seatRequest);
    const body = {
      game: game.key,
      map: map.key,
      players: seats.length,
      options: ofMap(game.options, options, map.key),
      seats,
      pace: { ...this.pace.body(), webhook: this.pace.kind === "none" ? "" : this.webhook },
      listed,
      undo,
      rated,
      learning,
      start: seats.every((seat) => seat.kind !== "open"),
    };
    const named = this.seats.find((seat) => seat.kind === "me" && seat.name);
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
 * The options that the map has.
 * @param {import("../types.d.ts").OptionOffered[]} offered
 * @param {Record<string, OptionValue>} chosen
 * @param {string} map
 */
function ofMap(offered, chosen, map) {
  const known = offered.filter((one) => !one.maps.length || one.maps.includes(map)).map((one) => one.key);
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => known.includes(key)));
}

/** @param {SeatChosen} seat */
function seatSays({ kind, level, name }) {
  if (kind === "bot") {
    return t("{level} bot", { level: levelName(level) });
  }
  return kind === "me" ? name || t("you") : t("a friend");
}

/** @param {number[]} players */
function howMany(players) {
  const [low, high] = [players[0], players[players.length - 1]];
  if (high === 1) {
    return t("solo");
  }
  return low === high ? tn("{count} player", "{count} players", low) : t("{low}–{high} players", { low, high });
}

/**
 * The number of players of a map that is nearest.
 * @param {number[]} counts
 * @param {number} wish
 */
function nearest(counts, wish) {
  return counts.reduce((best, count) => (Math.abs(count - wish) < Math.abs(best - wish) ? count : best));
}

/**
 * @param {HTMLFormElement} form
 * @param {string} selector
 */
function value(form, selector) {
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
  const el = form.querySelector(`#t-${name}`);
  return Boolean(el?.checked);
}
