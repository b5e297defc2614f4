// The panels: hands, markets, displays, as the server draws them.
import { heading } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";

/** @import { Panel } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const REST = 150; // ms after the last scroll

export class Panels {
  timer = 0;

  /** @param {TablePage} table */
  constructor(table) {
    const scrolled = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => table.renderChoice(), REST); // what is out of sight becomes a button
    };
    const group = { class: "panels", tabindex: "0", role: "group", "aria-label": t("Papers") };
    this.el = h("div", { ...group, onscroll: scrolled });
  }

  /** @param {Panel[]} panels */
  draw(panels) {
    fill(this.el, panels.map(drawPanel));
  }
}

/** @param {Panel} panel */
function drawPanel({ key, title, width, height, svg, words, follows }) {
  const picture = h("div", {
    "aria-hidden": svg.includes('class="hit') ? null : "true",
    html: `<svg class="bx" viewBox="0 0 ${width} ${height}" role="group">${svg}</svg>`,
  });
  picture.firstElementChild?.setAttribute("aria-label", title);
  const told = h(
    "ul",
    { class: "sr" },
    words.map((line) => h("li", {}, line)),
  );
  return h("section", { class: "panel", "data-panel": key }, !follows && heading(title), picture, told);
}
