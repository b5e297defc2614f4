// What this edition of Boxcars offers. The edition without a server has another file of this name; nothing else in the page knows
// which edition it is.

/** @import { Child } from "./dom.js" */

/** Whether other people can come: by link, in tournaments, over days. */
export const reachesPeople = true;

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
