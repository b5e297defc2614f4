// What a bot would do in one's seat.

import { iconButton } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { refusal } from "../../lib/http_call.js";
import { percent, t } from "../../lib/translate.js";

/** @import { Candidate, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const SHOWN = 6;
const SOON = 5; // seconds, if nobody says when to ask again

export class Hints {
  /** The position it was asked for. */
  mark = -1;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.el = h("div", { class: "hints" });
  }

  async ask() {
    const { view, rail, server } = this.table;
    if (!view || view.you === null || view.actor !== view.you) {
      return;
    }
    rail.open("actions");
    this.mark = view.mark;
    this.say(t("The bot is thinking…"));
    rail.actions.el.prepend(this.el);
    try {
      const best = await server.hint();
      if (this.table.view?.mark === this.mark) {
        this.show(best);
      }
    } catch (error) {
      const { status, reason, wait } = refusal(error);
      const busy = status === 429 || status === 503;
      const later = t("The bots are busy. Try again in {n} s.", { n: wait || SOON });
      this.say(busy ? later : reason.text || t("No hint right now."));
    }
  }

  /** A hint belongs to one position: it goes with it. @param {View} view */
  keepUp(view) {
    if (view.mark !== this.mark) {
      this.el.remove();
    }
  }

  /** @param {string} text */
  say(text) {
    fill(this.el, h("p", { role: "status" }, text));
  }

  /** @param {Candidate[]} best */
  show(best) {
    fill(
      this.el,
      h(
        "div",
        { class: "hint-head" },
        h("b", {}, t("A bot would play")),
        iconButton("close", t("Close the hint"), () => this.el.remove()),
      ),
      h(
        "ol",
        {},
        best.slice(0, SHOWN).map((candidate, i) => this.row(candidate, best[i - 1]?.why)),
      ),
      h("p", { class: "small" }, t("Percentages: your chance of winning after the move, as the bot sees it.")),
    );
  }

  /**
   * @param {Candidate} candidate
   * @param {string | undefined} said what was said of the one before
   */
  row(candidate, said) {
    const { text, value, why } = candidate;
    const width = Math.round(value * 100);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", onclick: () => this.take(candidate) },
        h("span", {}, text),
        h("b", {}, percent(value)),
      ),
      h("i", { style: `width:${width}%` }),
      why && why !== said ? h("small", {}, why) : null,
    );
  }

  /** @param {Candidate} candidate */
  take(candidate) {
    const { view, choosing } = this.table;
    const same = JSON.stringify(candidate.action);
    const found = view?.legal.find((action) => JSON.stringify(action.action) === same);
    if (found) {
      choosing.pick(found);
    } else {
      choosing.send(candidate.action);
    }
  }
}
