// What one owns on paper: tickets, contracts, claims.
import { heading } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { Trays, traysOf } from "../prompt/trays.js";

/** @import { TrayItem, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const SHOWN = 2; // papers on the foot of the map

export class Papers {
  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.trays = new Trays(table);
    this.foot = h("div", { class: "open-papers", hidden: true });
    this.el = h("div", { class: "papers", tabindex: "0", hidden: true });
  }

  /** @param {View} view */
  show(view) {
    const trays = traysOf(view, "papers").filter((tray) => tray.items.length);
    this.el.hidden = !trays.length;
    this.table.memo.part("papers", [trays, view.lang, view.status], () => {
      fill(
        this.el,
        trays.map((tray) => h("section", {}, heading(tray.title), this.trays.row(tray))),
      );
      const open = trays.flatMap(({ items }) => items).filter(({ lines }) => lines?.length);
      this.foot.hidden = !open.length || view.status !== "playing";
      document.body.classList.toggle("papered", !this.foot.hidden);
      fill(
        this.foot,
        open.slice(0, SHOWN).map((item) => this.slip(item)),
      );
    });
  }

  /** An open paper on the foot of a phone's map; a tap shows all of them. @param {TrayItem} item */
  slip({ label, note = "", lines = [] }) {
    const [first, second, worth] = lines;
    return h(
      "button",
      { type: "button", "aria-label": `${label}. ${note}`, onclick: () => this.table.sheets.open("panels") },
      h("b", {}, h("span", {}, first), h("span", {}, second)),
      h("i", {}, worth),
      h("small", {}, note),
    );
  }
}
