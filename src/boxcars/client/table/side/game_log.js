// The log. Lines are appended, never redrawn, so that a screen reader hears only what is new.
import { toast } from "../../lib/controls.js";
import { find, h } from "../../lib/dom.js";
import { medal } from "../../lib/icons.js";
import { ago, t } from "../../lib/translate.js";

/** @import { Line, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

export class Log {
  /** The lines that are drawn, by their number. @type {Map<number, HTMLElement>} */
  lines = new Map();
  /** Whose log it is, in which language. */
  own = "";
  least = 0;
  /** The newest line that was drawn. @type {number | null} */
  newest = null;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol");
    this.el = logBox(this.list, t("Log"));
  }

  /** @param {View} view */
  show(view) {
    const heard = this.startAnew(view) ? Number.POSITIVE_INFINITY : (this.newest ?? Number.POSITIVE_INFINITY);
    this.newest = view.log.at(-1)?.n ?? 0;
    const names = view.seats.map((seat) => seat.name).filter(Boolean);
    for (const line of view.log) {
      let row = this.lines.get(line.n);
      if (!row) {
        row = this.row(view, line, names);
        this.lines.set(line.n, row);
        this.list.prepend(row);
        if (line.kind === "note" && line.n > heard && line.seat !== view.you) {
          toast(line.text); // somebody resigned, ran out of time, came back: nobody looks into the log for that
        }
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
    this.sign(view.slip?.ply ?? -1);
  }

  /** The line under which a turn's slip can be opened again. @param {number} ply */
  sign(ply) {
    const row = find(`.event[data-ply="${ply}"]`, this.list);
    if (row) {
      row.classList.add("slipped");
      row.title = t("Open the turn summary again");
    }
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
      return true;
    }
    return false;
  }

  /**
   * @param {View} view
   * @param {Line} line
   * @param {string[]} names
   */
  row(view, line, names) {
    const who = names.find((name) => line.text.startsWith(name));
    const look = async () => {
      if (line.kind === "event") {
        await this.table.replay.open(line.ply);
        this.table.turnSummary.again();
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
