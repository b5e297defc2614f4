// Marks on the board: what may be clicked, what was chosen, what changed last.
import { shapesOf } from "./shapes.js";
import { svg } from "./svg.js";

/** @import { Target } from "../../types.d.ts" */
/** @import { BoardView } from "./board.js" */

const MANY = 40; // from here on each place is lit less
const CROWD = 120; // and from here on without an edge
const FEW_HEXES = 12; // so few are ringed above what stands on them

/**
 * Light what may be clicked (with what it does, in words), and what was chosen.
 * @param {BoardView} board
 * @param {Map<Target, string>} legal
 * @param {Target[]} chosen
 */
export function markTargets(board, legal, chosen) {
  unmark();
  const lit = [...legal].flatMap(([target, words]) =>
    shapesOf(target, { all: true }).map((shape) => /** @type {const} */ ([shape, words])),
  );
  for (const [i, [shape, words]] of lit.entries()) {
    light(shape, words, i === 0);
    shape.classList.toggle("many", lit.length > MANY);
    shape.classList.toggle("crowd", lit.length > CROWD);
    if (lit.length <= MANY && board.svg.contains(shape)) {
      ring(board, shape, lit.length <= FEW_HEXES);
    }
  }
  for (const target of chosen) {
    for (const shape of shapesOf(target, { all: true })) {
      shape.classList.add("chosen");
    }
  }
}

function unmark() {
  for (const shape of document.querySelectorAll(".hit.legal,.hit.chosen")) {
    shape.classList.remove("legal", "chosen", "many", "crowd", "near");
    for (const attribute of ["tabindex", "role", "aria-label"]) {
      shape.removeAttribute(attribute);
    }
    shape.replaceChildren();
  }
  for (const halo of document.querySelectorAll(".target-halo")) {
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
 * @param {BoardView} board
 * @param {SVGGraphicsElement} shape
 * @param {boolean} few
 */
function ring(board, shape, few) {
  board.layers.under.append(copyOf(shape, "target-halo"));
  const hidden = shape.classList.contains("bare") || (few && shape.classList.contains("hx")); // a city would hide it
  if (hidden) {
    board.layers.over.prepend(copyOf(shape, "target-halo case"));
    board.layers.over.append(copyOf(shape, "target-halo edge"));
  }
}

/**
 * Mark what the last action changed.
 * @param {BoardView} board
 * @param {Target[]} targets
 */
export function markTouched(board, targets) {
  for (const old of document.querySelectorAll(".last,.last-f")) {
    old.remove();
  }
  for (const shape of targets.flatMap((target) => shapesOf(target, { all: true }))) {
    const inside = board.svg.contains(shape);
    (inside ? board.layers.under : shape.parentElement)?.append(copyOf(shape, "last-f"));
    (inside ? board.layers.over : shape.parentElement)?.append(copyOf(shape, "last"));
  }
}

/**
 * A copy of a shape in the board's own space, whatever group it stands in.
 * @param {SVGGraphicsElement} shape
 * @param {string} name
 */
function copyOf(shape, name) {
  const twin = /** @type {SVGGraphicsElement} */ (shape.cloneNode(false));
  for (const attribute of ["data-target", "tabindex", "role", "aria-label", "id"]) {
    twin.removeAttribute(attribute);
  }
  const forms = ["hx", "bare"].filter((form) => shape.classList.contains(form));
  twin.setAttribute("class", [name, ...forms].join(" "));
  const root = shape.ownerSVGElement?.getScreenCTM();
  /** @type {Node | null} */
  const group = shape.parentNode;
  if (root && group instanceof SVGGraphicsElement && group !== shape.ownerSVGElement) {
    const own = group.getScreenCTM();
    if (own) {
      place(twin, root.inverse().multiply(own));
    }
  }
  return twin;
}

/**
 * @param {Element} twin
 * @param {DOMMatrix} m
 */
function place(twin, m) {
  if (Math.abs(m.e) + Math.abs(m.f) + Math.abs(m.a - 1) > 0.01) {
    twin.setAttribute("transform", `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e} ${m.f})`);
  }
}
