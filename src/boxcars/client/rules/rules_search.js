// Searching in the rules: words that mean the same are found as well.

/** @param {string} text without accents, in small letters, each letter where it was */
export function plain(text) {
  return [...text].map((sign) => sign.normalize("NFD")[0].toLowerCase()[0] ?? sign).join("");
}

/**
 * The words to look for, with those that mean the same; [] for nothing.
 * @param {string} asked
 * @param {string[][]} groups
 */
export function wordsFor(asked, groups) {
  const word = plain(asked.trim());
  if (word.length < 2) {
    return [];
  }
  const stem = word.length > 4 ? word.replace(/(es|s)$/, "") : word;
  const same = groups.filter((group) => group.some((other) => startsAlike(plain(other), stem))).flat();
  return [...new Set([word, stem, ...same.map(plain)])];
}

/**
 * @param {string} known
 * @param {string} asked
 */
function startsAlike(known, asked) {
  return known.startsWith(asked) || (asked.length > 3 && asked.startsWith(known));
}

/**
 * Where the words stand in a text: [from, to] each, none over another. A word is found where it begins.
 * @param {string} text
 * @param {string[]} words
 * @returns {[number, number][]}
 */
export function places(text, words) {
  const folded = plain(text);
  /** @type {[number, number][]} */
  const found = [];
  for (const word of [...words].sort((one, other) => other.length - one.length)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      const starts = at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1]);
      const end = at + word.length;
      if (starts && !found.some(([from, to]) => at < to && end > from)) {
        found.push([at, end]);
      }
    }
  }
  return found.sort(([one], [other]) => one - other);
}
