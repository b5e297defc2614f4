// A person's sign: a shape, its field, a charge. Ink, brass and plate only: it is never taken for a seat's medal.
import { h } from "./dom.js";

const SHAPES = [
  '<circle r="19"/>',
  '<path d="M-17-18H17V1C17 11 7 17 0 20-7 17-17 11-17 1Z"/>',
  '<path d="M-18-17H18V18L0 12-18 18Z"/>',
  '<path d="M-10.5-18.5h21l10 18.5-10 18.5h-21l-10-18.5Z"/>',
  '<path d="M0-21 20 0 0 21-20 0Z"/>',
  '<path d="M-8-19H8L19-8V8L8 19H-8L-19 8V-8Z"/>',
];
const FIELDS = [
  "M-24-24h12L24 12v12H12L-24-12Z",
  "M-24-24h48v18h-48Z",
  "M-24 24V14L0-8 24 14v10L0 3Z",
  "M-24-12h48v7h-48ZM-24 5h48v7h-48Z",
  "M0-24h24v48H0Z",
  "M-24-24H0V0h-24ZM0 0h24v24H0Z",
  "M-7-24H7v48H-7Z",
  "M-24-24v14L0 12l24-22v-14L0-2Z",
];
const CHARGES = [
  '<circle r="6"/><path d="M0-6V6M-6 0H6M-4.2-4.2l8.4 8.4M4.2-4.2l-8.4 8.4"/>',
  '<path d="M-7 3H7M-7 3c2-6 5-6 7 0 2-6 5-6 7 0M-7-3H7"/>',
  '<circle cx="-3" cy="3" r="2.8"/><path d="m-1 1 6-6M3-3l2 2"/>',
  '<path d="M-7 5-1.5-5 2 1l1.5-2.5L7 5Z"/>',
  '<circle cy="-4.5" r="1.8"/><path d="M0-2.7V6M-6 2c1 3 4 4 6 4s5-1 6-4M-3-.5h6"/>',
  '<path d="M-3-3h6v7h-6ZM-2-3c0-3 4-3 4 0M0-6.5v1M-4 6h8"/>',
  '<path d="M-4 3v-4a4 4 0 0 1 8 0v4l1.5 1.5h-11ZM-1 6.5h2"/>',
  '<path d="M-3 7V-6M-3-5h9v4h-9"/>',
  '<path d="M-7-4H7v7H-7ZM-3-4v7M3-4v7"/><circle cx="-4" cy="5" r="1.3"/><circle cx="4" cy="5" r="1.3"/>',
  '<path d="M-6 5h12M-5 5v-6L0-6l5 5v6M-1.5 5V1h3v4"/>',
];

export const BADGE_PARTS = [SHAPES.length, FIELDS.length, CHARGES.length];
let drawn = 0;

/**
 * @param {string} sign three numbers, as "2.5.7"
 * @param {string} [label] for those who cannot see it; without one it is decoration
 */
export function badgeIcon(sign, label = "") {
  const [shape, field, charge] = sign.split(".").map(Number);
  const outline = SHAPES[shape] ?? SHAPES[0];
  drawn += 1;
  const id = `herald-${drawn}`;
  const svg =
    `<svg viewBox="-22 -22 44 44"><clipPath id="${id}">${outline}</clipPath><g class="fld">${outline}</g>` +
    `<path class="two" clip-path="url(#${id})" d="${FIELDS[field] ?? FIELDS[0]}"/><g class="edge">${outline}</g>` +
    `<g class="edge2" transform="scale(.86)">${outline}</g><circle class="bos" r="10.5"/>` +
    `<g class="chg">${CHARGES[charge] ?? CHARGES[0]}</g></svg>`;
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("span", { class: "herald", html: svg, ...said });
}
