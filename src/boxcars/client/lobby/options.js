// The options of a game in the form for a new table.
import { select } from "../lib/controls.js";
import { h } from "../lib/dom.js";

/** @import { OptionOffered, OptionValue } from "../types.d.ts" */

/**
 * @param {OptionOffered} option
 * @param {OptionValue} value
 */
export function optionField(option, value) {
  const id = `o-${option.key}`;
  const help = h("small", { id: `${id}-help` }, option.help);
  const more = { id, name: option.key, "aria-describedby": `${id}-help` };
  if (option.kind === "switch") {
    const box = h("input", { type: "checkbox", checked: Boolean(value), ...more });
    return h("div", { class: "field" }, h("label", { class: "tick", for: id }, box, option.name), help);
  }
  return h("div", { class: "field" }, h("label", { for: id }, option.name), entry(option, value, more), help);
}

/**
 * @param {OptionOffered} option
 * @param {OptionValue} value
 * @param {Record<string, string>} more
 */
function entry(option, value, more) {
  if (option.kind === "number") {
    const range = { min: String(option.low), max: String(option.high) };
    return h("input", { type: "number", ...range, value: String(value), required: true, ...more });
  }
  const choices = option.choices.map((choice) => /** @type {const} */ ([choice.key, choice.name]));
  return select(choices, String(value), more);
}

/**
 * What was chosen. (Fields are found by their id: an option called "length" is not the length of the form.)
 * @param {HTMLFormElement} form
 * @param {OptionOffered[]} options
 */
export function readOptions(form, options) {
  /** @type {Record<string, OptionValue>} */
  const chosen = {};
  for (const option of options) {
    /** @type {HTMLInputElement | null} */
    const field = form.querySelector(`#o-${option.key}`);
    if (field) {
      chosen[option.key] = chosenValue(option, field);
    }
  }
  return chosen;
}

/**
 * @param {OptionOffered} option
 * @param {HTMLInputElement} field
 */
function chosenValue(option, field) {
  if (option.kind === "switch") {
    return field.checked;
  }
  return option.kind === "number" ? Number(field.value) : field.value;
}
