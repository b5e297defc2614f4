// What of a story is told, and how long it takes: decided before anything moves.

/** @import { Movement, View } from "../../types.d.ts" */

/** How long somebody is seen thinking, at least (ms). */
export const PACES = { calm: 900, normal: 600, quick: 200 };
export const REST = 400; // ms between two stories
export const COPIES = 12; // so many things fly at a time; the others appear
export const PIECES = 24; // so many pieces are laid one by one
const POINT = 70; // ms a number takes to tick once
const LONGEST_COUNT = 700;
const LINK = 160; // ms
const LONGEST_RIDE = 1200;

/** The sound of a kind, where the beat names none. @type {Record<Movement["kind"], string>} */
const SOUNDS = {
  fly: "card",
  lay: "wagon",
  lift: "wagon",
  slide: "tick",
  ride: "roll",
  turn: "card",
  count: "tick",
  dice: "dice",
  stamp: "stamp",
  rise: "coin",
  say: "",
};

/** @param {Movement} beat */
export function soundOf(beat) {
  return beat.sound ?? SOUNDS[beat.kind];
}

/**
 * Beats that play together, in their order.
 * @param {Movement[]} beats
 * @returns {Movement[][]}
 */
export function scenes(beats) {
  /** @type {Map<number, Movement[]>} */
  const found = new Map();
  for (const beat of beats) {
    const at = beat.at ?? 0;
    found.set(at, [...(found.get(at) ?? []), beat]);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, together]) => together);
}

/**
 * Whether the way from one view to the next is told as a story: a single step on, at the same table and in the same eyes.
 * @param {View | null} from
 * @param {View} to
 */
export function follows(from, to) {
  return from !== null && to.ply === from.ply + 1 && from.you === to.you && from.table === to.table;
}

/**
 * Whether it is the way back by one step or more.
 * @param {View | null} from
 * @param {View} to
 */
export function takesBack(from, to) {
  return from !== null && to.ply < from.ply && from.you === to.you && from.table === to.table;
}

/** @param {number} by */
export function countLength(by) {
  return Math.min(LONGEST_COUNT, Math.abs(by) * POINT);
}

/** @param {number} links */
export function rideLength(links) {
  return Math.min(LONGEST_RIDE, Math.max(2, links) * LINK);
}

/**
 * The number in a text, and the text with another in its place: "$5", "5 $", "+3", "−2".
 * @param {string} text
 * @returns {{ value: number, put: (value: number) => string } | null}
 */
export function numberIn(text) {
  const found = /[+−-]?\d[\d\u00a0]*/.exec(text);
  if (!found) {
    return null;
  }
  const [all] = found;
  const signed = all.startsWith("+");
  const value = Number(all.replace("−", "-").replace(/[+\u00a0]/g, ""));
  const put = (/** @type {number} */ other) => {
    const plus = signed && other > 0 ? "+" : "";
    return text.replace(all, (other < 0 ? "−" : plus) + Math.abs(other));
  };
  return { value, put };
}

/**
 * Keyframes along a way: each point when it is reached at an even speed.
 * @param {[number, number][]} points
 */
export function framesAlong(points) {
  const lengths = points.map(([x, y], i) => (i ? Math.hypot(x - points[i - 1][0], y - points[i - 1][1]) : 0));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  return points.map(([x, y], i) => {
    gone += lengths[i];
    return { transform: `translate(${x}px,${y}px)`, offset: Math.min(1, gone / whole) };
  });
}

/**
 * The corners of path data that is made of straight lines.
 * @param {string} path
 * @returns {[number, number][]}
 */
export function corners(path) {
  const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  return numbers.flatMap((x, i) => (i % 2 ? [] : [/** @type {[number, number]} */ ([x, numbers[i + 1]])]));
}
