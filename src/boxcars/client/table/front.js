// What stands before the board: the waiting room, the score sheet, or that there is no such table.
import { find, h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { scoreSheet } from "./after/score_sheet.js";
import { waitingRoom } from "./waiting.js";

/** @import { View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

export class Front {
  /** Whether the reader has closed the score sheet to see the board. */
  closed = false;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {View} view */
  show(view) {
    const { memo, past } = this.table;
    const waiting = view.status === "open";
    if (waiting || view.outcome || memo.has("front")) {
      const shown = [waiting && view.seats, waiting && view.host, view.outcome, view.lang, past?.ply];
      memo.part("front", shown, () => this.draw(view));
    }
  }

  /** @param {View} view */
  draw(view) {
    this.remove();
    if (view.status === "open") {
      this.put(t("Waiting room"), waitingRoom(this.table, view));
    } else if (view.outcome && !this.table.past && !this.closed) {
      this.put(t("Final score"), scoreSheet(this.table, view, view.outcome));
    }
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
    const title = h("h2", { class: "title" }, t("There is no such table."));
    const home = h("a", { class: "btn go", href: "/" }, t("To the lobby"));
    this.table.boardMain.append(h("div", { id: "front" }, h("article", { class: "sheet" }, title, home)));
  }
}
