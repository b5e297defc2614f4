// The head of the table: where one is, the phases of the turn, the line to the server, the tools.
import { iconButton } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { car, icon } from "../lib/icons.js";
import { sound } from "../lib/sound.js";
import { t } from "../lib/translate.js";
import { nextGameButton } from "../page/next_game.js";

/** @import { View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

export const ZOOM = 1.3;
const LONG = 20; // letters: a longer name is written smaller on a phone

export class Head {
  /** @param {TablePage} table */
  constructor(table) {
    this.where = h("h1", { class: "where" });
    this.stations = h("ol", { class: "stations", "aria-label": t("Phases of the turn") });
    this.turn = h("div", { class: "turn" });
    this.net = h("div", { class: "net", role: "status" });
    const home = t("Boxcars: go to the lobby");
    this.el = h(
      "header",
      { class: "head" },
      h("a", { class: "brand", href: "/", "aria-label": home }, car(), h("span", {}, "Boxcars")),
      this.where,
      this.stations,
      this.turn,
      this.net,
      nextGameButton(table.id),
      h("div", { class: "tools" }, this.tools(table)),
    );
  }

  /** @param {TablePage} table */
  tools(table) {
    const zoom = (/** @type {number} */ factor) => table.board.camera.zoom(factor);
    return [
      iconButton("plus", t("Zoom in"), () => zoom(ZOOM), { class: "wide", title: t("Zoom in") }),
      iconButton("minus", t("Zoom out"), () => zoom(1 / ZOOM), { class: "wide", title: t("Zoom out") }),
      soundButton(),
      iconButton("ask", t("What can I do?"), () => table.explain(), {
        id: "explain-button",
        title: t("What can I do?"),
      }),
      iconButton("book", t("Rules"), () => table.help.toggle(), { title: t("Rules") }),
      table.menu.opener,
    ];
  }

  /**
   * @param {View} view
   * @param {TablePage} table
   */
  show(view, { memo }) {
    const { game, stations, turn } = view;
    const long = game.map_name.length > LONG ? "long" : null;
    memo.part("where", [game, view.lang, turn, view.status], () =>
      fill(
        this.where,
        h("b", { class: long }, game.map_name),
        h("i", {}, game.name, turn && view.status !== "over" && h("span", { class: "turn-here" }, ` · ${turn}`)),
        origin(game),
      ),
    );
    memo.part("stations", stations, () => fill(this.stations, stations.map(station)));
    memo.part("turn", [turn], () => fill(this.turn, turn || ""));
  }

  /** @param {string} text */
  say(text) {
    this.net.textContent = text;
  }
}

/** Where a branch left another game. @param {View["game"]} game */
function origin({ origin: from }) {
  const [id, ply] = from.split(":");
  if (!ply) {
    return null;
  }
  const title = t("Branched off from another game");
  return h("a", { class: "branched", href: `/t/${id}?analysis=${ply}`, title, "aria-label": title }, icon("branch"));
}

/** Sound on or off; a change is heard at once. */
function soundButton() {
  const words = () => (sound.on ? t("Sound is on") : t("Sound is off"));
  const el = iconButton(sound.on ? "sound" : "mute", t("Sound"), toggle, {
    id: "sound",
    title: words(),
    "aria-pressed": String(sound.on),
  });
  function toggle() {
    sound.set({ on: !sound.on });
    fill(el, icon(sound.on ? "sound" : "mute"));
    el.title = words();
    el.setAttribute("aria-pressed", String(sound.on));
  }
  return el;
}

/** @param {View["stations"][number]} phase */
function station({ name, state }) {
  return h("li", { class: state, "aria-current": state === "now" ? "step" : null }, name);
}
