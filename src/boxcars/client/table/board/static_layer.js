// What is printed on the board and never changes is drawn as one thing. When something takes off, a browser takes the page
// apart into layers anew, and every shape with a transform of its own costs; what stands in a marker is painted as a whole,
// as sharp as before and in the inks of the page.
import { svg } from "./svg.js";

/** What keeps its place in the ground: what others refer to, what is clicked, what is laid under the routes. */
const ALIVE = "defs,clipPath,.hit,.beds";

/**
 * Gather the printed shapes of a ground, one marker for those that lie together.
 * @param {SVGGElement} ground
 * @returns {SVGPathElement[]} what draws them, from the lowest to the highest
 */
export function print(ground) {
  /** @type {SVGPathElement[]} */
  const prints = [];
  /** @type {SVGMarkerElement | null} */
  let marker = null;
  for (const shape of [...ground.children]) {
    if (shape.matches(ALIVE) || shape.querySelector(".hit,.beds")) {
      marker = null;
      continue;
    }
    if (!marker) {
      const id = `bx-print-${prints.length}`;
      marker = svg("marker", { id, class: "print", markerUnits: "userSpaceOnUse" });
      const drawn = svg("path", { d: "M0 0H0", "marker-start": `url(#${id})` });
      shape.before(marker, drawn);
      prints.push(drawn);
    }
    marker.append(shape);
  }
  return prints;
}
