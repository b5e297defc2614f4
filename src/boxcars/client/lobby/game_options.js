// The options of a game in the form for a new table.
import { select } from "../lib/controls.js";
import { h } from "../lib/dom.js";

/** @import { OptionOffered, OptionValue } from "../types.d.ts" */

/**
 * A switch with a plain sentence.
 * @param {string} name
 * @param {boolean} on
 * @param {string} label
 * @param {string} help
 * @param {() => void} [again]
 */
export function switchRow(name, on, label, help, again) {
  return toggle(`t-${name}`, on, label, help, again);
}

/**
 * @param {string} id
 * @param {boolean} on
 * @param {string} label
 * @param {string} help
 * @param {() => void} [again]
 */
function toggle(id, on, label, help, again) {
  const box = { type: "checkbox", role: "switch", class: "switch", id, checked: on, onchange: again };
  return h(
    "div",
    { class: "opt" },
    h("input", { ...box, "aria-describedby": `${id}-help` }),
    h("label", { for: id }, label),
    h("small", { id: `${id}-help` }, help),
  );
}

/**
 * @param {OptionOffered} option
 * @param {OptionValue} value
 * @param {() => void} again
 */
export function optionRow(option, value, again) {
  const id = `o-${option.key}`;
  if (option.kind === "switch") {
    return toggle(id, Boolean(value), option.name, option.help, again);
  }
  const more = { id, name: option.key, "aria-describedby": `${id}-help`, onchange: again };
  return h(
    "div",
    { class: "opt value" },
    h("label", { for: id }, option.name),
    entry(option, value, more),
    h("small", { id: `${id}-help` }, option.help),
  );
}

/**
 * @param {OptionOffered} option
 * @param {OptionValue} value
 * @param {{ onchange: () => void } & Record<string, unknown>} more
 */
function entry(option, value, more) {
  const { onchange, ...props } = more;
  if (option.kind === "number") {
    // (Not drawn anew when it is left: that may be by the click that sends the form.)
    const range = { min: String(option.low), max: String(option.high) };
    return h("input", { type: "number", ...range, value: String(value), required: true, ...props });
  }
  const choices = option.choices.map((choice) => /** @type {const} */ ([choice.key, choice.name]));
  return select(choices, String(value), props, onchange);
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
