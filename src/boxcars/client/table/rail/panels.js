// The panels: hands, markets, displays, as the server draws them.
import { heading } from "../../lib/controls.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/words.js";

/** @import { Panel } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const REST = 150; // ms after the last scroll

export class Panels {
  timer = 0;
  /** What was drawn, by its key. @type {Map<string, { of: string, el: HTMLElement }>} */
  made = new Map();

  /** @param {TablePage} table */
  constructor(table) {
    const scrolled = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => table.renderChoice(), REST); // what is out of sight becomes a button
    };
    const group = { class: "panels", tabindex: "0", role: "group", "aria-label": t("Papers") };
    this.el = h("div", { ...group, onscroll: scrolled });
  }

  /** A panel that is as it was stays as it is. @param {Panel[]} panels */
  draw(panels) {
    /** @type {Panels["made"]} */
    const made = new Map();
    for (const panel of panels) {
      const of = JSON.stringify(panel);
      const known = this.made.get(panel.key);
      made.set(panel.key, known?.of === of ? known : { of, el: drawPanel(panel) });
    }
    this.made = made;
    settle(
      this.el,
      [...made.values()].map(({ el }) => el),
    );
  }
}

/**
 * Put these nodes into an element in this order; what is in its place already is not touched.
 * @param {Element} el
 * @param {Node[]} nodes
 */
function settle(el, nodes) {
  for (const old of [...el.childNodes].filter((node) => !nodes.includes(node))) {
    old.remove();
  }
  for (const [i, node] of nodes.entries()) {
    if (el.childNodes[i] !== node) {
      el.insertBefore(node, el.childNodes[i] ?? null);
    }
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
