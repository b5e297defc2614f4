// The player's card of this device, if its owner wanted one: a secret, and what the head of the page shows of it.

/** @typedef {{ name: string, herald: string }} Face */

const TOKEN = "boxcars:card";
const FACE = "boxcars:card-face";

export const DEVICE = "c."; // what a card's token begins with; no seat's does

/** The secret of this device, or null: then nothing that is sent names anybody. */
export function cardToken() {
  return localStorage.getItem(TOKEN);
}

/** @returns {Face | null} */
export function cardFace() {
  return cardToken() ? JSON.parse(localStorage.getItem(FACE) || "null") : null;
}

/** @param {string} token */
export function keepCard(token) {
  localStorage.setItem(TOKEN, token);
}

/** @param {Face} face */
export function keepFace({ name, herald }) {
  localStorage.setItem(FACE, JSON.stringify({ name, herald }));
}

/** The card is deleted, or this device was taken away from it. */
export function forgetCard() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(FACE);
  localStorage.removeItem("boxcars:card-tables");
}
