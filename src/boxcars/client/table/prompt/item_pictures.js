// Small pictures of things: symbols that came with the board's ground, or markup of the server.
import { h } from "../../lib/dom.js";

/**
 * @param {string} of the id of a symbol, or markup in a box of w × h
 * @param {number} [w]
 * @param {number} [height]
 */
export function face(of, w = 0, height = 0) {
  const drawn = of.startsWith("<");
  const box = drawn ? ` viewBox="0 0 ${w} ${height}"` : "";
  const body = drawn ? of : `<use href="#${of}" width="100%" height="100%"/>`;
  return h("span", { class: "face", "aria-hidden": "true", html: `<svg class="bx"${box}>${body}</svg>` });
}

/**
 * Put these nodes into an element, unless they are there already: what is not touched keeps its focus and its motion.
 * @param {Element} el
 * @param {Node[]} nodes
 */
export function refill(el, nodes) {
  const same = nodes.length === el.childNodes.length && nodes.every((node, i) => el.childNodes[i] === node);
  if (!same) {
    el.replaceChildren(...nodes);
  }
}
