// Hot seat: a screen that hides everything until the device has been handed over.
import { button } from "../lib/controls.js";
import { fill, find, h } from "../lib/dom.js";
import { car } from "../lib/icons.js";
import { t } from "../lib/translate.js";

/** @import { View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

export class Cover {
  /** The seat whose view may be seen now. @type {number | null} */
  revealed = null;

  /**
   * @param {TablePage} table
   * @param {Record<string, string>} tokens of all the seats that share this device
   */
  constructor(table, tokens) {
    this.table = table;
    this.tokens = tokens;
  }

  /** @param {number} seat */
  holds(seat) {
    return seat in this.tokens;
  }

  /**
   * Whether the device has to be handed over before this view may be seen.
   * @param {View} view
   */
  hides(view) {
    return view.status === "playing" && this.holds(view.actor) && this.revealed !== view.actor;
  }

  /**
   * Whether what has come is not yet the view of the one who took the device.
   * @param {View} view
   */
  waitsFor(view) {
    return this.lying() !== null && view.status === "playing" && view.you !== this.revealed;
  }

  /** The cover that lies over the table, if one does. */
  lying() {
    return find("#cover");
  }

  /** @param {View} view */
  lay(view) {
    const { table } = this;
    document.body.classList.add("covered");
    this.lying()?.remove();
    for (const el of document.body.children) {
      /** @type {HTMLElement} */ (el).inert = true;
    }
    table.board.clear();
    fill(table.rail.panels.el);
    const { name } = view.seats[view.actor];
    const ready = button(t("I'm {name}", { name }), () => this.handOver(view.actor), { go: true, id: "ready" });
    document.body.append(
      h(
        "div",
        { id: "cover", role: "dialog", "aria-modal": "true", "aria-labelledby": "cover-title" },
        car(),
        h("h2", { id: "cover-title", class: "title" }, t("Pass the device to {name}", { name })),
        h("p", {}, t("Everything secret stays hidden until {name} is ready.", { name })),
        ready,
      ),
    );
    ready.focus();
  }

  /**
   * The cover goes when the new player's own view has come: what lies under it still belongs to the last one.
   * @param {number} seat
   */
  handOver(seat) {
    const { table } = this;
    this.revealed = seat;
    table.memo.forgetAll();
    table.queue.clear();
    table.sit(this.tokens[seat]);
  }

  lift() {
    this.lying()?.remove();
    document.body.classList.remove("covered");
    for (const el of document.body.children) {
      /** @type {HTMLElement} */ (el).inert = false;
    }
  }
}
