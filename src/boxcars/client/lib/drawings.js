// The few drawings the page itself needs.
import { h } from "./dom.js";

const ICONS = {
  tile: '<path d="M6 3h8l4 7-4 7H6l-4-7Z"/><path d="M10 3v14M8 6h4M8 10h4M8 14h4"/>',
  undo: '<path d="M7 3 3 7l4 4M3 7h9a5 5 0 0 1 0 10h-1"/>',
  check: '<path d="m4 10.5 4 4 8-9"/>',
  back: '<path d="M12 4 6 10l6 6"/>',
  next: '<path d="m8 4 6 6-6 6"/>',
  first: '<path d="M14 4 8 10l6 6M5 4v12"/>',
  last: '<path d="m6 4 6 6-6 6M15 4v12"/>',
  moon: '<path d="M15.5 12A6.5 6.5 0 0 1 8 4.5 6.5 6.5 0 1 0 15.5 12Z"/>',
  plus: '<circle cx="9" cy="9" r="6"/><path d="M9 6.5v5M6.5 9h5M13.5 13.5 17 17"/>',
  minus: '<circle cx="9" cy="9" r="6"/><path d="M6.5 9h5M13.5 13.5 17 17"/>',
  menu: '<path d="M3 6h14M3 10h14M3 14h14"/>',
  book: '<path d="M3 4h5a2 2 0 0 1 2 2v11a2 2 0 0 0-2-2H3ZM17 4h-5a2 2 0 0 0-2 2v11a2 2 0 0 1 2-2h5Z"/>',
  cards: '<path d="M3 5h8v12H3ZM11 6l5 1-2 10-3-.5"/>',
  people: '<circle cx="7" cy="7" r="3"/><path d="M2 17c0-3 2-5 5-5s5 2 5 5M13 5a3 3 0 0 1 0 5M15 12c2 .6 3 2.4 3 5"/>',
  chat: '<path d="M3 4h14v10H9l-4 3v-3H3Z"/>',
  log: '<path d="M5 3h10v14H5ZM8 7h4M8 10h4M8 13h4"/>',
  lamp: '<path d="M7 14a5 5 0 1 1 6 0v2H7ZM8 18h4"/>',
  clock: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4l3 2"/>',
  branch: '<path d="M5 17V3M5 11c6 0 9-2 9-6M11 7l3-3 3 3"/>',
  close: '<path d="m5 5 10 10M15 5 5 15"/>',
  link: '<path d="M8 12 12 8M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2"/>',
  down: '<path d="M10 3v10M6 9l4 4 4-4M4 17h12"/>',
  no: '<circle cx="10" cy="10" r="7"/><path d="m5.5 5.5 9 9"/>',
};

/** @typedef {keyof typeof ICONS} IconName */

/** @param {IconName} name */
export function icon(name) {
  const svg = `<svg class="i" viewBox="0 0 20 20">${ICONS[name]}</svg>`;
  return h("span", { class: "ico", "aria-hidden": "true", html: svg });
}

const CAR = "M2 3h26v11H2ZM6 3v11M24 3v11M11.5 3v11M18.5 3v11M12 8.5h6M0 14h2M28 14h2";
const WHEELS = '<circle cx="8" cy="16.5" r="2.2"/><circle cx="22" cy="16.5" r="2.2"/>';

/** The house's sign. */
export function car() {
  const svg = `<svg class="boxcar" viewBox="0 0 30 20"><path d="${CAR}"/>${WHEELS}</svg>`;
  return h("span", { class: "ico", "aria-hidden": "true", html: svg });
}

/** A shape for each seat beside its colour. */
export const EMBLEMS = [
  '<circle r="4.2"/>',
  '<path d="M-4-4H4V4H-4Z"/>',
  '<path d="M0-5.2 5 3.8H-5Z"/>',
  '<path d="M0-5.8 4.6 0 0 5.8-4.6 0Z"/>',
  '<path d="M0-6 1.6-1.9 5.8-1.8 2.5.8 3.6 5 0 2.6-3.6 5-2.5.8-5.8-1.8-1.6-1.9Z"/>',
  '<path d="M-1.8-5.4H1.8V-1.8H5.4V1.8H1.8V5.4H-1.8V1.8H-5.4V-1.8H-1.8Z"/>',
];

/**
 * The sign of a seat; empty for nobody's (-1).
 * @param {number} seat
 */
export function medal(seat) {
  if (seat < 0) {
    return h("span", { class: "medal-s " });
  }
  const i = (seat % 6) + 1;
  const disc = `<circle class="medal f${i}" r="9"/><circle class="medal-o" r="10"/>`;
  const svg = `<svg class="bx" viewBox="-11 -11 22 22">${disc}<g class="e${i}">${EMBLEMS[i - 1]}</g></svg>`;
  return h("span", { class: "medal-s ", "aria-hidden": "true", html: svg });
}

/**
 * The track of a seat along the edge of its card.
 * @param {number} seat
 */
export function spine(seat) {
  const i = (seat % 6) + 1;
  const track = `<rect class="f${i}" width="14" height="92"/><path class="k-pat o${i}" d="M7-2V140"/>`;
  const svg = `<svg class="bx" viewBox="0 0 14 92" preserveAspectRatio="xMidYMid slice">${track}</svg>`;
  return h("span", { class: "spine", "aria-hidden": "true", html: svg });
}
