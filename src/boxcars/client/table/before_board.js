// What stands before the board: the waiting room, the score sheet, that the table is closed to spectators, or that there is none.
import { find, h } from "../lib/dom.js";
import { t } from "../lib/translate.js";

/** @import { ScoreSheet } from "./after/score_sheet.js" */
/** @import { Outcome, View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

const LOOK = 900; // ms: the board as it is in the end, before the score is counted

export class Front {
  /** Whether the reader has closed the score sheet to see the board. */
  closed = false;
  /** Whether the game was seen while it was played: its end is celebrated. */
  played = false;
  /** @type {ScoreSheet | null} */
  scores = null;
  /** Ends the look at the board. */
  look = () => {};

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {View} view */
  show(view) {
    const { memo, past } = this.table;
    const waiting = view.status === "open";
    this.played ||= view.status === "playing" && !past;
    if (waiting || view.outcome || view.closed || memo.has("front")) {
      const shown = [
        waiting && view.seats,
        waiting && view.host,
        view.outcome,
        view.closed && view.ply,
        view.lang,
        past?.ply,
      ];
      memo.part("front", shown, () => this.draw(view));
    }
  }

  /** @param {View} view */
  draw(view) {
    this.remove();
    if (view.closed) {
      const why = t("This table belongs to a running tournament round. You can watch it when the round is over.");
      const far = h("p", { class: "small" }, t("Move {ply}", { ply: view.ply }));
      this.put(view.prompt, h("article", { class: "sheet" }, h("p", {}, why), far));
    } else if (view.status === "open") {
      this.wait();
    } else if (view.outcome && !this.table.past && !this.closed) {
      this.count(view, view.outcome);
    }
  }

  /** The waiting room, as it is when its part of the page has come. */
  async wait() {
    const { waitingRoom } = await import("./waiting_room.js");
    const { shown } = this.table;
    if (shown?.status === "open" && !find("#front")) {
      this.put(t("Waiting room"), waitingRoom(this.table, shown));
    }
  }

  /**
   * The score sheet; of a game that has just ended it is counted before the reader's eyes.
   * @param {View} view
   * @param {Outcome} outcome
   */
  async count(view, outcome) {
    const live = this.played;
    this.played = false;
    const { ScoreSheet } = await import("./after/score_sheet.js");
    if (live) {
      await new Promise((/** @type {(done?: undefined) => void} */ done) => {
        this.look = done;
        this.table.stage.afterwards(() => setTimeout(done, LOOK));
      });
    }
    if (this.table.shown?.outcome !== outcome || this.table.past || this.closed || find("#front")) {
      return;
    }
    this.scores = new ScoreSheet(this.table, view, outcome);
    this.put(t("Final score"), this.scores.el);
    if (live) {
      this.scores.count();
    }
  }

  /** The reader does not want to wait. */
  hurry() {
    this.look();
    this.scores?.finish();
  }

  /**
   * @param {string} label
   * @param {HTMLElement} sheet
   */
  put(label, sheet) {
    const region = { id: "front", tabindex: "0", role: "region", "aria-label": label };
    this.table.boardMain.append(h("div", region, sheet));
  }

  remove() {
    find("#front")?.remove();
  }

  /** The reader wants to see the board. */
  close() {
    this.closed = true;
    this.remove();
    this.table.renderChoice();
  }

  /** @param {View} view */
  reopen(view) {
    this.closed = false;
    this.draw(view);
  }

  sayNoTable() {
    if (find("#front")) {
      return;
    }
    const title = h("h2", { class: "title" }, t("This table doesn't exist."));
    const home = h("a", { class: "btn go", href: "/" }, t("Go to the lobby"));
    this.table.boardMain.append(h("div", { id: "front" }, h("article", { class: "sheet" }, title, home)));
  }
}
