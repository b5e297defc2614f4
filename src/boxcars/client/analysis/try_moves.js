// Trying moves at a past position: the table plays on as if, against bots of the chosen level, and nothing of it counts.

import { button, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { t } from "../lib/translate.js";
import { percent, seatBars } from "./result_lists.js";

/** @import { Action, TriedPosition, View } from "../types.d.ts" */
/** @import { Analysis } from "./analysis.js" */

const ANSWERS = 20; // moves of bots before one's own turn comes again

export class Trying {
  on = false;
  from = 0;
  seat = 0;
  /** @type {Action[]} */
  line = [];
  /** @type {number[]} */
  chances = [];
  /** Counts the tries: a view that comes too late is not shown. */
  number = 0;
  /** Views that were tried have marks of their own. */
  mark = -1;

  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
  }

  /**
   * @param {number} ply
   * @param {Action[]} line what is tried at once
   */
  async start(ply, line) {
    const { table } = this.analysis;
    this.analysis.stop();
    this.analysis.unmark();
    table.replay.newest.drop(); // a position that comes now comes too late
    this.on = true;
    this.from = ply;
    this.line = [];
    this.chances = [];
    table.server.act = (_, __, action) => this.act(action);
    table.server.ghost = async () => ({ svg: "", final: false });
    const number = ++this.number;
    const first = await this.ask([]);
    if (number !== this.number) {
      return; // somebody went elsewhere meanwhile
    }
    if (!first) {
      this.analysis.go(ply);
      return;
    }
    document.body.classList.add("trying"); // not before there is something to try
    this.seat = first.view.actor;
    this.show(first);
    for (const action of line) {
      if (!(await this.step([...this.line, action], ""))) {
        return;
      }
    }
  }

  /**
   * @param {Action[]} line
   * @param {string} [level] a bot answers
   */
  async ask(line, level = "") {
    const eyes = this.line.length || line.length ? this.seat : undefined;
    const body = { ply: this.from, line, level, ...(eyes === undefined ? {} : { eyes }) };
    try {
      const told = await this.analysis.table.server.call("POST", "try", body);
      return /** @type {Omit<TriedPosition, "view"> & { view: View }} */ (told);
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
      return null;
    }
  }

  /**
   * @param {Action[]} line
   * @param {string} level
   */
  async step(line, level) {
    const number = ++this.number;
    const told = await this.ask(line, level);
    if (!told || number !== this.number || !this.on) {
      return null;
    }
    this.line = told.line;
    this.chances.push(told.chances[this.seat]);
    this.show(told);
    return told;
  }

  /**
   * One's own move, then the bots' until it is one's turn again.
   * @param {Action} action
   * @returns {Promise<any>}
   */
  async act(action) {
    let told = await this.step([...this.line, action], "");
    for (let n = 0; told && n < ANSWERS && told.view.actor >= 0 && told.view.actor !== this.seat; n++) {
      told = await this.step(this.line, this.analysis.level);
    }
    this.keep(told);
  }

  /** The line among one's variations: one that goes on replaces its beginning. @param {TriedPosition | any} told */
  keep(told) {
    if (!told) {
      return;
    }
    const same = (/** @type {Action[]} */ other) =>
      other.every((one, i) => JSON.stringify(one) === JSON.stringify(this.line[i]));
    const { lines } = this.analysis;
    const before = lines.find((one) => one.ply === this.from && one.line.length && same(one.line));
    const { texts, seats } = told;
    const line = { ply: this.from, line: this.line, texts, seats, chances: this.chances, note: before?.note ?? "" };
    this.analysis.save([...lines.filter((one) => one !== before), line]);
  }

  /** @param {Omit<TriedPosition, "view"> & { view: View }} told */
  show(told) {
    const { table } = this.analysis;
    const mine = told.view.actor === this.seat;
    this.mark -= 1;
    table.past = null;
    document.body.classList.remove("replaying");
    table.choosing.busy = false;
    const legal = mine ? told.view.legal : [];
    table.render({
      ...told.view,
      legal,
      status: "playing",
      you: this.seat,
      mark: this.mark,
      ply: this.from + told.line.length,
    });
    this.beside(told);
  }

  /** @param {Omit<TriedPosition, "view"> & { view: View }} told */
  beside(told) {
    const { analysis } = this;
    const seats = analysis.table.view?.seats ?? [];
    const steps = told.texts.map((text, i) =>
      h("li", {}, h("span", {}, `${seats[told.seats[i]]?.name}: ${text} `), h("b", {}, percent(this.chances[i] ?? 0))),
    );
    fill(
      analysis.rail,
      h("h2", {}, h("span", {}, t("Your variation from move {ply}", { ply: this.from }))),
      seatBars(seats, told.chances, undefined, null),
      h("ol", { class: "tried" }, steps),
      h(
        "div",
        { class: "an-tools" },
        button(t("Back to the game"), () => analysis.go(this.from), { ico: "undo", go: true, id: "an-back" }),
        button(t("Share this position"), () => analysis.share(this.from, this.line), { ico: "share" }),
      ),
      h("p", { class: "honest" }, t("Shuffles and dice are new here. The same moves always give the same result.")),
    );
  }

  end() {
    if (!this.on) {
      return;
    }
    this.on = false;
    this.number += 1;
    const { server } = this.analysis.table;
    document.body.classList.remove("trying");
    Reflect.deleteProperty(server, "act");
    Reflect.deleteProperty(server, "ghost");
  }
}
