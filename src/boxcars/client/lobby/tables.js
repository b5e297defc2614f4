// Tables in the lobby: one's own, and those that show themselves.
import { button, heading } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { medal } from "../lib/drawings.js";
import { keptTables } from "../lib/keys.js";
import { AtTable, server } from "../lib/server.js";
import { ago, t } from "../lib/words.js";

/** @import { GameOffered, Listed, View } from "../types.d.ts" */
/** @import { Kept } from "../lib/keys.js" */

/** @typedef {"open" | "playing" | "over"} ListedStatus */

const PAGE = 100; // tables that the server lists at once
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
 * The listed tables of one status, page by page. `none`: what to say if there are none.
 * @param {GameOffered[]} games
 * @param {ListedStatus} status
 * @param {string} title
 * @param {Listed[]} first
 * @param {string} [none]
 */
export function listedTables(games, status, title, first, none) {
  if (!first.length) {
    return h("section", {}, heading(title), none && h("p", { class: "small" }, none));
  }
  const list = h("ul", { class: "tables" });
  let page = 0;
  const more = button(t("More tables"), async () => {
    page += 1;
    add(await server.tables(status, page));
  });
  const add = (/** @type {Listed[]} */ tables) => {
    list.append(...tables.map((table) => listedRow(games, table)));
    more.hidden = tables.length < PAGE;
  };
  add(first);
  return h("section", {}, heading(title), list, more);
}

/**
 * Finished tables are looked for only when somebody wants to see them.
 * @param {GameOffered[]} games
 */
export function finishedTables(games) {
  const title = t("Finished");
  const show = async () => {
    const first = await server.tables("over", 0);
    section.replaceWith(listedTables(games, "over", title, first, t("No finished game is listed.")));
  };
  const section = h("section", { id: "finished" }, heading(title), button(t("Show finished games"), show));
  return section;
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
