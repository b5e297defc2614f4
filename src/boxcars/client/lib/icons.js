// The few drawings the page itself needs.
import { h } from "./dom.js";

const ICONS = {
  pencil: '<path d="m4 16 1-4 9-9 3 3-9 9ZM12 5l3 3"/>',
  puzzle: '<path d="M3 7h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v3H3Z"/>',
  tile: '<path d="M6 3h8l4 7-4 7H6l-4-7Z"/><path d="M10 3v14M8 6h4M8 10h4M8 14h4"/>',
  undo: '<path d="M7 3 3 7l4 4M3 7h9a5 5 0 0 1 0 10h-1"/>',
  check: '<path d="m4 10.5 4 4 8-9"/>',
  back: '<path d="M12 4 6 10l6 6"/>',
  next: '<path d="m8 4 6 6-6 6"/>',
  first: '<path d="M14 4 8 10l6 6M5 4v12"/>',
  last: '<path d="m6 4 6 6-6 6M15 4v12"/>',
  map: '<path d="M2.500 5 7.500 3v12l-5 2ZM7.500 3l5 2v12l-5-2ZM12.500 5l5-2v12l-5 2"/>',
  moon: '<path d="M15.5 12A6.5 6.5 0 0 1 8 4.5 6.5 6.5 0 1 0 15.5 12Z"/>',
  plus: '<circle cx="9" cy="9" r="6"/><path d="M9 6.5v5M6.5 9h5M13.5 13.5 17 17"/>',
  minus: '<circle cx="9" cy="9" r="6"/><path d="M6.5 9h5M13.5 13.5 17 17"/>',
  menu: '<path d="M3 6h14M3 10h14M3 14h14"/>',
  book: '<path d="M3 4h5a2 2 0 0 1 2 2v11a2 2 0 0 0-2-2H3ZM17 4h-5a2 2 0 0 0-2 2v11a2 2 0 0 1 2-2h5Z"/>',
  cards: '<path d="M3 5h8v12H3ZM11 6l5 1-2 10-3-.5"/>',
  people: '<circle cx="7" cy="7" r="3"/><path d="M2 17c0-3 2-5 5-5s5 2 5 5M13 5a3 3 0 0 1 0 5M15 12c2 .6 3 2.4 3 5"/>',
  chat: '<path d="M3 4h14v10H9l-4 3v-3H3Z"/>',
  log: '<path d="M5 3h10v14H5ZM8 7h4M8 10h4M8 13h4"/>',
  ask: '<circle cx="10" cy="10" r="7"/><path d="M8 8a2 2 0 1 1 3.200 1.600c-.8.5-1.200.9-1.200 1.700M10 13.700v.1"/>',
  lamp: '<path d="M7 14a5 5 0 1 1 6 0v2H7ZM8 18h4"/>',
  clock: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4l3 2"/>',
  branch: '<path d="M5 17V3M5 11c6 0 9-2 9-6M11 7l3-3 3 3"/>',
  close: '<path d="m5 5 10 10M15 5 5 15"/>',
  link: '<path d="M8 12 12 8M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2"/>',
  down: '<path d="M10 3v10M6 9l4 4 4-4M4 17h12"/>',
  route: '<path d="M2 8h16M2 12h16M5 6v8M9 6v8M13 6v8M16.5 6v8"/>',
  ticket: '<path d="M3 5h14v3.5a1.5 1.5 0 0 0 0 3V15H3v-3.5a1.5 1.5 0 0 0 0-3ZM12 5v10"/>',
  cube: '<path d="m10 3 6 3.5v7L10 17l-6-3.5v-7ZM4 6.5l6 3.5 6-3.5M10 10v7"/>',
  coins: '<ellipse cx="10" cy="6" rx="6" ry="2.5"/><path d="M4 6v4c0 3.3 12 3.3 12 0V6M4 10v4c0 3.3 12 3.3 12 0v-4"/>',
  dice: '<path d="M4 4h12v12H4Z"/><path d="M7 7h.01M13 7h.01M10 10h.01M7 13h.01M13 13h.01"/>',
  hex: '<path d="M6 3h8l4 7-4 7H6l-4-7Z"/>',
  open: '<path d="m5 8 5 5 5-5"/>',
  chart: '<path d="M3 3v14h14M6 12l3-3 3 2 4-6"/>',
  play: '<path d="M6 3.500v13l10-6.500Z"/>',
  pause: '<path d="M7 4v12M13 4v12"/>',
  home: '<path d="M3 10 10 4l7 6M5 9v8h10V9"/>',
  cup: '<path d="M6 3h8v5a4 4 0 0 1-8 0ZM6 4H3c0 3 1 4 3 4.5M14 4h3c0 3-1 4-3 4.5M10 12v3M6.5 17h7M8 15h4"/>',
  share:
    '<circle cx="5" cy="10" r="2.2"/><circle cx="15" cy="5" r="2.2"/><circle cx="15" cy="15" r="2.2"/><path d="m7 9 6-3M7 11l6 3"/>',
  warning: '<path d="M10 3 18 17H2ZM10 8v4M10 14.5v.2"/>',
  add: '<path d="M10 4v12M4 10h12"/>',
  up: '<path d="m4 12 6-6 6 6"/>',
  lower: '<path d="m4 8 6 6 6-6"/>',
  grip: '<path d="M7 5v.1M7 10v.1M7 15v.1M13 5v.1M13 10v.1M13 15v.1"/>',
  screen: '<rect x="2.5" y="4" width="15" height="10" rx="1"/><path d="M7 17h6M10 14v3"/>',
  key: '<circle cx="6.5" cy="13.5" r="3.5"/><path d="m9 11 7-7M13.5 6.5l2 2M11.5 8.5 13 10"/>',
  train:
    '<path d="M3 12V6h5v2h4V5h3v3h2v4ZM3 12h14"/><circle cx="6" cy="14.5" r="1.7"/><circle cx="13.5" cy="14.5" r="1.7"/>',
  engine:
    '<path d="M3 13V4h6v4h7l1.5 5ZM12 8V5h2v3M2 13h16"/><circle cx="6" cy="15.500" r="1.700"/><circle cx="13" cy="15.500" r="1.700"/>',
  wagon:
    '<path d="M3 5h14v8H3ZM7 5v8M13 5v8M2 13h16"/><circle cx="6.500" cy="15.500" r="1.700"/><circle cx="13.500" cy="15.500" r="1.700"/>',
  tender:
    '<path d="M3 13V7h4l2-2h5l2 2v6ZM2 13h16"/><circle cx="6.500" cy="15.500" r="1.700"/><circle cx="13.500" cy="15.500" r="1.700"/>',
  eye: '<path d="M2 10c3-5 13-5 16 0-3 5-13 5-16 0Z"/><circle cx="10" cy="10" r="2.5"/>',
  bin: '<path d="M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11"/>',
  bolt: '<path d="M11 2 5 11h4l-1 7 7-10h-5Z"/>',
  sun: '<circle cx="10" cy="10" r="3.5"/><path d="M10 2v2.5M10 15.5V18M2 10h2.5M15.5 10H18M4.3 4.3 6 6M14 14l1.7 1.7M15.7 4.3 14 6M6 14l-1.7 1.7"/>',
  mail: '<path d="M2.500 5h15v10h-15ZM2.500 5.500 10 11l7.500-5.500"/>',
  hash: '<path d="M7.500 3 6 17M14 3l-1.500 14M3.500 7.500h13.500M3 12.500h13.500"/>',
  bell: '<path d="M5 14V9a5 5 0 0 1 10 0v5l1.500 1.500h-13ZM8.500 17.500h3"/>',
  no: '<circle cx="10" cy="10" r="7"/><path d="m5.5 5.5 9 9"/>',
  wheel:
    '<circle cx="10" cy="10" r="7.5"/><circle cx="10" cy="10" r="2"/><path d="M10 2.5V8M10 12v5.5M2.5 10H8M12 10h5.5"/>' +
    '<path d="M4.7 4.7l4 4M11.4 11.4l4 4M15.3 4.7l-4 4M8.6 11.4l-4 4"/>',
  sound: '<path d="M3 8v4h3l4 3.5v-11L6 8ZM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10"/>',
  mute: '<path d="M3 8v4h3l4 3.5v-11L6 8ZM13 8l4 4M17 8l-4 4"/>',
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

/**
 * How far a game is: a dot for each station of its turn.
 * @param {{ dots: [number, number], status: string }} line
 * @param {boolean} mine whether it is one's own move
 */
export function dots({ dots: [done, all], status }, mine) {
  const stations = Array.from({ length: Math.min(all, 12) }, (_, i) => {
    if (i < done) {
      return h("i", { class: "d" });
    }
    return h("i", { class: status === "playing" && i === done && (mine ? "n mine" : "n") });
  });
  return h("span", { class: "dots", "aria-hidden": "true" }, stations);
}
