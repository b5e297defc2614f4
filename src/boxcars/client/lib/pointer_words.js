// A mouse clicks, a finger taps: sentences are written for the mouse, and said again for a touch screen.

/**
 * What follows "fai clic su" keeps its article alone after "tocca".
 * @type {Record<string, string>}
 */
const ARTICLES = {
  su: "",
  sul: "il ",
  sullo: "lo ",
  sulla: "la ",
  "sull'": "l'",
  sui: "i ",
  sugli: "gli ",
  sulle: "le ",
};

/** @param {string} like @param {string} word */
const cased = (like, word) => (like[0] === like[0]?.toUpperCase() ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word);

/** @type {Record<string, [RegExp, (whole: string, ...parts: string[]) => string][]>} */
const TOUCH = {
  en: [[/\bclick/gi, (whole) => cased(whole, "tap")]],
  es: [
    [/\bhaz clic en (él|ella)(?!\p{L})/giu, (whole, it) => cased(whole, it === "él" ? "tócalo" : "tócala")],
    [/\bhaz clic en (?=es[ea] jugador)/gi, (whole) => cased(whole, "toca a ")],
    [/\bhaz clic( en)?\b/gi, (whole) => cased(whole, "toca")],
    [/\bclic(s?)\b/g, (_, many) => `toque${many}`],
  ],
  it: [
    [
      /\bfai clic(?: (sull'|su(?:l|lla|llo|lle|i|gli)? ))?/gi,
      (whole, before) => `${cased(whole, "tocca")}${before ? ` ${ARTICLES[before.trim()]}` : ""}`,
    ],
    [/\bclicca/gi, (whole) => cased(whole, "tocca")],
    [/\b(tuoi )clic\b/g, (_, your) => `${your}tocchi`],
    [/\bclic\b/g, () => "tocco"],
  ],
};

/**
 * A sentence as it is said on a touch screen.
 * @param {string} text
 * @param {string} language
 */
export function touched(text, language) {
  let said = text;
  for (const [pattern, word] of TOUCH[language] ?? []) {
    said = said.replace(pattern, word);
  }
  return said;
}

/** @type {MediaQueryList | undefined} */
let coarse;

/**
 * A sentence for the pointer of this device.
 * @param {string} text
 * @param {string} language
 */
export function forPointer(text, language) {
  if (!/clic/i.test(text) || typeof matchMedia === "undefined") {
    return text;
  }
  coarse ??= matchMedia("(pointer: coarse)");
  return coarse.matches ? touched(text, language) : text;
}
