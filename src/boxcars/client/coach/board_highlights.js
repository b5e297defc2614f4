// Pointing on the board: a veil with holes, rings round what is meant, an outline of what was tried in vain.
import { svg } from "../table/board/svg.js";

/** @import { BoardView } from "../table/board/board.js" */

const HOLE = 26; // how far a hole reaches beyond its shape, in units of the board

/**
 * What a ring is drawn round: the shapes that a selector finds on the board.
 * @typedef {{ shape: SVGGraphicsElement, kind: string }} Spot
 */

/**
 * @param {BoardView} board
 * @param {Spot[]} spots
 * @param {boolean} veiled
 */
export function drawSpots(board, spots, veiled) {
  const old = board.svg.querySelector("#coach-spots");
  if (!spots.length) {
    old?.remove();
    return;
  }
  const group = svg("g", { id: "coach-spots", "aria-hidden": "true" });
  if (veiled && spots.some(({ kind }) => kind === "act")) {
    group.append(veil(board, spots));
  }
  for (const { shape, kind } of spots) {
    if (kind === "tried") {
      group.append(twin(board, shape, "spot-tried"));
    } else {
      group.append(twin(board, shape, "spot-case"), twin(board, shape, `spot-ring ${kind}`));
    }
  }
  group.append(names(board, spots));
  old?.remove(); // (only now: until the board is changed it need not be laid out again to know where its shapes are)
  board.svg.append(group);
}

/**
 * @param {BoardView} board
 * @param {Spot[]} spots
 */
function veil(board, spots) {
  const whole = { x: -5000, y: -5000, width: 15000, height: 15000 };
  const mask = svg("mask", { id: "coach-holes", maskUnits: "userSpaceOnUse", ...whole });
  mask.append(svg("rect", { ...whole, fill: "#fff" }));
  for (const { shape } of spots) {
    const hole = twin(board, shape, "");
    for (const [name, value] of Object.entries({ fill: "#000", stroke: "#000", "stroke-width": HOLE })) {
      hole.setAttribute(name, String(value));
    }
    mask.append(hole);
  }
  const cloth = svg("g", {});
  cloth.append(mask, svg("rect", { ...whole, class: "spot-veil", mask: "url(#coach-holes)" }));
  return cloth;
}

/**
 * The lettering that a ring would cross, once more above it: a name with the plate it stands on, or the plate would hide it.
 * @param {BoardView} board
 * @param {Spot[]} spots
 */
function names(board, spots) {
  const rings = spots.map(({ shape }) => shape.getBoundingClientRect());
  /** @type {NodeListOf<SVGGraphicsElement>} */
  const all = board.svg.querySelectorAll(".bx :is(text.lbl, .nameplate, .name)");
  const under = [...all].filter((text) => {
    const plate = text.previousElementSibling;
    const box = (plate?.matches(".nameplate") ? plate : text).getBoundingClientRect();
    return rings.some((r) => r.left < box.right && box.left < r.right && r.top < box.bottom && box.top < r.bottom);
  });
  const above = svg("g", { class: "bx", "pointer-events": "none" }); // what lies below them can be clicked
  above.append(...under.map((text) => laid(board, text, /** @type {SVGGraphicsElement} */ (text.cloneNode(true)))));
  return above;
}

/**
 * A copy of a shape in the board's own space, whatever groups it stands in.
 * @param {BoardView} board
 * @param {SVGGraphicsElement} shape
 * @param {string} name
 */
function twin(board, shape, name) {
  const copy = /** @type {SVGGraphicsElement} */ (shape.cloneNode(false));
  for (const { name: attribute } of [...copy.attributes]) {
    if (/^(data-|aria-|id$|class$|tabindex$|role$|style$|transform$)/.test(attribute)) {
      copy.removeAttribute(attribute);
    }
  }
  copy.setAttribute("class", name);
  return laid(board, shape, copy);
}

/**
 * A copy of a shape laid where the shape is.
 * @param {BoardView} board
 * @param {SVGGraphicsElement} shape
 * @param {SVGGraphicsElement} copy
 */
function laid(board, shape, copy) {
  const root = board.svg.getScreenCTM();
  const own = shape.getScreenCTM();
  if (root && own) {
    const m = root.inverse().multiply(own);
    copy.setAttribute("transform", `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e} ${m.f})`);
  }
  return copy;
}
