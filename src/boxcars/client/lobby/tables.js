// Tables in the lobby: one's own, and those that show themselves.
import { heading } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { medal } from "../lib/drawings.js";
import { keptTables } from "../lib/keys.js";
import { AtTable } from "../lib/server.js";
import { ago, t } from "../lib/words.js";

/** @import { GameOffered, Listed, Status, View } from "../types.d.ts" */
/** @import { Kept } from "../lib/keys.js" */

const OWN = 6; // the latest are enough

export function ownTables() {
  const own = keptTables().slice(0, OWN);
  if (!own.length) {
    return null;
  }
  const rows = own.map(([id, known]) => ownRow(id, known));
  return h("section", {}, heading(t("Resume")), h("ul", { class: "tables", id: "own" }, rows));
}

/**
 * @param {string} id
 * @param {Kept} known
 */
function ownRow(id, known) {
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/t/${id}` },
      h("b", {}, known.title || id),
      awaited(id, known),
      known.at && h("time", {}, ago((Date.now() - known.at) / 1000)),
      h("span", { class: "btn" }, known.over ? t("Look at it") : t("Play on")),
    ),
  );
}

/**
 * Who is to move at a table of one's own: told when it is known.
 * @param {string} id
 * @param {Kept} known
 */
function awaited(id, known) {
  const el = h("span", { class: "people" }, known.over ? t("finished") : "");
  if (!known.over) {
    const token = Object.values(known.seats)[0] ?? known.host;
    new AtTable(id, token).view().then(
      (view) => fill(el, whoseMove(view)),
      () => {}, // a table that is gone has nobody to wait for
    );
  }
  return el;
}

/** @param {View} view */
function whoseMove(view) {
  if (view.legal.length) {
    return h("strong", {}, t("Your move"));
  }
  if (view.actor >= 0) {
    return h("span", {}, medal(view.actor), view.seats[view.actor].name);
  }
  return view.prompt;
}

/**
 * The listed tables of one status; `none`: what to say if there are none (otherwise the section is left out).
 * @param {GameOffered[]} games
 * @param {Listed[]} tables
 * @param {Status} status
 * @param {string} title
 * @param {string} [none]
 */
export function listedTables(games, tables, status, title, none) {
  const found = tables.filter((table) => table.status === status);
  if (found.length) {
    const rows = found.map((table) => listedRow(games, table));
    return h("section", {}, heading(title), h("ul", { class: "tables" }, rows));
  }
  return none ? h("section", {}, heading(title), h("p", { class: "small" }, none)) : null;
}

/**
 * @param {GameOffered[]} games
 * @param {Listed} table
 */
function listedRow(games, { table, game, seats, changed, status }) {
  const people = seats.map((seat, i) => h("span", {}, medal(i), seat.kind === "open" ? t("free seat") : seat.name));
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/t/${table}` },
      h("b", {}, `${game.name} · ${mapName(games, game)}`),
      h("span", { class: "people" }, people),
      h("time", {}, ago(Date.now() / 1000 - changed)),
      status === "open" && h("span", { class: "btn go" }, t("Join")),
    ),
  );
}

/**
 * @param {GameOffered[]} games
 * @param {Listed["game"]} game
 */
function mapName(games, game) {
  const offered = games.find((other) => other.key === game.key);
  return offered?.maps.find((map) => map.key === game.map)?.name ?? game.map;
}
