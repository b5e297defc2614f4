// Where the anchors of a story stand on the screen: "item:deck target:deck" is the first of them that can be seen.

/**
 * A place on the screen by its middle. `thing`: what lies there has a size of its own that a copy should take.
 * @typedef {{ x: number, y: number, w: number, h: number, thing: boolean, el: Element }} Place
 */

/** @param {string} text */
const quoted = (text) => `"${CSS.escape(text)}"`;

/** How each kind of anchor is found. @type {Record<string, (name: string) => string>} */
const FINDERS = {
  piece: (id) => `#${CSS.escape(id)}`,
  item: (id) => `[data-item=${quoted(id)}]`,
  deck: (id) => `[data-item=${quoted(id)}],.hit[data-target=${quoted(id)}]`,
  target: (target) => `[data-target=${quoted(target)}]`,
  seat: (seat) => `[data-seat=${quoted(seat)}]`,
  stat: (name) => {
    const [seat, key] = halves(name, ".");
    return `[data-seat=${quoted(seat)}] [data-stat=${quoted(key)}]`;
  },
};
const THINGS = ["piece", "item", "deck"];

/**
 * @param {string} text
 * @param {string} sign
 */
export function halves(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * The elements an anchor names, seen or not.
 * @param {string} anchor
 * @returns {Element[]}
 */
export function named(anchor) {
  const [kind, name] = halves(anchor, ":");
  const found = FINDERS[kind]?.(name);
  return found ? [...document.querySelectorAll(found)] : [];
}

/**
 * The first place of these anchors that is on the screen; where none is, the card of the seat.
 * @param {string | undefined} anchors
 * @param {number} [seat]
 * @returns {Place | null}
 */
export function placeOf(anchors, seat = -1) {
  const all = anchors ? anchors.split(" ") : [];
  for (const anchor of [...all, ...all.flatMap(seatOf), `seat:${seat}`]) {
    for (const el of named(anchor)) {
      const place = placeAt(el, THINGS.includes(halves(anchor, ":")[0]));
      if (place) {
        return place;
      }
    }
  }
  return null;
}

/** The number of a seat is on its card. @param {string} anchor */
function seatOf(anchor) {
  const [kind, name] = halves(anchor, ":");
  return kind === "stat" ? [`seat:${halves(name, ".")[0]}`] : [];
}

/**
 * @param {Element} el
 * @param {boolean} thing
 * @returns {Place | null} null: it cannot be seen
 */
export function placeAt(el, thing) {
  const box = el.getBoundingClientRect();
  if (!box.width && !box.height) {
    return null;
  }
  let x = box.left + box.width / 2;
  let y = box.top + box.height / 2;
  const frame = el.closest(".board")?.getBoundingClientRect();
  if (frame) {
    x = Math.max(frame.left, Math.min(frame.right, x)); // what lies outside the picture is meant where it leaves it
    y = Math.max(frame.top, Math.min(frame.bottom, y));
  }
  const seen = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  return seen ? { x, y, w: box.width, h: box.height, thing, el } : null;
}

/**
 * What belongs to the same piece as these parts of it and is none of them: the couplers of a train.
 * @param {Element[]} parts
 * @returns {Element[]}
 */
export function besides(parts) {
  const whole = parts[0]?.parentElement?.closest(".piece");
  return whole ? [...whole.children].filter((part) => !parts.includes(part)) : [];
}
