// What is chosen on the sheet, field by field.
import { heading, select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/translate.js";

/** @import { EditorField, EditorSelection } from "../types.d.ts" */

/** @typedef {(field: EditorField, value: unknown) => void} Set */

/**
 * @param {EditorSelection} held
 * @param {Set} set
 */
export function inspector(held, set) {
  const rows = held.fields.map((field, i) => {
    const id = `ws-field-${i}`;
    return [h("dt", {}, h("label", { for: id }, field.name)), h("dd", {}, control(field, id, set))];
  });
  return h("section", {}, heading(held.title, held.kind), h("dl", { class: "insp" }, rows));
}

/**
 * @param {EditorField} field
 * @param {string} id
 * @param {Set} set
 */
function control(field, id, set) {
  if (field.kind === "text") {
    return h("input", {
      id,
      type: "text",
      value: String(field.value ?? ""),
      maxLength: field.high || 60,
      onchange: (event) => set(field, /** @type {HTMLInputElement} */ (event.target).value),
    });
  }
  if (field.kind === "switch") {
    return h("input", {
      id,
      type: "checkbox",
      checked: field.value === true,
      onchange: () => set(field, !field.value),
    });
  }
  if (field.kind === "choice") {
    const options = field.choices.map(({ key, name }) => /** @type {[string, string]} */ ([key, name]));
    return select(options, String(field.value ?? ""), { id }, (value) => set(field, value));
  }
  return field.kind === "number" ? stepper(field, id, set) : inks(field, set);
}

/**
 * Colours with their marks: one of them, or several.
 * @param {EditorField} field
 * @param {Set} set
 */
function inks(field, set) {
  const several = field.kind === "inks";
  const chosen = /** @type {string[]} */ (several ? field.value : [field.value]);
  return h(
    "span",
    { class: "inks" },
    field.choices.map(({ key, name, picture }) => {
      const on = chosen.includes(key);
      const others = on ? chosen.filter((ink) => ink !== key) : [...chosen, key];
      return h("button", {
        type: "button",
        class: "ink",
        style: `background:var(--g-${key})`,
        title: name,
        "aria-label": name,
        "aria-pressed": String(on),
        html: `<svg class="bx" viewBox="-8 -8 16 16" aria-hidden="true">${picture}</svg>`,
        onclick: () => set(field, several ? others : key),
      });
    }),
  );
}

/**
 * @param {EditorField} field
 * @param {string} id
 * @param {Set} set
 */
function stepper(field, id, set) {
  const value = Number(field.value ?? 0);
  const to = (/** @type {number} */ next) => set(field, Math.min(field.high, Math.max(field.low, next)));
  return h(
    "span",
    { class: "ws-step" },
    h("button", { type: "button", "aria-label": t("less"), onclick: () => to(value - field.step) }, "−"),
    h("input", {
      id,
      type: "number",
      value: String(value),
      min: field.low,
      max: field.high,
      onchange: (event) => to(Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value))),
    }),
    h("button", { type: "button", "aria-label": t("more"), onclick: () => to(value + field.step) }, "+"),
  );
}
