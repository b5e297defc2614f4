// A run of numbers: slider, stepper, and the number in words.
import { button } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { t } from "../../lib/translate.js";

/** @import { Next } from "../action_paths.js" */
/** @import { TablePage } from "../table.js" */

export class Stepper {
  question = "";
  at = 0;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * @param {number[]} values
   * @param {Next} next
   */
  draw(values, next) {
    const { choosing, shown, pointing } = this.table;
    const question = [choosing.mark, ...choosing.chosen].join();
    if (this.question !== question) {
      this.question = question; // another question's number says nothing here
      this.at = 0;
    }
    this.at = within(this.at, values);
    const target = () => `n:${values[this.at]}`;
    const label = () => shown?.names[target()] || String(values[this.at]);
    const say = () => {
      const behind = next.get(target()) ?? [];
      const more = behind.length === 1 ? behind[0].more : "";
      return [label(), more && h("small", {}, more)];
    };
    const go = button(say(), () => choosing.click(target()), { go: true, "data-pick": "number" });
    /** @type {HTMLInputElement} */
    const slider = h("input", {
      type: "range",
      min: "0",
      max: String(values.length - 1),
      value: String(this.at),
      "aria-label": t("Number"),
      "aria-valuetext": label(),
      oninput: () => set(Number(slider.value)),
      onkeydown: (event) => {
        if (event.key === "Enter") {
          choosing.click(target());
        }
      },
    });
    const set = (/** @type {number} */ to) => {
      this.at = within(to, values);
      slider.value = String(this.at);
      slider.setAttribute("aria-valuetext", label());
      fill(go, h("span", {}, say()));
      const behind = next.get(target());
      if (behind) {
        pointing.peek(behind[0]);
      }
    };
    return h(
      "div",
      { class: "stepper" },
      button("−", () => set(this.at - 1), { "aria-label": t("Less") }),
      slider,
      button("+", () => set(this.at + 1), { "aria-label": t("More") }),
      go,
    );
  }
}

/**
 * The nearest place in a list.
 * @param {number} at
 * @param {unknown[]} list
 */
export function within(at, list) {
  return Math.max(0, Math.min(list.length - 1, at));
}
