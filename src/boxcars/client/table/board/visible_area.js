// How much of a board a window shows. Plain arithmetic: board units in, board units out.

/** Width and height. @typedef {[number, number]} Size */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */
/** @typedef {{ x: number, y: number }} Spot */

const PHONE = 761; // px: narrower windows open closer
const CLOSEST = 160; // board units
const BELOW = 124; // px of room to bring the lower edge out from under the small map of a phone
const READ = [964, 692]; // px of board on a common screen, for which its letters were drawn

/**
 * The whole board if its names stay readable; a tall sheet is fitted to the width; a phone opens closer.
 * @param {Size} size
 * @param {Size} room
 * @param {boolean} whole
 * @param {number} [least] px a unit at which the smallest things can be read on a phone
 */
export function fitBox([w, h], [width, height], whole, least = 0) {
  const contain = Math.min(width / w, height / h);
  const k = whole ? contain : openingScale([w, h], [width, height], contain, least);
  const y = contain === k || width < PHONE ? h / 2 - height / k / 2 : 0;
  return { x: w / 2 - width / k / 2, y, w: width / k };
}

/**
 * @param {Size} size
 * @param {Size} room
 * @param {number} contain
 * @param {number} least
 */
function openingScale([w, h], [width], contain, least) {
  const all = Math.min(READ[0] / w, READ[1] / h);
  const readable = all >= 0.5 ? all : READ[0] / w;
  const phone = width < PHONE;
  if (contain > (phone ? Math.max(readable * 0.75, least) : readable * 0.75)) {
    return contain;
  }
  if (phone) {
    return Math.max(least, Math.min(readable * 1.08, 1));
  }
  return Math.max(contain, Math.min(width / w, readable));
}

/**
 * The middle of the spots that a window shows when it shows as many as it can; of two such windows the one nearer to the
 * middle of all.
 * @param {Spot[]} spots
 * @param {Size} room
 * @returns {Spot}
 */
export function crowded(spots, [width, height]) {
  const all = between(spots);
  const seen = (/** @type {Spot} */ { x, y }) =>
    spots.filter((spot) => Math.abs(spot.x - x) <= width / 2 && Math.abs(spot.y - y) <= height / 2);
  const away = (/** @type {Spot} */ { x, y }) => Math.hypot(x - all.x, y - all.y);
  const best = [all, ...spots].sort((a, b) => seen(b).length - seen(a).length || away(a) - away(b))[0];
  return between(seen(best));
}

/**
 * The middle of the box round these spots.
 * @param {Spot[]} spots
 * @returns {Spot}
 */
function between(spots) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/**
 * The box one may look at: not closer than sense, not beyond the board's edges.
 * @param {Size} size
 * @param {Size} room
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @returns {Box}
 */
export function frameBox([bw, bh], [width, height], x, y, wide) {
  const w = Math.max(CLOSEST, Math.min(wide, Math.max(bw, (bh * width) / height) * 1.02));
  const h = (w * height) / width;
  const below = width < PHONE ? (BELOW * w) / width : 0;
  return {
    x: w >= bw ? (bw - w) / 2 : Math.max(0, Math.min(x, bw - w)),
    y: h >= bh ? (bh - h) / 2 : Math.max(0, Math.min(y, bh - h + below)),
    w,
    h,
  };
}
