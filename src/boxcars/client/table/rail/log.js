// The log. Lines are appended, never redrawn, so that a screen reader hears only what is new.
import { h } from "../../lib/dom.js";
import { medal } from "../../lib/drawings.js";
import { ago, t } from "../../lib/words.js";

/** @import { Line, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

export class Log {
  /** The lines that are drawn, by their number. @type {Map<number, HTMLElement>} */
  lines = new Map();
  /** Whose log it is, in which language. */
  own = "";
  least = 0;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol");
    this.el = logBox(this.list, t("Log"));
  }

  /** @param {View} view */
  show(view) {
    this.startAnew(view);
    const names = view.seats.map((seat) => seat.name).filter(Boolean);
    for (const line of view.log) {
      let row = this.lines.get(line.n);
      if (!row) {
        row = this.row(view, line, names);
        this.lines.set(line.n, row);
        this.list.prepend(row);
      }
      row.classList.toggle("undone", Boolean(line.undone));
    }
    const kept = new Set(view.log.map((line) => line.n));
    for (const [n, row] of this.lines) {
      if (!kept.has(n)) {
        row.remove();
        this.lines.delete(n);
      }
    }
    this.least = view.log[0]?.n ?? 0;
  }

  /** Another reader's log, or lines before those that are drawn: begin again. @param {View} view */
  startAnew(view) {
    const own = `${view.lang}:${view.you}:${this.table.past ? "past" : ""}`;
    const first = view.log[0]?.n;
    const earlier = first !== undefined && this.lines.size > 0 && !this.lines.has(first) && first < this.least;
    if (this.own !== own || earlier) {
      this.list.replaceChildren();
      this.lines.clear();
      this.own = own;
    }
  }

  /**
   * @param {View} view
   * @param {Line} line
   * @param {string[]} names
   */
  row(view, line, names) {
    const who = names.find((name) => line.text.startsWith(name));
    const look = () => {
      if (line.kind === "event") {
        this.table.replay.open(line.ply);
      }
    };
    return h(
      "li",
      { class: line.kind, "data-ply": line.ply, onclick: look },
      medal(line.seat),
      h("span", {}, who ? [h("b", {}, who), line.text.slice(who.length)] : line.text),
      h("time", { "data-at": line.at }, ago(view.now - line.at)),
    );
  }
}

/**
 * @param {HTMLElement} list
 * @param {string} label
 */
export function logBox(list, label) {
  return h("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": label, tabindex: "0" }, list);
}
