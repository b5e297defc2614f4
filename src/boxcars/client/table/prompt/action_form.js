// An open verb: a form whose fields fill in an action.
import { button, select } from "../../lib/controls.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/translate.js";

/** @import { Action, Field, Form } from "../../types.d.ts" */

/**
 * @param {Form} form
 * @param {{ send: (action: Action) => void, cancel: () => void }} then
 */
export function openForm(form, { send, cancel }) {
  const names = [...new Set(form.fields.map(partOf))];
  const parts = names.map((name) => h("div", {}, form.fields.filter((field) => partOf(field) === name).map(entry)));
  /** @type {HTMLFormElement} */
  const el = h(
    "form",
    {
      class: "open-form",
      onsubmit: (event) => {
        event.preventDefault();
        send(filledIn(form, el));
      },
    },
    h("b", {}, form.title),
    parts,
    h(
      "div",
      { class: "row" },
      button(t("Cancel"), cancel, { ico: "close" }),
      h("button", { class: "btn go", type: "submit" }, t("Send")),
    ),
  );
  return el;
}

/**
 * What a field belongs to: give.money and give.claims stand together, take.money beside them.
 * @param {Field} field
 */
function partOf(field) {
  return field.name.split(".")[0];
}

/** @param {Field} field */
function entry(field) {
  const { name, label, options } = field;
  const id = `f-${name}`;
  const number = typeof options[0]?.[0] === "number";
  if (field.kind === "several") {
    const ticks = options.map(([value, words]) =>
      h(
        "label",
        { class: "tick" },
        h("input", { type: "checkbox", name, value: String(value), "data-number": number }),
        words,
      ),
    );
    return options.length > 0 && h("fieldset", {}, h("legend", {}, label), ticks);
  }
  if (field.kind === "number") {
    const range = { min: String(field.low), max: String(field.high), value: String(Math.max(0, field.low)) };
    return h("label", { for: id }, label, h("input", { id, name, type: "number", ...range, required: true }));
  }
  return h("label", { for: id }, label, select(options, undefined, { id, name, "data-number": number }));
}

/**
 * The action with what was typed.
 * @param {Form} form
 * @param {HTMLFormElement} el
 */
function filledIn(form, el) {
  const action = structuredClone(form.base);
  /** @type {NodeListOf<HTMLInputElement>} */
  const found = el.querySelectorAll("input,select");
  const inputs = [...found];
  for (const field of form.fields) {
    const typed = inputs.filter((input) => input.name === field.name);
    const one = (/** @type {HTMLInputElement} */ input) =>
      field.kind === "number" || "number" in input.dataset ? Number(input.value) : input.value;
    const ticked = typed.filter((input) => input.checked).map(one);
    put(action, field.name.split("."), field.kind === "several" ? ticked : one(typed[0]));
  }
  return action;
}

/**
 * Put a value at its place inside an object, making the objects on the way there.
 * @param {Record<string, unknown>} object
 * @param {string[]} path
 * @param {unknown} value
 */
export function put(object, path, value) {
  const [key, ...rest] = path;
  if (!rest.length) {
    object[key] = value;
    return;
  }
  object[key] ??= {};
  put(/** @type {Record<string, unknown>} */ (object[key]), rest, value);
}
