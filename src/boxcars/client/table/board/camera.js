// Which part of the board is in sight: fitting, panning, zooming, bringing places into sight.
import { findAll } from "../../lib/dom.js";
import { allShapes, middle } from "./shapes.js";
import { crowded, fitBox, frameBox } from "./visible_area.js";

/** @import { Target } from "../../types.d.ts" */
/** @import { BoardView } from "./board.js" */
/** @import { Box, Size } from "./visible_area.js" */

const EDGE = 40; // px: what lies nearer to the edge of the window is not in sight
const FAR = 1.5; // times as much of the board as at first, for places that are pointed at together
const HEX = 88; // px: a hex whose cubes can be told apart on a phone (its shape, a little inside its lines)
const CLOSE = 96; // px: a phone's first view shows a hex no wider
const FARTHEST = 56; // px: and no narrower, so that it can be pressed
const MARGIN = 24; // px round what a phone's first view shows
const PHONE = 761; // px
const LOW = 200; // px: below this height there is no room for the small map, nor for the buttons

export class Camera {
  /** @type {Size} */
  size = [1000, 700];
  /** @type {Box | null} */
  box = null;
  wide = 0;
  /** Whether the whole follows the window, as nobody has moved it yet. */
  fitted = true;
  /** Whether the reader's hand has moved it since their last move. */
  held = false;
  /** So many px a unit make the smallest things of this board readable on a phone. */
  least = 0;
  /** What was to be seen last. @type {Target[][]} */
  sought = [];

  /**
   * @param {BoardView} board
   * @param {HTMLElement} root
   */
  constructor(board, root) {
    this.board = board;
    this.root = root;
    new ResizeObserver(() => this.resized()).observe(root);
  }

  /** The window onto the board, in pixels. @returns {Size} */
  get room() {
    return [this.root.clientWidth || 900, this.root.clientHeight || 600];
  }

  scale() {
    return (this.box && this.root.clientWidth / this.box.w) || 1; // (of a board that is not shown just now)
  }

  /** @param {Size} size */
  measure(size) {
    if (this.size[0] !== size[0] || this.size[1] !== size[1] || !this.box) {
      this.size = size;
      this.board.mini.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
      this.fit();
    }
  }

  /** The ground is drawn: a board of hexes is opened so close that they can be read. */
  read() {
    const hex = this.board.svg.querySelector(".hx");
    const least = hex instanceof SVGGraphicsElement ? HEX / hex.getBBox().width : 0;
    if (least !== this.least) {
      this.least = least;
      if (this.fitted) {
        this.fit();
      }
    }
  }

  /** @param {boolean} [whole] */
  fit(whole = false) {
    const { x, y, w } = fitBox(this.size, this.room, whole, this.least);
    this.fitted = true;
    this.look(x, y, w);
  }

  /**
   * Show the part of the board that begins at (x, y) and is w wide, as far as the board goes.
   * @param {number} x
   * @param {number} y
   * @param {number} w
   */
  look(x, y, w) {
    const { board, room } = this;
    const box = frameBox(this.size, room, x, y, w);
    this.box = box;
    this.wide = room[0];
    const values = [box.x, box.y, box.w, box.h].map((value) => value.toFixed(1));
    board.svg.setAttribute("viewBox", values.join(" "));
    board.moved();
    const part = Math.min(1, box.w / this.size[0]) * Math.min(1, box.h / this.size[1]) < 0.85;
    board.mini.classList.toggle("on", part);
    this.root.parentElement?.classList.toggle("low", room[1] < LOW);
    if (part) {
      board.followUp();
      const frame = { x: box.x, y: box.y, width: box.w, height: box.h };
      for (const [key, value] of Object.entries(frame)) {
        board.frame.setAttribute(key, String(Math.round(value)));
      }
    }
  }

  /**
   * Move by the reader's hand: from now on the board stays where it was put.
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) {
    if (this.box) {
      this.fitted = false;
      this.look(x, y, this.box.w);
    }
  }

  /**
   * @param {number} factor
   * @param {number} [cx] the point that stays where it is, as a part of the window
   * @param {number} [cy]
   */
  zoom(factor, cx = 0.5, cy = 0.5) {
    if (!this.box) {
      return;
    }
    const { x, y, w, h } = this.box;
    const next = Math.max(160, w / factor);
    const k = next / w;
    this.fitted = false;
    this.held = true;
    this.look(x + w * cx * (1 - k), y + h * cy * (1 - k), next);
  }

  /**
   * The opening view of a board larger than the window: the middle of what concerns the reader, or of as much of it as the
   * window can show. The first list of which anything is drawn counts.
   * @param {...Target[]} lists
   */
  open(...lists) {
    const { box } = this;
    if (!box || !this.fitted || this.whole()) {
      return;
    }
    const shapes = this.firstDrawn(lists) ?? this.named();
    if (!shapes.length) {
      return;
    }
    const room = this.root.getBoundingClientRect();
    if (room.width < PHONE) {
      this.frameOn(shapes, room);
      return;
    }
    const { x, y } = crowded(
      shapes.map(middle).map((at) => ({ x: at.x - room.left, y: at.y - room.top })),
      [room.width - 2 * EDGE, room.height - 2 * EDGE],
    );
    const k = this.scale();
    this.moveTo(box.x + x / k - box.w / 2, box.y + y / k - box.h / 2);
  }

  /**
   * On a phone: all of these with a margin, if that is close enough to read; else as much round their middle.
   * @param {SVGGraphicsElement[]} shapes
   * @param {DOMRect} room
   */
  frameOn(shapes, room) {
    const { box } = this;
    if (!box) {
      return;
    }
    const k = this.scale();
    const spots = shapes.map(middle).map((at) => ({ x: at.x - room.left, y: at.y - room.top }));
    const [xs, ys] = [spots.map(({ x }) => x / k), spots.map(({ y }) => y / k)];
    const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
    const fits = Math.min(
      (room.width - 2 * MARGIN) / Math.max(1, wide),
      (room.height - 2 * MARGIN) / Math.max(1, high),
    );
    const closest = this.least ? (this.least * CLOSE) / HEX : k;
    const farthest = this.least ? (this.least * FARTHEST) / HEX : Math.min(k, room.height / this.size[1]);
    const scale = Math.max(farthest, Math.min(closest, fits));
    const all = fits >= scale;
    const at = all
      ? { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 }
      : crowded(
          xs.map((x, i) => ({ x, y: ys[i] })),
          [(room.width - 2 * MARGIN) / scale, (room.height - 2 * MARGIN) / scale],
        );
    const w = room.width / scale;
    this.fitted = false;
    this.look(box.x + at.x - w / 2, box.y + at.y - room.height / scale / 2, w);
  }

  /** Whether the whole board can be seen. */
  whole() {
    const { box, size } = this;
    return !box || (box.w >= size[0] * 0.95 && box.h >= size[1] * 0.95);
  }

  /**
   * Bring targets into sight when none is: a board larger than the window shows at least one place where something can
   * be done. The first list of which anything is drawn counts.
   * @param {...Target[]} lists
   */
  reveal(...lists) {
    const { box } = this;
    this.sought = lists;
    const shapes = box && this.firstDrawn(lists);
    if (!shapes || !this.root.clientWidth) {
      return; // (when there is room again, it is sought again)
    }
    const room = this.root.getBoundingClientRect();
    const spots = shapes.map((shape) => {
      const at = middle(shape);
      return { x: at.x - room.left, y: at.y - room.top };
    });
    if (spots.some((spot) => this.inSight(spot, room))) {
      return;
    }
    const { x, y } = midmost(spots);
    const k = this.scale();
    this.moveTo(box.x + x / k - box.w / 2, box.y + y / k - box.h / 2);
  }

  /**
   * Bring all of these into sight, from a little farther away if need be; where that is too far, the first of them.
   * @param {Target[]} targets
   */
  gather(targets) {
    const { box } = this;
    const shapes = this.drawn(targets);
    if (!shapes.length || !box || this.whole()) {
      return;
    }
    const room = this.root.getBoundingClientRect();
    const rects = shapes.map((shape) => shape.getBoundingClientRect());
    const left = Math.min(...rects.map((r) => r.left)) - room.left;
    const right = Math.max(...rects.map((r) => r.right)) - room.left;
    const top = Math.min(...rects.map((r) => r.top)) - room.top;
    const bottom = Math.max(...rects.map((r) => r.bottom)) - room.top;
    if (left >= 0 && top >= 0 && right <= room.width && bottom <= room.height) {
      return;
    }
    const farther = Math.max(1, (right - left) / (room.width - EDGE), (bottom - top) / (room.height - EDGE));
    const w = box.w * farther;
    if (w > fitBox(this.size, this.room, false, this.least).w * FAR) {
      this.reveal(targets.slice(0, 1), targets);
      return;
    }
    const k = this.scale();
    this.fitted = false;
    this.look(box.x + (left + right) / 2 / k - w / 2, box.y + (top + bottom) / 2 / k - (box.h * farther) / 2, w);
  }

  /**
   * What is drawn of the first list of which anything is; nothing where the whole board can be seen anyway.
   * @param {Target[][]} lists
   */
  firstDrawn(lists) {
    return this.whole() ? undefined : lists.map((targets) => this.drawn(targets)).find((found) => found.length > 0);
  }

  /** The names on the map: where nothing concerns the reader yet, the view opens on towns, not on empty ground. */
  named() {
    /** @type {NodeListOf<SVGGraphicsElement>} */
    const found = this.board.svg.querySelectorAll("text.lbl, .nameplate, .name");
    return [...found];
  }

  /** @param {Target[]} targets */
  drawn(targets) {
    return allShapes(targets).filter((shape) => this.board.svg.contains(shape));
  }

  /**
   * Whether a spot of the window lies well inside it, and not under the small map or the buttons.
   * @param {{ x: number, y: number }} spot
   * @param {DOMRect} room
   */
  inSight({ x, y }, room) {
    if (x <= EDGE || y <= EDGE || x >= room.width - EDGE || y >= room.height - EDGE) {
      return false;
    }
    const buttons = this.root.parentElement ? findAll(".zoom", this.root.parentElement) : [];
    const covers = [this.board.mini, ...buttons].map((el) => el.getBoundingClientRect());
    return !covers.some(
      (cover) =>
        x > cover.left - room.left &&
        x < cover.right - room.left &&
        y > cover.top - room.top &&
        y < cover.bottom - room.top,
    );
  }

  resized() {
    const { box, root } = this;
    if (!box || !root.clientWidth) {
      return; // (a table left for another language has no width any more)
    }
    if (this.fitted) {
      this.fit();
      this.reveal(...this.sought); // a coach who steps in front of the board still points at something
      return;
    }
    const w = (box.w * root.clientWidth) / this.wide;
    const h = (w * root.clientHeight) / root.clientWidth;
    this.look(box.x + (box.w - w) / 2, box.y + (box.h - h) / 2, w);
  }
}

/**
 * The spot nearest to the middle of them all.
 * @param {{ x: number, y: number }[]} spots
 */
function midmost(spots) {
  const mean = {
    x: spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length,
    y: spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length,
  };
  const away = (/** @type {{ x: number, y: number }} */ spot) => Math.hypot(spot.x - mean.x, spot.y - mean.y);
  return spots.reduce((a, b) => (away(b) < away(a) ? b : a));
}
