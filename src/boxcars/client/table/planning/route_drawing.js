// Routes on the board: the chosen one as track, the others as dots with their letters, plans in pencil with their price.
import { findAll } from "../../lib/dom.js";
import { copyOf } from "../board/marks.js";
import { allShapes } from "../board/shapes.js";
import { svg } from "../board/svg.js";

/** @import { PlannedRoute, Target } from "../../types.d.ts" */
/** @import { RouteTool } from "./route_tool.js" */
/** @typedef {{ x: number, y: number }} Point */

const LETTERS = "ABC";
const STEPS = 24; // points of a route at which a plate may stand

/**
 * @param {SVGGElement} layer
 * @param {RouteTool} tool
 */
export function drawRoutes(layer, { routes, instead, chosen, mode }) {
  layer.replaceChildren();
  const all = routes.length || !instead ? routes : [instead];
  for (const [i, route] of all.entries()) {
    const only = routes.length ? "" : " instead";
    const g = svg("g", { class: `route ${mode}${only}`, "data-route": String(i) });
    g.innerHTML = route.svg;
    layer.append(g);
  }
  if (routes.length > 1) {
    const plates = apart(findAll(".route", layer).map(pointsOf));
    layer.append(...plates.map(({ x, y }, i) => plate(x, y, LETTERS[i], "offer-letter", i)));
  }
  for (const route of routes.length ? [] : all) {
    layer.append(plate(route.x, route.y, route.price, "route-price", 0));
  }
  lightRoute(layer, chosen);
}

/**
 * Ring both places of a route.
 * @param {SVGGElement} layer
 * @param {Target[]} ends
 */
export function ringEnds(layer, ends) {
  const shapes = allShapes(ends).filter((shape) => shape.matches(".board-svg .hx"));
  layer.append(...shapes.flatMap((shape) => [copyOf(shape, "target-halo case"), copyOf(shape, "target-halo edge")]));
}

/** Points along a route, on the board. @param {Element} route @returns {Point[]} */
function pointsOf(route) {
  const path = route.querySelector(".alt");
  if (!(path instanceof SVGPathElement)) {
    return [];
  }
  const to = path.parentElement?.closest("[transform]");
  const turn = to instanceof SVGGraphicsElement ? to.transform.baseVal.consolidate()?.matrix : null;
  const long = path.getTotalLength();
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const at = path.getPointAtLength((long * i) / STEPS);
    return turn ? at.matrixTransform(turn) : at;
  });
}

/**
 * Of each route the point that is farthest from the other routes and from their plates.
 * @param {Point[][]} routes
 */
function apart(routes) {
  /** @type {Point[]} */
  const plates = [];
  for (const [i, own] of routes.entries()) {
    const others = routes.filter((_, k) => k !== i).flat();
    const free = (/** @type {Point} */ at) =>
      Math.min(...[...others, ...plates].map((one) => Math.hypot(one.x - at.x, one.y - at.y)));
    plates.push(own.reduce((best, at) => (free(at) > free(best) + 1 ? at : best), own[Math.floor(own.length / 2)]));
  }
  return plates;
}

/**
 * Draw one of the routes in full.
 * @param {Element} layer
 * @param {number} chosen
 */
export function lightRoute(layer, chosen) {
  for (const g of findAll("[data-route]", layer)) {
    g.classList.toggle("on", g.dataset.route === String(chosen));
  }
}

/**
 * The plan of the reader.
 * @param {SVGGElement} layer
 * @param {PlannedRoute[]} links
 */
export function drawPlan(layer, links) {
  const of = links.map(({ svg: drawn, state }) => drawn + state).join();
  if (layer.dataset.of === of) {
    return;
  }
  layer.dataset.of = of;
  layer.replaceChildren();
  for (const link of links) {
    const g = svg("g", { class: `plan ${link.state}` });
    g.innerHTML = link.svg;
    layer.append(g);
  }
  for (const link of links) {
    const words = link.state === "taken" ? link.why : link.price;
    layer.append(plate(link.x, link.y, words, `route-price ${link.state}`, -1));
  }
}

/**
 * A plate with a letter or a price.
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} kind
 * @param {number} i
 */
function plate(x, y, words, kind, i) {
  const g = svg("g", { class: kind, transform: `translate(${x} ${y})`, "data-route": String(i) });
  const text = svg("text", { y: "5" });
  text.textContent = words;
  const wide = Math.max(34, 9 * words.length + 14);
  const round = kind === "offer-letter";
  const shape = round
    ? svg("circle", { r: "13" })
    : svg("rect", { x: String(-wide / 2), y: "-12", width: String(wide), height: "24", rx: "12" });
  g.append(shape, text);
  return g;
}
