// What this edition of Boxcars offers. The edition without a server has another file of this name; nothing else in the page knows
// which edition it is.

/** @import { Action } from "../types.d.ts" */
/** @import { Child } from "./dom.js" */
/** @import { AtTable } from "./endpoints.js" */

/** Whether other people can come: by link, in tournaments, over days. */
export const reachesPeople = true;

/**
 * A link to a position of a table's game, for others.
 * @param {AtTable} table
 * @param {{ ply: number, line: Action[], eyes: number | null }} position
 */
export async function linkToPosition(table, position) {
  const { code } = /** @type {{ code: string }} */ (await table.call("POST", "share", position));
  return `${location.origin}/s/${code}`;
}

/**
 * Draw a page in place of one that this edition lacks.
 * @param {string} _kind the first part of the page's address
 * @returns {Promise<boolean>} whether it did
 */
export async function drawInstead(_kind) {
  return false;
}

/**
 * What the home page says of this edition: above everything, and in the column at the side, in place of other people's games.
 * @param {() => unknown} _again draws the home page anew
 * @returns {Promise<{ top: Child, side: Child } | null>}
 */
export async function aboutEdition(_again) {
  return null;
}
