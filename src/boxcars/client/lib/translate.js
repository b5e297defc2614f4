// The page's own sentences. English is the key; the server sends the catalogue of another language.
/** @import { Words } from "../types.d.ts" */
import { forPointer } from "./pointer_words.js";

/** @type {Record<string, string>} */
export const LANGUAGES = { en: "English", es: "Español", it: "Italiano" };

/** @typedef {Record<string, string | number>} Values */

/** @type {Words} */
let catalogue = {};

export let lang = "en";

/**
 * A sentence in the reader's language.
 * @param {string} message
 * @param {Values} [values]
 */
export function t(message, values = {}) {
  const forms = catalogue[message];
  return put(forms ? forms[0] : message, values);
}

/** @type {Record<string, Intl.PluralRules>} */
const rules = {};

/** The language's own rule for one and many. @param {string} code */
function plurals(code) {
  rules[code] ??= new Intl.PluralRules(code);
  return rules[code];
}

/**
 * A sentence about a number of things.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Values} [values]
 */
export function tn(one, many, count, values = {}) {
  const forms = catalogue[one] ?? [one, many];
  const form = plurals(lang).select(count) === "one" ? forms[0] : forms[forms.length - 1];
  return put(form, { ...values, count });
}

/**
 * @param {string} text
 * @param {Values} values
 */
function put(text, values) {
  return pointed(text).replace(/\{(\w+)\}(\.?)/g, (_, key, stop) => {
    const value = key in values ? String(values[key]) : `{${key}}`;
    return value.endsWith(".") ? value : value + stop; // an abbreviation has its own full stop
  });
}

/** A sentence of the server, said for a mouse or for a finger. @param {string} text */
export function pointed(text) {
  return forPointer(text, lang);
}

/** A share from 0 to 1 in percent, as the language writes it. @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(lang, { style: "percent" }).format(share);
}

/** The language that was chosen, or the browser's first that the page speaks. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get("lang") || localStorage.getItem("boxcars:lang");
  const wished = [asked, ...navigator.languages].map((code) => (code || "").slice(0, 2));
  return wished.find((code) => code in LANGUAGES) || "en";
}

/** @param {string} code */
export async function learn(code) {
  lang = code in LANGUAGES ? code : "en";
  document.documentElement.lang = lang;
  if (lang === "en") {
    speak({});
    return;
  }
  try {
    const answer = await fetch(`/api/words?lang=${lang}`);
    speak(await answer.json());
  } catch {
    speak({}); // no connection: the page says so, in the words it has
  }
}

/**
 * Speak with this catalogue from now on.
 * @param {Words} words
 */
export function speak(words) {
  catalogue = words;
}

/**
 * How long ago something was.
 * @param {number} seconds
 */
export function ago(seconds) {
  if (seconds < 45) {
    return t("now");
  }
  if (seconds < 3600) {
    return t("{n} min", { n: Math.max(1, Math.round(seconds / 60)) });
  }
  if (seconds < 86400) {
    return t("{n} h", { n: Math.round(seconds / 3600) });
  }
  return t("{n} d", { n: Math.round(seconds / 86400) });
}
