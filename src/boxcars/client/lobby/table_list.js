// Tables that show themselves in the lobby.
import { button, heading } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { medal } from "../lib/icons.js";
import { ago, t } from "../lib/translate.js";

/** @import { GameOffered, Listed } from "../types.d.ts" */

/** @typedef {"open" | "playing" | "over"} ListedStatus */

const PAGE = 100; // tables that the server lists at once

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
  const list = h("ul", { class: "rows" });
  let page = 0;
  const more = button(t("More games"), async () => {
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
  const title = t("Finished on this server");
  const show = async () => {
    const first = await server.tables("over", 0);
    section.replaceWith(listedTables(games, "over", title, first, t("No finished games to show.")));
  };
  const section = h("section", { id: "finished" }, heading(title), button(t("Show finished games"), show));
  return section;
}

/**
 * @param {GameOffered[]} games
 * @param {Listed} table
 */
function listedRow(games, { table, game, seats, changed, status }) {
  const people = seats.map((seat, i) =>
    h("span", { class: "who" }, medal(i), seat.kind === "open" ? t("open seat") : seat.name),
  );
  const open = status === "open" && seats.some((seat) => seat.kind === "open"); // a full table has nothing to join
  return h(
    "li",
    { class: "join" },
    h(
      "span",
      {},
      h("b", {}, `${game.name} · ${mapName(games, game)}`),
      " ",
      h("time", { class: "small" }, ago(Date.now() / 1000 - changed)),
    ),
    h("div", { class: "people" }, people),
    h("a", { class: open ? "btn go sm" : "btn sm", href: `/t/${table}` }, open ? t("Join") : t("View")),
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
