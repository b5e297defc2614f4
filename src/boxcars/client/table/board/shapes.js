// Finding the shapes of a target, on the board and in the panels.

/** @import { Target } from "../../types.d.ts" */

const REACH = 24; // how far beside a small shape a finger may land

/**
 * Where each of these targets is drawn: one walk through the page for all of them.
 * @param {Iterable<Target>} targets
 * @returns {Map<Target, SVGGraphicsElement[]>}
 */
export function shapesOf(targets) {
  /** @type {Map<Target, SVGGraphicsElement[]>} */
  const found = new Map();
  for (const target of targets) {
    found.set(target, []);
  }
  /** @type {Iterable<SVGGraphicsElement>} */
  const shapes = document.querySelectorAll(".hit");
  for (const shape of shapes) {
    found.get(shape.getAttribute("data-target") ?? "")?.push(shape);
  }
  return found;
}

/**
 * The shapes of all these targets, in the order of the targets.
 * @param {Iterable<Target>} targets
 */
export function allShapes(targets) {
  return [...shapesOf(targets).values()].flat();
}

/** @param {Element} shape */
export function middle(shape) {
  const box = shape.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * What a finger meant: the nearest lit shape that is too small to be hit.
 * @param {number} x
 * @param {number} y
 */
export function shapeNear(x, y) {
  let best = null;
  let least = REACH;
  /** @type {NodeListOf<SVGGraphicsElement>} */
  const lit = document.querySelectorAll(".board-svg .hit.legal");
  for (const shape of lit) {
    const box = shape.getBoundingClientRect();
    const at = middle(shape);
    const far = Math.hypot(at.x - x, at.y - y);
    if (Math.min(box.width, box.height) < REACH && far < least) {
      best = shape;
      least = far;
    }
  }
  return best;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Arrow keys walk from one lit shape to the nearest in that direction.
 * @param {SVGElement} from
 * @param {string} key
 * @returns {SVGElement | null}
 */
export function walk(from, key) {
  const way = WAYS[key];
  if (!way || !from.ownerSVGElement) {
    return null;
  }
  const [right, down] = way;
  const start = middle(from);
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  /** @type {NodeListOf<SVGElement>} */
  const lit = from.ownerSVGElement.querySelectorAll(".hit.legal");
  for (const shape of lit) {
    const at = middle(shape);
    const along = (at.x - start.x) * right + (at.y - start.y) * down;
    const across = Math.abs((at.x - start.x) * down) + Math.abs((at.y - start.y) * right);
    const cost = along + across * 2.2;
    if (shape !== from && along >= 2 && cost < least) {
      best = shape;
      least = cost;
    }
  }
  return best;
}
