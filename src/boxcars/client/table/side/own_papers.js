// What one owns on paper: tickets, contracts, claims.
import { heading } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { Trays, traysOf } from "../prompt/trays.js";

/** @import { View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

export class Papers {
  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.trays = new Trays(table);
    this.el = h("div", { class: "papers", tabindex: "0", hidden: true });
  }

  /** @param {View} view */
  show(view) {
    const trays = traysOf(view, "papers").filter((tray) => tray.items.length);
    this.el.hidden = !trays.length;
    this.table.memo.part("papers", [trays, view.lang], () =>
      fill(
        this.el,
        trays.map((tray) => h("section", {}, heading(tray.title), this.trays.row(tray))),
      ),
    );
  }
}
