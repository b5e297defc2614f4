// Several lines that may be built, drawn at once: the chosen one in full, the others as outlines, each with its letter.
import { findAll } from "../../lib/dom.js";
import { svg } from "./svg.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * @param {SVGGElement} layer
 * @param {{ i: number, svg: string }[]} lines
 * @param {number} chosen
 */
export function drawOffers(layer, lines, chosen) {
  layer.replaceChildren();
  for (const line of lines) {
    const g = svg("g", { class: "offer", "data-line": String(line.i) });
    g.innerHTML = line.svg;
    layer.append(g);
  }
  for (const [k, g] of findAll(".offer", layer).entries()) {
    layer.append(plate(own(layer, g), LETTERS[k], g.dataset.line ?? ""));
  }
  lightOffer(layer, chosen);
}

/**
 * Draw one of them in full.
 * @param {Element} layer
 * @param {number} i none of them: the first, if one must be shown
 */
export function lightOffer(layer, i) {
  for (const g of findAll("[data-line]", layer)) {
    g.classList.toggle("on", g.dataset.line === String(i));
  }
}

/**
 * A piece of a line that no other line shares, or its first piece.
 * @param {Element} layer
 * @param {Element} line
 */
function own(layer, line) {
  const edges = findAll(".ghost-edge", line);
  const others = new Set(
    findAll(".offer", layer)
      .filter((one) => one !== line)
      .flatMap((one) => findAll(".ghost-edge", one).map((edge) => edge.getAttribute("d"))),
  );
  return edges.find((edge) => !others.has(edge.getAttribute("d"))) ?? edges[0];
}

/**
 * @param {Element | undefined} edge
 * @param {string} letter
 * @param {string} line
 */
function plate(edge, letter, line) {
  const box = edge instanceof SVGGraphicsElement ? edge.getBBox() : { x: 0, y: 0, width: 0, height: 0 };
  const at = `translate(${box.x + box.width / 2} ${box.y + box.height / 2 - 15})`;
  const g = svg("g", { class: "offer-letter", "data-line": line, transform: at });
  g.innerHTML = `<circle r="11"/><text y="5">${letter}</text>`;
  return g;
}
