// Marks on the board: what may be clicked, what was chosen, what changed last.
// Every question where a shape lies is asked before the board is changed: after each change the browser would have to lay
// out all of it again to answer the next.
import { findAll } from "../../lib/dom.js";
import { allShapes, shapesOf } from "./shapes.js";
import { svg } from "./svg.js";

/** @import { Target } from "../../types.d.ts" */
/** @import { BoardView } from "./board.js" */

const MANY = 40; // from here on each place is lit less
const TOGETHER = 64; // board units: the cubes of a city
const CROWD = 120; // and from here on without an edge
const FEW = 12; // so few are ringed one by one; more routes are lit from below, where the board has a place for it

/**
 * Light what may be clicked (with what it does, in words), and what was chosen.
 * @param {BoardView} board
 * @param {Map<Target, string>} legal
 * @param {Target[]} chosen
 * @param {Set<Target> | null} [above] these alone are ringed above what is drawn there; null: all, if they are few
 */
export function markTargets(board, legal, chosen, above = null) {
  const shapes = shapesOf(legal.keys());
  const lit = [...legal].flatMap(([target, words]) =>
    (shapes.get(target) ?? []).map((shape) => /** @type {const} */ ([shape, words])),
  );
  const beds = lit.length > FEW && !above ? board.layers.ground.querySelector(".beds") : null;
  const inside = lit.map(([shape]) => shape).filter((shape) => board.svg.contains(shape));
  /** @type {(() => void)[]} */
  let drawings = [];
  if (beds) {
    drawings = inside.map((shape) => copyOf(shape, "bed")).map((copy) => () => beds.append(copy));
  } else if (lit.length <= MANY || above) {
    const over = (/** @type {Element} */ shape) =>
      above ? above.has(shape.getAttribute("data-target") ?? "") : lit.length <= FEW;
    drawings = inside.flatMap((shape) => rings(board, shape, over(shape)));
  }
  unmark();
  for (const [i, [shape, words]] of lit.entries()) {
    light(shape, words, i === 0);
    shape.classList.toggle("many", lit.length > MANY);
    shape.classList.toggle("crowd", lit.length > CROWD);
    shape.classList.toggle("bedded", Boolean(beds) && inside.includes(shape));
  }
  for (const draw of drawings) {
    draw();
  }
  for (const shape of allShapes(chosen)) {
    shape.classList.add("chosen");
  }
}

function unmark() {
  for (const shape of document.querySelectorAll(".hit.legal,.hit.chosen")) {
    shape.classList.remove("legal", "chosen", "many", "crowd", "near", "bedded");
    for (const attribute of ["tabindex", "role", "aria-label"]) {
      shape.removeAttribute(attribute);
    }
    shape.replaceChildren();
  }
  for (const halo of document.querySelectorAll(".target-halo,.bed")) {
    halo.remove();
  }
}

/**
 * @param {Element} shape
 * @param {string} words
 * @param {boolean} first
 */
function light(shape, words, first) {
  shape.classList.add("legal");
  shape.setAttribute("tabindex", first ? "0" : "-1");
  shape.setAttribute("role", "button");
  shape.setAttribute("aria-label", words);
  const title = svg("title");
  title.textContent = words;
  shape.append(title);
}

/**
 * The rings of a shape, each to be drawn later.
 * @param {BoardView} board
 * @param {SVGGraphicsElement} shape
 * @param {boolean} few
 * @returns {(() => void)[]}
 */
function rings(board, shape, few) {
  const { under, over } = board.layers;
  const halo = copyOf(shape, "target-halo");
  const hidden = shape.classList.contains("bare") || (few && shape.classList.contains("hx")); // a city would hide it
  if (!hidden) {
    return [() => under.append(halo)];
  }
  const below = copyOf(shape, "target-halo case");
  const above = copyOf(shape, "target-halo edge");
  return [() => under.append(halo), () => over.prepend(below), () => over.append(above)];
}

/**
 * Mark what the last action changed.
 * @param {BoardView} board
 * @param {Target[]} targets
 */
export function markTouched(board, targets) {
  const copies = allShapes(targets).map(
    (shape) => /** @type {const} */ ([shape, copyOf(shape, "last-f"), copyOf(shape, "last")]),
  );
  for (const old of document.querySelectorAll(".last,.last-f")) {
    old.remove();
  }
  for (const [shape, filled, edge] of copies) {
    const inside = board.svg.contains(shape);
    (inside ? board.layers.under : shape.ownerSVGElement)?.append(filled);
    (inside ? board.layers.over : shape.ownerSVGElement)?.append(edge);
  }
}

/**
 * What cities and cubes would bring: one badge for those that lie together, the best.
 * @param {BoardView} board
 * @param {Map<Target, string>} badges
 */
export function markBadges(board, badges) {
  for (const old of findAll(".gain-badge", board.svg)) {
    old.remove();
  }
  if (!badges.size) {
    return;
  }
  const k = board.camera.scale();
  const room = board.svg.getBoundingClientRect();
  const box = board.camera.box ?? { x: 0, y: 0 };
  const best = [...badges].sort((a, b) => Number.parseInt(b[1], 10) - Number.parseInt(a[1], 10));
  const hexes = findAll(".hit.hx", board.svg).map((hex) => hex.getBoundingClientRect());
  /** @type {{ x: number, y: number }[]} */
  const placed = [];
  /** @type {Element[]} */
  const drawn = [];
  const shapes = shapesOf(badges.keys());
  for (const [target, words] of best) {
    for (const shape of shapes.get(target) ?? []) {
      const rect = aroundIt(hexes, shape.getBoundingClientRect());
      const at = { x: box.x + (rect.right - room.left) / k, y: box.y + (rect.top - room.top) / k };
      const small = shape.matches(".board-svg :is(.hx, .bare)");
      if (small && !placed.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < TOGETHER)) {
        placed.push(at);
        const g = svg("g", { class: "gain-badge", transform: `translate(${at.x} ${at.y})` });
        g.innerHTML = `<rect class="tag" x="-17" y="-16" width="34" height="24" rx="12"/><text class="tag-t">${words}</text>`;
        drawn.push(g);
      }
    }
  }
  board.layers.over.append(...drawn);
}

/**
 * Ring what was done, or what would have been better, and say what it was worth.
 * @param {BoardView} board
 * @param {"done" | "better"} kind
 * @param {Target[]} targets none: nothing is ringed any more
 * @param {string} [words]
 */
export function markWorth(board, kind, targets, words = "") {
  for (const old of findAll(`.worth.${kind}`, board.svg)) {
    old.remove();
  }
  const shapes = allShapes(targets).filter((one) => board.svg.contains(one));
  for (const shape of shapes) {
    board.layers.over.append(copyOf(shape, `worth ${kind}`));
  }
  const last = shapes.at(-1)?.getBoundingClientRect();
  if (last) {
    const above = shapes.at(-1)?.tagName === "circle"; // below a round town stands its name
    const k = board.camera.scale();
    const room = board.svg.getBoundingClientRect();
    const box = board.camera.box ?? { x: 0, y: 0 };
    const x = box.x + (last.left + last.width / 2 - room.left) / k;
    const y = box.y + (above ? (last.top - room.top) / k - 30 : (last.bottom - room.top) / k);
    const g = svg("g", { class: `worth ${kind}`, transform: `translate(${x} ${y})` });
    g.innerHTML = `<rect class="tag" x="-28" y="2" width="56" height="26" rx="13"/><text class="tag-t" y="20">${words}</text>`;
    board.layers.over.append(g);
  }
}

/**
 * The hex in which a small thing lies: its corner is free.
 * @param {DOMRect[]} hexes
 * @param {DOMRect} own
 */
function aroundIt(hexes, own) {
  const x = own.left + own.width / 2;
  const y = own.top + own.height / 2;
  return hexes.find((hex) => x > hex.left && x < hex.right && y > hex.top && y < hex.bottom) ?? own;
}

/**
 * Ring the places that belong to something that is pointed at.
 * @param {BoardView} board
 * @param {Target[]} targets
 */
export function markTwins(board, targets) {
  const shapes = allShapes(targets).filter((shape) => board.svg.contains(shape));
  const copies = shapes.map((shape) => copyOf(shape, "twin"));
  for (const old of findAll(".twin", board.svg)) {
    old.remove();
  }
  board.layers.over.append(...copies);
}

/**
 * A copy of a shape in the board's own space, whatever group it stands in.
 * @param {SVGGraphicsElement} shape
 * @param {string} name
 */
export function copyOf(shape, name) {
  const twin = /** @type {SVGGraphicsElement} */ (shape.cloneNode(false));
  for (const attribute of ["data-target", "tabindex", "role", "aria-label", "id"]) {
    twin.removeAttribute(attribute);
  }
  const forms = ["hx", "bare"].filter((form) => shape.classList.contains(form));
  twin.setAttribute("class", [name, ...forms].join(" "));
  const transform = transformOf(shape);
  if (transform) {
    twin.setAttribute("transform", transform);
  }
  return twin;
}

/**
 * The transforms of a shape and of all it stands in. They are read, not measured: for that the browser would have to lay out
 * what was just drawn.
 * @param {Element} shape
 */
function transformOf(shape) {
  const own = [];
  for (let at = shape.parentElement; at instanceof SVGGElement; at = at.parentElement) {
    own.unshift(at.getAttribute("transform"));
  }
  return [...own, shape.getAttribute("transform")].filter(Boolean).join(" ");
}
