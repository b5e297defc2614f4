// The panels: hands, markets, displays, as the server draws them.
import { heading } from "../../lib/controls.js";
import { h, settle } from "../../lib/dom.js";
import { t } from "../../lib/translate.js";

/** @import { Panel } from "../../types.d.ts" */

export class Panels {
  /** What was drawn, by its key. @type {Map<string, { of: string, el: HTMLElement }>} */
  made = new Map();

  /** @param {string} [kind] `pinned`: they are always in sight */
  constructor(kind = "") {
    this.el = h("div", {
      class: `panels ${kind}`,
      tabindex: kind ? null : "0",
      role: "group",
      "aria-label": t("Reference"),
    });
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
    this.el.hidden = made.size === 0;
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
