// Stepping through the past, and going on from any point of it.

import { levelName } from "../../lib/common_texts.js";
import { button, select, toast } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { server } from "../../lib/endpoints.js";
import { Refusal, refusal } from "../../lib/http_call.js";
import { keep, ownSeats } from "../../lib/seat_tokens.js";
import { lang, t } from "../../lib/translate.js";
import { refill } from "../prompt/item_pictures.js";
import { Late, Newest } from "./newest_answer.js";

/** @import { View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const LEAP = 10; // moves of a page key
const STEP = 900; // ms for which a move stands that is shown by itself

/**
 * The move a key leads to from another; null: the key leads nowhere.
 * @param {string} key
 * @param {number} ply
 * @param {number} last
 * @returns {number | null}
 */
export function plyFor(key, ply, last) {
  /** @type {Record<string, number>} */
  const ways = {
    ArrowLeft: ply - 1,
    ArrowRight: ply + 1,
    Home: 0,
    End: last,
    PageUp: ply - LEAP,
    PageDown: ply + LEAP,
  };
  return Object.hasOwn(ways, key) ? Math.max(0, Math.min(last, ways[key])) : null;
}

/**
 * After how many ms a position may be asked for again: what is lost on the way, or too much for the server just now, may come
 * the next time; what is refused will not.
 * @param {unknown} error
 */
export function pauseAfter(error) {
  if (error instanceof Refusal) {
    return error.status === 0 || error.status === 429 || error.status >= 500 ? 1000 * error.wait : null;
  }
  return error instanceof Late ? 0 : null;
}

export class Replay {
  /** Positions by ply, seat, language and mark: quick presses ask for the one that is wanted in the end. @type {Newest<View>} */
  newest = new Newest(pauseAfter);
  last = 0;
  /** Counts the runs: a new one, or whatever the reader does, ends the one before. */
  runs = 0;
  /** The move that was asked for last: ten quick presses are ten moves, however late the pictures come. */
  at = 0;
  /** Through whose eyes, if not one's own. @type {number | null} */
  eyes = null;
  /** Of the bots with whom a game goes on from here. */
  level = "expert";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      min: "0",
      "aria-label": t("Move"),
      oninput: () => this.go(Number(this.slider.value)),
    });
    const at = () => this.at;
    this.bar = h(
      "div",
      { class: "stepper" },
      button("", () => this.go(0), { ico: "first", "aria-label": t("Go to the start") }),
      button("", () => this.go(at() - 1), { ico: "back", "aria-label": t("One move back") }),
      this.slider,
      button("", () => this.go(at() + 1), { ico: "next", "aria-label": t("One move forward") }),
      button("", () => this.go(this.last), { ico: "last", "aria-label": t("Go to the end") }),
    );
    this.onward = button(t("Continue from here"), () => this.branch(at()), { ico: "branch", id: "branch" });
    this.against = h("label", { class: "against" });
    this.shut = button(t("Close"), () => this.close(), { ico: "close", title: "Esc" });
  }

  /** @param {number} [ply] the newest unless told */
  async open(ply) {
    const { table } = this;
    if (!table.view || table.view.status === "open" || table.view.ply === 0) {
      return;
    }
    this.last = table.view.ply;
    table.front.remove();
    table.memo.forget("front");
    server.games().then(
      ({ bots }) => this.offer(bots),
      () => {}, // nothing to choose from, then
    );
    await this.go(ply ?? this.last);
  }

  /** @param {string[]} bots */
  offer(bots) {
    const levels = bots.map((bot) => /** @type {[string, string]} */ ([bot, levelName(bot)]));
    const chosen = select(levels, this.level, { "aria-label": t("Against") }, (level) => {
      this.level = level;
    });
    fill(this.against, h("span", {}, t("Against")), chosen);
  }

  /**
   * From a position to the present, a move at a time, then back to the table. A click or a key ends it where it is.
   * @param {number} ply
   */
  async run(ply) {
    const { table } = this;
    this.runs += 1;
    const run = this.runs;
    const stop = () => {
      this.runs += 1;
    };
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, stop, { once: true, signal: table.gone.signal, capture: true });
    }
    await this.open(ply);
    for (let at = ply; table.past && at <= this.last; at += 1) {
      await new Promise((done) => table.stage.afterwards(() => setTimeout(done, STEP)));
      if (run !== this.runs) {
        return;
      }
      if (at === this.last) {
        this.close();
      } else {
        await this.go(at + 1);
      }
    }
  }

  /** @param {number} ply */
  async go(ply) {
    const { table } = this;
    if (!table.view) {
      return;
    }
    const to = Math.max(0, Math.min(this.last, ply));
    this.at = to;
    const { eyes } = this;
    const key = `${to}:${eyes ?? table.view.you}:${lang}:${table.view.mark}`;
    try {
      await this.newest.want(
        key,
        (until) => table.server.past(to, eyes, until),
        (view) => this.see(to, view),
      );
    } catch (error) {
      const told = error instanceof Late ? "" : refusal(error).reason.text;
      toast(told || t("We can't show that position."));
    }
  }

  /**
   * @param {number} ply
   * @param {View} view
   */
  see(ply, view) {
    const { table } = this;
    table.past = { ply, view };
    document.body.classList.add("replaying");
    table.render({ ...view, legal: [], forms: [], names: {} });
    table.analysis?.moved();
  }

  close() {
    const { table } = this;
    table.past = null;
    this.newest.drop();
    document.body.classList.remove("replaying");
    if (table.view) {
      table.render(table.view);
    }
  }

  /**
   * The game went on while the reader looks back.
   * @param {View} view
   */
  news(view) {
    this.last = view.ply;
    this.show();
  }

  /** @param {string} key */
  key(key) {
    const to = plyFor(key, this.at, this.last);
    if (to !== null) {
      this.go(to);
    }
    return to !== null;
  }

  /** The prompt bar becomes the replay bar. */
  show() {
    const { prompt, past, view } = this.table;
    if (!past) {
      return;
    }
    const { ply } = past;
    prompt.el.className = "prompt replay handless";
    prompt.said = null;
    this.slider.max = String(this.last);
    this.slider.value = String(ply);
    const told = past.view.log.filter((line) => line.ply === ply && line.kind === "event").map((line) => line.text);
    fill(
      prompt.words,
      h("b", {}, t("Move {ply} of {last}", { ply, last: this.last })),
      h("span", {}, told.join(" ") || t("Start of the game")),
    );
    const ended = ply === this.last && view?.outcome;
    this.onward.hidden = Boolean(ended);
    this.against.hidden = Boolean(ended);
    prompt.title.textContent = "";
    refill(prompt.row, [this.bar, this.onward, this.against, this.shut]);
    for (const key of [prompt.undoKey, prompt.backKey, prompt.goKey]) {
      key.disabled = true;
    }
  }

  /** @param {number} ply */
  async branch(ply) {
    try {
      const made = await this.table.server.branch(ply, this.level);
      keep(made.table, { seats: ownSeats(made.tokens), host: made.host });
      location.href = `/t/${made.table}`;
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  }
}
