// What a bot would do in one's seat.
import { refusal } from "../../lib/api.js";
import { iconButton } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";

/** @import { Candidate } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const SHOWN = 6;
const SOON = 5; // seconds, if nobody says when to ask again

export class Hints {
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
    this.say(t("The bot is thinking…"));
    rail.actions.el.prepend(this.el);
    try {
      this.show(await server.hint());
    } catch (error) {
      const { status, reason, wait } = refusal(error);
      const busy = status === 429 || status === 503;
      const later = t("The bots are busy: try again in {n} s.", { n: wait || SOON });
      this.say(busy ? later : reason.text || t("No hint just now."));
    }
  }

  /** @param {string} text */
  say(text) {
    fill(this.el, h("p", { role: "status" }, text));
  }

  /** @param {Candidate[]} best */
  show(best) {
    const most = Math.max(1, ...best.map((candidate) => candidate.visits));
    fill(
      this.el,
      h(
        "div",
        { class: "hint-head" },
        h("b", {}, t("A bot would do")),
        iconButton("close", t("Close the hint"), () => this.el.remove()),
      ),
      h(
        "ol",
        {},
        best.slice(0, SHOWN).map((candidate, i) => this.row(candidate, most, best[i - 1]?.why)),
      ),
      h("p", { class: "small" }, t("Percent: what the bot expects for your seat.")),
    );
  }

  /**
   * @param {Candidate} candidate
   * @param {number} most
   * @param {string | undefined} said what was said of the one before
   */
  row(candidate, most, said) {
    const { text, value, visits, why } = candidate;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", onclick: () => this.take(candidate) },
        h("span", {}, text),
        h("b", {}, `${Math.round(value * 100)} %`),
      ),
      h("i", { style: `width:${Math.round((visits / most) * 100)}%` }),
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
