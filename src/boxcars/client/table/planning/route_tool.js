// Two tools for track. "City to city": two places are chosen, then one of the cheapest routes between them; each of its tiles is
// an ordinary action. "Pencil": the same two places at any time; what is drawn is kept for later and nobody else sees it.
import { newKey, refusal } from "../../lib/http_call.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/translate.js";
import { drawPlan, drawRoutes, lightRoute, ringEnds } from "./route_drawing.js";
import { routeTray } from "./route_tray.js";

/** @import { PencilPlan, PlannedRoute, Target, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */
/** @typedef {"" | "cities" | "pencil"} Mode */

const MOST_LINKS = 12; // that the server keeps

export class RouteTool {
  /** @type {Mode} */
  mode = "";
  /** The places chosen so far: none, one, or both. @type {Target[]} */
  ends = [];
  /** Routes between both places, or one plan that is to be built. @type {PlannedRoute[]} */
  routes = [];
  /** Which of them is chosen. */
  chosen = 0;
  /** What the server says of the routes. */
  note = "";
  /** What cannot be built now, and can be drawn. @type {PlannedRoute | null} */
  instead = null;
  /** @type {PencilPlan | null} */
  plan = null;
  /** For which position the plan was read. */
  planned = "";
  /** Whether an answer is awaited, or tiles are being laid. */
  working = false;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  get active() {
    return this.mode !== "" && !this.table.past;
  }

  /** Whether track can be drawn at this table now. @param {View | null} [view] */
  offers(view = this.table.view) {
    return Boolean(view?.game.routes && view.you !== null && view.status === "playing" && !view.lesson);
  }

  /** Whether the reader may lay tiles now. @param {View | null} [view] */
  builds(view = this.table.view) {
    return this.offers(view) && Boolean(view?.legal.some(({ effect }) => effect));
  }

  /** A new position: what was begun is forgotten, and the plan is read again where there is one. @param {View} view */
  show(view) {
    const at = `${view.mark}:${view.you}`;
    if (!this.offers(view) || (this.mode === "cities" && !this.builds(view) && !this.working)) {
      this.leave();
    }
    const first = this.planned === "";
    if (!this.offers(view) || this.planned === at || this.working) {
      return;
    }
    this.planned = at;
    if (!first) {
      this.forget();
    }
    if (first || this.mode || this.plan?.links.length) {
      this.read(at);
    }
  }

  /** Read the plan as it stands in this position. @param {string} at */
  async read(at) {
    const plan = await this.table.server.pencil().catch(() => null);
    if (plan && this.planned === at) {
      this.plan = plan;
      this.again();
    }
  }

  /** Begin with a tool, or put it away. @param {Exclude<Mode, "">} mode */
  async toggle(mode) {
    const { view, choosing } = this.table;
    if (this.working || !this.offers(view) || (mode === "cities" && !this.builds(view))) {
      return;
    }
    const same = this.mode === mode;
    this.leave();
    choosing.forget();
    if (!same) {
      this.mode = mode;
      sound.play("card");
    }
    this.again();
    if (this.mode && !this.plan) {
      await this.read(this.planned);
    }
  }

  leave() {
    this.mode = "";
    this.forget();
  }

  forget() {
    this.ends = [];
    this.routes = [];
    this.chosen = 0;
    this.note = "";
    this.instead = null;
  }

  /** Where a click begins or ends a route. @returns {Target[]} */
  get places() {
    const all = this.plan?.places ?? [];
    return this.ends.length === 1 ? all.filter((place) => place !== this.ends[0]) : all;
  }

  /** A click on the board. @param {Target} target */
  click(target) {
    if (this.working) {
      return;
    }
    if (this.ends.includes(target)) {
      this.back();
      return;
    }
    if (!this.plan?.places.includes(target)) {
      sound.play("no");
      this.forget();
      this.note = t("Choose a city, a town or an open end of your track.");
      this.again();
      return;
    }
    if (this.ends.length !== 1) {
      this.forget();
      this.ends = [target];
      this.again();
      return;
    }
    this.ends = [this.ends[0], target];
    this.search();
  }

  /** Ask for the routes between both places. */
  async search() {
    const [start, goal] = this.ends;
    const { mode } = this;
    this.working = true;
    this.again();
    try {
      const found = await this.table.server.routes(start, goal, mode === "pencil");
      if (this.mode === mode && this.ends[1] === goal) {
        this.routes = found.routes;
        this.chosen = 0;
        this.note = found.note;
        this.instead = found.instead;
      }
    } catch (error) {
      this.ends = [];
      this.table.choosing.refuse(refusal(error).reason);
    }
    this.working = false;
    this.again();
    this.table.board.camera.gather(this.ends);
  }

  /** A slip was pressed: choose that route; the chosen one is built. @param {number} i */
  choose(i) {
    if (this.working) {
      return;
    }
    if (i === this.chosen) {
      this.confirm();
      return;
    }
    this.chosen = i;
    this.again();
    document.getElementById("confirm")?.focus();
  }

  /** Point at a route. @param {number} i */
  look(i) {
    lightRoute(this.table.board.layers["ghost-layer"], i);
  }

  /** A plan that can be built now: show it, and build it with the next press. @param {PlannedRoute} link */
  propose(link) {
    this.table.choosing.forget();
    this.mode = "cities";
    this.forget();
    this.routes = [link];
    this.ends = [`hex:${link.start}`, `hex:${link.goal}`];
    this.again();
    document.getElementById("confirm")?.focus();
  }

  back() {
    if (this.ends.length) {
      this.forget();
    } else {
      this.leave();
    }
    this.again();
  }

  /** The route that Confirm would build or draw. */
  ready() {
    return this.active && !this.working ? (this.routes[this.chosen] ?? null) : null;
  }

  confirm() {
    const route = this.ready();
    if (route && this.mode === "pencil") {
      this.keep([...this.links, route]);
    } else if (route) {
      this.build(route);
    }
  }

  /** Lay the tiles of a route, one action after the other. @param {PlannedRoute} route */
  async build(route) {
    const { choosing, server, view } = this.table;
    let at = { ply: view?.ply ?? 0, mark: choosing.mark };
    this.working = true;
    choosing.busy = true;
    this.again();
    try {
      const name = newKey(); // tiles with one name are taken back together
      for (const [i, action] of route.actions.entries()) {
        at = await server.act(at.ply, at.mark, action, `route-${name}-${i}`);
      }
    } catch (error) {
      const { status, reason, data } = refusal(error);
      if (status === 409) {
        this.table.stale(data);
      } else {
        choosing.refuse(reason);
      }
    }
    this.working = false;
    this.planned = "-"; // read the plan anew: a link of it may be built
    choosing.busy = false;
    this.leave();
    if (this.table.view) {
      this.show(this.table.view);
    }
    this.again();
  }

  // -- the pencil --------------------------------------------------------------------------------------------------------

  get links() {
    return this.plan?.links ?? [];
  }

  /** Draw what this turn does not allow. */
  sketch() {
    if (this.instead) {
      this.mode = "pencil";
      this.keep([...this.links, this.instead]);
    }
  }

  /** @param {number} i */
  erase(i) {
    this.keep(this.links.filter((_, k) => k !== i));
  }

  /** Keep these links instead of those that were drawn. @param {PlannedRoute[]} links */
  async keep(links) {
    if (this.working || links.length > MOST_LINKS) {
      return;
    }
    this.working = true;
    this.forget();
    this.again();
    try {
      this.plan = await this.table.server.putPencil(links.map(({ start, goal, tiles }) => ({ start, goal, tiles })));
      sound.play("card");
    } catch (error) {
      this.table.choosing.refuse(refusal(error).reason);
    }
    this.working = false;
    this.again();
  }

  // -- what the page shows ----------------------------------------------------------------------------------------------

  /** The picture beside the question. @returns {"pencil" | "route" | null} */
  lamp() {
    if (!this.active) {
      return null;
    }
    return this.mode === "pencil" ? "pencil" : "route";
  }

  /** The question and its note, while a tool is used. @returns {[string, string]} */
  words() {
    const { mode, ends, routes, plan, note } = this;
    const names = this.table.shown?.names ?? {};
    const called = (/** @type {Target} */ target) => names[target] ?? "";
    const title = routes[0]?.title ?? this.instead?.title ?? "";
    if (this.working) {
      return [title || t("One moment…"), ""];
    }
    if (title) {
      return [title, note || routes[this.chosen]?.why || ""];
    }
    if (ends.length === 1) {
      return [t("From {place} to where?", { place: called(ends[0]) }), t("Click the second place.")];
    }
    const ask = mode === "pencil" ? t("Plan a link in pencil") : t("Build from city to city");
    const note2 = t("Click two places: cities, towns or ends of your track.");
    return [ask, note || (ends.length ? "" : joined([note2, mode === "cities" ? (plan?.means ?? "") : ""]))];
  }

  /** What Confirm says. */
  goWords() {
    const route = this.ready();
    const several = this.routes.length > 1 ? LETTERS[this.chosen] : "";
    if (!route) {
      return t("Confirm");
    }
    const { price } = route;
    if (this.mode === "pencil") {
      return several ? t("Draw {letter} · {price}", { letter: several, price }) : t("Draw · {price}", { price });
    }
    return several ? t("Build {letter} · {price}", { letter: several, price }) : t("Build · {price}", { price });
  }

  /** What lies in the tray while a tool is used. */
  tray() {
    return routeTray(this);
  }

  /** Places that can be clicked, with their names. @param {View} view @returns {Map<Target, string>} */
  lit(view) {
    const places = this.working || this.routes.length ? [] : this.places;
    return new Map(places.map((place) => [place, view.names[place] || t("Open end of your track")]));
  }

  /** Draw routes and pencil on the board. */
  draw() {
    const { board, past } = this.table;
    drawPlan(board.layers.pencil, past ? [] : this.links);
    if (this.active) {
      drawRoutes(board.layers["ghost-layer"], this);
      ringEnds(board.layers["ghost-layer"], this.ends);
    }
  }

  again() {
    this.table.renderChoice();
  }
}

export const LETTERS = "ABC";

/** @param {string[]} parts */
function joined(parts) {
  return parts.filter(Boolean).join(" ");
}
