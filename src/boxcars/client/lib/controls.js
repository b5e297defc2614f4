// Buttons, headings, short notices.
import { find, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./translate.js";

/** @import { Child, Props } from "./dom.js" */
/** @import { IconName } from "./icons.js" */

/**
 * `go`: the one that goes on. `ico`: its picture. `key`: the key that does the same.
 * @param {Child} label
 * @param {() => unknown} onclick
 * @param {{ go?: boolean, ico?: IconName | null, key?: string | null } & Props} [more]
 */
export function button(label, onclick, { go = false, ico = null, key = null, ...more } = {}) {
  return h(
    "button",
    { type: "button", class: go ? "btn go" : "btn", onclick, ...more },
    ico && icon(ico),
    h("span", {}, label),
    key && h("kbd", { "aria-hidden": "true" }, key),
  );
}

/**
 * A button that is only a picture.
 * @param {IconName} ico
 * @param {string} label
 * @param {() => unknown} onclick
 * @param {Props} [more]
 */
export function iconButton(ico, label, onclick, more = {}) {
  return h("button", { type: "button", "aria-label": label, onclick, ...more }, icon(ico));
}

/**
 * @param {string} text
 * @param {Child} [beside] a word on it, at the end of the line
 */
export function heading(text, beside = "") {
  return h("h2", {}, h("span", {}, text), beside && h("small", {}, beside));
}

/**
 * A select of [value, words] with one of them chosen.
 * @param {readonly (readonly [string | number, string | number])[]} options
 * @param {string | number | undefined} value
 * @param {Props} [props]
 * @param {(value: string) => unknown} [onpick]
 */
export function select(options, value, props = {}, onpick = undefined) {
  /** @type {HTMLSelectElement} */
  const el = h(
    "select",
    { ...props, onchange: onpick && (() => onpick(el.value)) },
    options.map(([key, words]) => h("option", { value: String(key), selected: String(key) === String(value) }, words)),
  );
  return el;
}

/**
 * A notice that goes by itself.
 * @param {string} text
 * @param {"" | "bad"} [kind]
 */
export function toast(text, kind = "") {
  notices().append(passing(h("p", { class: `toast ${kind}` }, text)));
}

/**
 * A notice with something to press.
 * @param {Child} words
 * @param {HTMLElement | null} key
 */
export function notice(words, key) {
  const note = passing(h("div", { class: "toast said" }, h("p", {}, words), key));
  key?.addEventListener("click", () => note.remove());
  notices().append(note);
}

/** @param {HTMLElement} note */
function passing(note) {
  setTimeout(() => note.remove(), 5000);
  return note;
}

function notices() {
  let box = find("#toasts");
  if (!box) {
    box = h("div", { id: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(box);
  }
  return box;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied."));
  } catch {
    prompt(t("Copy this link:"), text);
  }
}
