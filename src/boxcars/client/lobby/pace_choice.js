// How fast a game is played: no clock, live, or over days. Beside the choice stands what it means, in the server's own sentences.

import { spanText } from "../lib/common_texts.js";
import { fill, h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { t, tn } from "../lib/translate.js";

/** @import { GameOffered, PaceWords } from "../types.d.ts" */

const DAY = 86400;
const TURNS = [DAY / 2, DAY, 2 * DAY, 3 * DAY, 7 * DAY]; // seconds for a turn over days
const EXTRA = [0, 2, 4]; // turns of extra time
const CUSTOM = 3; // after fast, normal and relaxed

/** @typedef {"none" | "live" | "turns"} PaceKind */

export class PaceChoice {
  /** @type {PaceKind} */
  kind = "none";
  speed = 1;
  custom = { turn: 120, reserve: 900 };
  turn = 2 * DAY;
  extra = 2;
  weekends = true;
  vacation = true;
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  brief = "";

  /**
   * @param {() => GameOffered} game
   * @param {() => unknown} changed
   */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.words = h("p", { class: "words", id: "pace-words", "aria-live": "polite" });
    this.example = h("div", {});
    this.details = h("div", { class: "stack" });
    this.el = h("div", { class: "pacing stack" });
    /** What the sentence was asked for. */
    this.said = "";
  }

  /** What the server is sent. */
  body() {
    const live = this.speed === CUSTOM ? this.custom : this.clock(this.speed);
    const usual = { kind: this.kind, weekends: this.weekends, zone: this.zone, vacation: this.vacation };
    if (this.kind === "live") {
      return { kind: this.kind, ...live };
    }
    return this.kind === "turns"
      ? { ...usual, turn: this.turn, reserve: this.extra * this.turn }
      : { kind: this.kind, turn: 0, reserve: 0 };
  }

  /** @param {number} speed */
  clock(speed) {
    const [turn, reserve] = this.game().live[speed] ?? [120, 900];
    return { turn, reserve };
  }

  draw() {
    fill(this.el, this.kinds(), this.details, this.words, this.example);
    this.redraw();
    return this.el;
  }

  redraw() {
    fill(this.details, this.kind === "live" && this.live(), this.kind === "turns" && this.days());
    this.describe();
  }

  /** Something was chosen. @param {() => void} set */
  set(set) {
    set();
    const focused = document.activeElement?.id;
    this.redraw();
    if (focused) {
      document.getElementById(focused)?.focus();
    }
    this.changed();
  }

  kinds() {
    const offered = /** @type {[PaceKind, string, string][]} */ ([
      ["none", t("No clock"), t("Take your time. Good with friends at one table.")],
      ["live", t("Live"), t("Everyone is here until the end.")],
      ["turns", t("By correspondence"), t("Play when you have time.")],
    ]);
    return h(
      "fieldset",
      { class: "paces" },
      h("legend", { class: "sr" }, t("Clock")),
      offered.map(([kind, name, says]) =>
        h(
          "label",
          { class: "pace" },
          h("input", {
            type: "radio",
            name: "pace",
            id: `pace-${kind}`,
            value: kind,
            checked: kind === this.kind,
            onchange: () =>
              this.set(() => {
                this.kind = kind;
              }),
          }),
          h("b", {}, name),
          h("small", {}, says),
        ),
      ),
    );
  }

  live() {
    const names = [t("Fast"), t("Normal"), t("Relaxed"), t("Custom")];
    const number = (/** @type {"turn" | "reserve"} */ what, /** @type {string} */ label, /** @type {number} */ most) =>
      h(
        "label",
        { class: "field" },
        label,
        h("input", {
          type: "number",
          id: `custom-${what}`,
          min: "1",
          max: String(most),
          value: String(Math.round(this.custom[what] / 60)),
          onchange: (event) =>
            this.set(() => {
              const typed = Number(/** @type {HTMLInputElement} */ (event.currentTarget).value);
              this.custom[what] = 60 * Math.min(most, Math.max(1, Math.round(typed) || 1));
            }),
        }),
      );
    return [
      segments(
        "speed",
        t("Clock"),
        names.map((name, i) => [i, name, i < CUSTOM ? clockPair(this.clock(i)) : ""]),
        this.speed,
        (i) =>
          this.set(() => {
            this.speed = i;
          }),
      ),
      this.speed === CUSTOM &&
        h(
          "div",
          { class: "row" },
          number("turn", t("Minutes per turn"), 120),
          number("reserve", t("Extra minutes"), 600),
        ),
    ];
  }

  days() {
    return [
      segments(
        "turn-time",
        t("Time for each turn"),
        TURNS.map((turn) => [turn, spanText(turn), ""]),
        this.turn,
        (turn) =>
          this.set(() => {
            this.turn = turn;
          }),
      ),
      segments(
        "extra-time",
        t("Extra time for the whole game"),
        EXTRA.map((turns) => [turns, turns ? spanText(turns * this.turn) : t("None"), ""]),
        this.extra,
        (extra) =>
          this.set(() => {
            this.extra = extra;
          }),
        t("Used only when a turn runs over."),
      ),
      segments(
        "weekends",
        t("Weekends"),
        [
          [1, t("Count"), ""],
          [0, t("Don't count"), ""],
        ],
        Number(this.weekends),
        (count) =>
          this.set(() => {
            this.weekends = Boolean(count);
          }),
        t("Saturday and Sunday, {zone}.", { zone: this.zone.replaceAll("_", " ") }),
      ),
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "checkbox",
          id: "pace-vacation",
          checked: this.vacation,
          onchange: (event) =>
            this.set(() => {
              this.vacation = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
            }),
        }),
        h("span", {}, t("Allow vacation days"), h("br"), h("small", {}, t("Each player has 21 a year."))),
      ),
    ];
  }

  /** Ask the server what that means. */
  async describe() {
    const asked = { game: this.game().key, pace: { ...this.body(), zone: this.zone } };
    const key = JSON.stringify(asked);
    if (key === this.said) {
      return;
    }
    this.said = key;
    let told;
    try {
      told = /** @type {PaceWords} */ (await call("POST", "/api/pace", asked));
    } catch (error) {
      refusal(error);
      this.said = "";
      return;
    }
    if (key !== this.said) {
      return; // something else was chosen meanwhile
    }
    this.brief = told.brief;
    fill(this.words, told.words);
    fill(this.example, told.example && this.sample(told));
    this.changed();
  }

  /** @param {PaceWords} told */
  sample({ example, length }) {
    if (!example) {
      return null;
    }
    const moment = (/** @type {number} */ at) =>
      new Date(at * 1000).toLocaleString(document.documentElement.lang, {
        weekday: "long",
        day: "numeric",
        month: "short",
        hour: "2-digit",
        minute: "2-digit",
        timeZone: this.zone,
      });
    const [begin, end] = [moment(example.since), moment(example.until)];
    const weeks = Math.max(1, Math.round((length ?? 0) / (7 * DAY)));
    return h(
      "p",
      { class: "small", id: "pace-example" },
      t("For example: your turn begins on {begin}. Its time is up on {end}.", { begin, end }),
      " ",
      tn(
        "If everyone takes half the time, a game lasts about {count} week.",
        "If everyone takes half the time, a game lasts about {count} weeks.",
        weeks,
      ),
    );
  }
}

/** @param {{ turn: number, reserve: number }} clock */
function clockPair({ turn, reserve }) {
  return `${shortSpan(turn)} + ${shortSpan(reserve)}`;
}

/** @param {number} seconds */
function shortSpan(seconds) {
  return seconds % 60 ? `${seconds} s` : `${seconds / 60} min`;
}

/**
 * A choice among a few, in a row.
 * @param {string} name
 * @param {string} label
 * @param {[number, string, string][]} options value, words, and what it means
 * @param {number} chosen
 * @param {(value: number) => void} onpick
 * @param {string} [help]
 */
export function segments(name, label, options, chosen, onpick, help = "") {
  return h(
    "fieldset",
    { class: "clockrow" },
    h("legend", {}, label),
    h(
      "span",
      { class: "segments" },
      options.map(([value, words, says]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            id: `${name}-${value}`,
            value: String(value),
            checked: value === chosen,
            onchange: () => onpick(value),
          }),
          words,
          says && h("small", {}, ` ${says}`),
        ),
      ),
    ),
    help && h("small", {}, help),
  );
}
