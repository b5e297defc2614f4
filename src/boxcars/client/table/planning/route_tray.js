// What lies in the dock while routes are chosen or drawn, and the two tools themselves.
import { button } from "../../lib/controls.js";
import { h } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { t, tn } from "../../lib/translate.js";
import { face } from "../prompt/item_pictures.js";

/** @import { PlannedRoute, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */
/** @import { RouteTool } from "./route_tool.js" */
/** @typedef {{ title: string, things: Node[], more?: string }} Laid */

const LETTERS = "ABC";
const FACES = 4; // pictures of tiles on a slip

/**
 * The two tools, to be pressed: one pair beside the keys, on a phone one on the map.
 * @param {TablePage} table
 */
export function toolButtons(table) {
  const tools = table.routes;
  const pencil = {
    ico: /** @type {const} */ ("pencil"),
    title: `${t("Pencil")} (D)`,
    "data-tool": "pencil",
    "aria-label": t("Pencil"),
  };
  const cities = {
    ico: /** @type {const} */ ("route"),
    title: `${t("City to city")} (C)`,
    "data-tool": "cities",
    "aria-label": t("City to city"),
  };
  return h(
    "div",
    { class: "plan-tools", role: "group", "aria-label": t("Planning track"), hidden: true },
    button(t("Pencil"), () => tools.toggle("pencil"), pencil),
    button(t("City to city"), () => tools.toggle("cities"), cities),
  );
}

/**
 * @param {HTMLElement} el
 * @param {TablePage} table
 * @param {View} view
 */
export function showTools(el, table, view) {
  const { routes } = table;
  el.hidden = !routes.offers(view) || Boolean(table.past);
  for (const tool of el.querySelectorAll("button")) {
    const { tool: mode } = tool.dataset;
    tool.hidden = mode === "cities" && !routes.builds(view);
    tool.setAttribute("aria-pressed", String(routes.mode === mode));
  }
}

/** @param {RouteTool} tool @returns {Laid} */
export function routeTray(tool) {
  if (tool.routes.length) {
    return {
      title: tool.routes.length > 1 ? t("Routes, cheapest first") : "",
      things: tool.routes.map((route, i) => slip(tool, route, i)),
    };
  }
  if (tool.instead) {
    const pencil = button(t("Draw it in pencil · {price}", { price: tool.instead.price }), () => tool.sketch(), {
      ico: "pencil",
      "data-pick": "sketch",
    });
    return { title: "", things: tool.working ? [] : [pencil] };
  }
  return tool.mode === "pencil" ? planTray(tool) : { title: "", things: [], more: "" };
}

/**
 * A route to choose.
 * @param {RouteTool} tool
 * @param {PlannedRoute} route
 * @param {number} i
 */
function slip(tool, route, i) {
  const on = i === tool.chosen;
  const several = tool.routes.length > 1;
  const title = tn("{count} tile · {price}", "{count} tiles · {price}", route.hexes.length, { price: route.price });
  const look = () => tool.look(i);
  return h(
    "button",
    {
      type: "button",
      class: on ? "route-slip on" : "route-slip",
      "data-pick": `route:${i}`,
      "aria-pressed": String(on),
      "aria-label": `${several ? `${LETTERS[i]}: ` : ""}${title}`,
      onclick: () => tool.choose(i),
      onpointerenter: look,
      onpointerleave: () => tool.look(tool.chosen),
      onfocus: look,
    },
    several && h("i", { class: "letter", "aria-hidden": "true" }, LETTERS[i]),
    h("b", {}, title),
    tiles(route),
  );
}

/** @param {PlannedRoute} route */
function tiles({ faces }) {
  const more = faces.length - FACES;
  return h(
    "span",
    { class: "tiles" },
    faces.slice(0, FACES).map((of) => face(of)),
    more > 0 && h("small", {}, `+${more}`),
  );
}

/** The plan: what it needs, its links to be erased one by one. @param {RouteTool} tool @returns {Laid} */
function planTray(tool) {
  const { plan } = tool;
  if (!plan) {
    return { title: t("Your pencil plan"), things: [] };
  }
  const only = h("span", { class: "private" }, icon("eye"), t("Only you can see it"));
  if (!plan.links.length) {
    return { title: t("Your pencil plan"), things: [h("p", { class: "then" }, t("Nothing is drawn yet.")), only] };
  }
  const links = tn("{count} link", "{count} links", plan.links.length);
  const count = tn("{count} tile", "{count} tiles", plan.tiles);
  const sum = h(
    "div",
    { class: "plan-sum" },
    h("span", {}, h("b", {}, count), links),
    h("span", {}, h("b", {}, plan.total), plan.means),
  );
  const clear = button(t("Clear all"), () => tool.keep([]), { "data-pick": "clear" });
  return {
    title: t("Your pencil plan"),
    things: [sum, ...plan.links.map((link, i) => eraser(tool, link, i)), clear, only],
  };
}

/**
 * @param {RouteTool} tool
 * @param {PlannedRoute} link
 * @param {number} i
 */
function eraser(tool, link, i) {
  const title = t("Erase {link}", { link: link.title });
  return h(
    "button",
    {
      type: "button",
      class: `route-slip ${link.state}`,
      "data-pick": `erase:${i}`,
      "aria-label": title,
      title,
      onclick: () => tool.erase(i),
    },
    h("b", {}, link.title),
    h("small", {}, link.state === "taken" ? link.why : `${link.hexes.length} · ${link.price}`),
    icon("close"),
  );
}

/**
 * One's plans that can be built now, as slips of the dock.
 * @param {RouteTool} tool
 * @param {View} view
 */
export function planSlips(tool, view) {
  if (!tool.builds(view) || !tool.plan?.now) {
    return [];
  }
  return tool.links
    .filter(({ actions }) => actions.length)
    .map((link) =>
      h(
        "button",
        {
          type: "button",
          class: "route-slip",
          "data-pick": `plan:${link.start}:${link.goal}`,
          onclick: () => tool.propose(link),
        },
        h("b", {}, link.title),
        tiles(link),
        h("small", {}, t("your plan · {price}", { price: link.price })),
      ),
    );
}
