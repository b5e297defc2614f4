// The rack: what can be laid on a hex, beside it, so that the hex and its neighbours stay in sight. Where there is no
// room for it (and on a phone) the same pictures lie in the dock.
import { h } from "../../lib/dom.js";

/** @import { TablePage } from "../table.js" */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

const AWAY = 138; // board units from the middle of the hex: its neighbours stay free
const EDGE = 8; // px to the edge of the board

/**
 * Where a rack lies, in pixels of the window: of the sides on which there is room that with the fewest pieces under it.
 * Null: there is none.
 * @param {{ x: number, y: number }} at the middle of the hex
 * @param {number} away
 * @param {[number, number]} rack
 * @param {[number, number]} room
 * @param {{ x: number, y: number }[]} pieces
 * @returns {Box | null}
 */
export function rackPlace(at, away, [w, height], [width, high], pieces) {
  const into = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(EDGE, Math.min(v, most - EDGE));
  const along = into(at.x - w / 2, width - w);
  const across = into(at.y - height / 2, high - height);
  /** @type {Box[]} */
  const sides = [
    { x: along, y: at.y + away, w, h: height },
    { x: along, y: at.y - away - height, w, h: height },
    { x: at.x + away, y: across, w, h: height },
    { x: at.x - away - w, y: across, w, h: height },
  ];
  const inside = sides.filter(
    ({ x, y }) => x >= EDGE && y >= EDGE && x + w <= width - EDGE && y + height <= high - EDGE,
  );
  const under = (/** @type {Box} */ box) =>
    pieces.filter((p) => p.x > box.x && p.x < box.x + box.w && p.y > box.y && p.y < box.y + box.h).length;
  return inside.sort((a, b) => under(a) - under(b))[0] ?? null;
}

export class Rack {
  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.el = h("div", { class: "rack", role: "group", hidden: true });
    this.line = h("div", { class: "leader", hidden: true });
  }

  /**
   * Lay these beside a shape; false: there is no room.
   * @param {Element | undefined} shape
   * @param {Node[]} nodes
   */
  lay(shape, nodes) {
    this.clear();
    if (!shape) {
      return false;
    }
    const { board, boardMain } = this.table;
    this.el.replaceChildren(...nodes);
    this.el.hidden = false;
    const room = boardMain.getBoundingClientRect();
    const middle = (/** @type {Element} */ el) => {
      const box = el.getBoundingClientRect();
      return { x: box.left + box.width / 2 - room.left, y: box.top + box.height / 2 - room.top };
    };
    const at = middle(shape);
    const pieces = [...board.layers.pieces.querySelectorAll(".piece")].map(middle);
    const away = AWAY * board.camera.scale();
    const size = /** @type {[number, number]} */ ([this.el.offsetWidth, this.el.offsetHeight]);
    const high = board.camera.root.getBoundingClientRect().bottom - room.top; // a coach may stand below the map
    const place = rackPlace(at, away, size, [room.width, high], pieces);
    if (!place) {
      this.clear();
      return false;
    }
    this.el.style.translate = `${Math.round(place.x)}px ${Math.round(place.y)}px`;
    this.lead(at, place);
    return true;
  }

  /**
   * A dotted line from the hex to its rack.
   * @param {{ x: number, y: number }} at
   * @param {Box} place
   */
  lead(at, place) {
    const to = {
      x: Math.max(place.x, Math.min(at.x, place.x + place.w)),
      y: Math.max(place.y, Math.min(at.y, place.y + place.h)),
    };
    const hex = 46 * this.table.board.camera.scale();
    const far = Math.hypot(to.x - at.x, to.y - at.y);
    const turn = Math.atan2(to.y - at.y, to.x - at.x);
    this.line.hidden = false;
    this.line.style.width = `${Math.max(0, far - hex)}px`;
    this.line.style.transform = `translate(${at.x}px,${at.y}px) rotate(${turn}rad) translateX(${hex}px)`;
  }

  clear() {
    this.el.hidden = true;
    this.line.hidden = true;
    this.el.replaceChildren();
  }
}
