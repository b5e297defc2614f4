// The page's own sentences. English is the key; the server sends the catalogue of another language.
export const LANGUAGES = { en: "English", es: "Español", it: "Italiano" };
let catalogue = {};
export let lang = "en";

export function t(message, values = {}) {
  const form = catalogue[message];
  return fill(form ? form[0] : message, values);
}

export function tn(one, many, count, values = {}) {
  const form = catalogue[one];
  const text = form ? form[count === 1 ? 0 : form.length - 1] : count === 1 ? one : many;
  return fill(text, { ...values, count });
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));

export function preferred() {
  const asked = new URLSearchParams(location.search).get("lang") || localStorage.getItem("boxcars:lang");
  return [asked, ...navigator.languages].map((c) => (c || "").slice(0, 2)).find((c) => c in LANGUAGES) || "en";
}

export async function learn(code) {
  lang = code in LANGUAGES ? code : "en";
  document.documentElement.lang = lang;
  catalogue = lang === "en" ? {} : await (await fetch(`/api/words?lang=${lang}`)).json();
}

export function ago(seconds) {
  if (seconds < 45) return t("now");
  if (seconds < 3600) return t("{n} min", { n: Math.max(1, Math.round(seconds / 60)) });
  if (seconds < 86400) return t("{n} h", { n: Math.round(seconds / 3600) });
  return t("{n} d", { n: Math.round(seconds / 86400) });
}
