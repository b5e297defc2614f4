// The variations one keeps of a game: with the player's card, else in this browser.
import { call } from "../lib/http_call.js";
import { profileToken } from "../lib/profile_token.js";

/** @import { Action } from "../types.d.ts" */

/**
 * @typedef {{ ply: number, line: Action[], texts: string[], seats: number[], chances: number[], note: string }} Line
 */

const MOST = 40;

/** @param {string} table */
const place = (table) => `boxcars:study:${table}`;

/**
 * @param {string} table
 * @returns {Promise<Line[]>}
 */
export async function readStudy(table) {
  const token = profileToken();
  if (token) {
    const found = /** @type {{ lines: Line[] } | null} */ (
      await call("GET", `/api/studies/${table}`, undefined, token).catch(() => null)
    );
    if (found?.lines.length) {
      return found.lines;
    }
  }
  try {
    return JSON.parse(localStorage.getItem(place(table)) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {string} table
 * @param {Line[]} lines
 */
export async function keepStudy(table, lines) {
  const kept = lines.slice(-MOST);
  const token = profileToken();
  if (token) {
    await call("PUT", `/api/studies/${table}`, { lines: kept }, token);
  } else {
    localStorage.setItem(place(table), JSON.stringify(kept));
  }
}
