// What a player tried when a rule stopped them: the table tells it, the rules page shows it.

const KEPT = "boxcars:met";

/**
 * @typedef {object} Met
 * @property {string} clause
 * @property {string} text what the refusal said
 * @property {string} back the table's address
 */

/**
 * The address where the rules explain a clause. What was tried is kept for this window.
 * @param {string} game
 * @param {string} clause
 */
export function ruleAddress(game, clause) {
  return `/rules/${game}?met=${encodeURIComponent(clause)}`;
}

/**
 * @param {string} clause
 * @param {string} text
 */
export function rememberRule(clause, text) {
  const back = location.pathname + location.search;
  sessionStorage.setItem(KEPT, JSON.stringify({ clause, text, back }));
}

/**
 * @param {string} clause
 * @returns {Met | null} nothing if this clause was not met in this window
 */
export function recallRule(clause) {
  try {
    const met = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return met?.clause === clause && /^\/t\/[\w-]+/.test(met.back) ? met : null;
  } catch {
    return null;
  }
}
