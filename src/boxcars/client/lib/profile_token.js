// The profile of this device, if its owner wanted one: its secret token, and the name and badge that the page's head shows.

/** @typedef {{ name: string, herald: string }} ProfileSummary */

const TOKEN = "boxcars:card";
const SUMMARY = "boxcars:card-face";

export const DEVICE = "c."; // what a card's token begins with; no seat's does

/** The secret of this device, or null: then nothing that is sent names anybody. */
export function profileToken() {
  return localStorage.getItem(TOKEN);
}

/** @returns {ProfileSummary | null} */
export function profileSummary() {
  return profileToken() ? JSON.parse(localStorage.getItem(SUMMARY) || "null") : null;
}

/** @param {string} token */
export function keepProfileToken(token) {
  localStorage.setItem(TOKEN, token);
}

/** @param {ProfileSummary} face */
export function keepProfileSummary({ name, herald }) {
  localStorage.setItem(SUMMARY, JSON.stringify({ name, herald }));
}

/** The card is deleted, or this device was taken away from it. */
export function forgetProfile() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(SUMMARY);
  localStorage.removeItem("boxcars:card-tables");
}
