// What a card has played, newest first.
import { call } from "../lib/api.js";
import { cardToken } from "../lib/card.js";
import { button } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { herald } from "../lib/herald.js";
import { levelName } from "../lib/phrases.js";
import { t } from "../lib/words.js";
import { mapPicture } from "../lobby/pictures.js";

/** @import { PastGame, PastSeat } from "../types.d.ts" */

const PAGE = 20;

/** @param {string} id */
export async function historySection(id) {
  const ask = (/** @type {string} */ game, /** @type {number} */ page) =>
    /** @type {Promise<PastGame[]>} */ (
      call("GET", `/api/cards/${id}/history?game=${game}&page=${page}`, undefined, cardToken())
    );
  const body = h("tbody");
  let [page, only] = [0, ""];
  const first = await ask("", 0);
  const more = button(t("More games"), async () => {
    page += 1;
    add(await ask(only, page));
  });
  const add = (/** @type {PastGame[]} */ games) => {
    body.append(...games.map(row));
    more.hidden = games.length < PAGE;
  };
  const names = new Map(first.map((game) => [game.game, game.game_name]));
  const show = async (/** @type {string} */ game) => {
    [page, only] = [0, game];
    fill(body);
    add(await ask(game, 0));
  };
  add(first);
  if (!first.length) {
    return h(
      "section",
      {},
      h("h2", {}, h("span", {}, t("History"))),
      h("p", { class: "small" }, t("No finished game yet.")),
    );
  }
  const filters = [["", t("all")], ...names].map(([game, name]) =>
    h("button", { type: "button", class: "link", onclick: () => show(game) }, name),
  );
  const heads = [t("Day"), "", t("Game"), t("Against"), t("Rank"), t("Rating"), ""];
  return h(
    "section",
    {},
    h("h2", {}, h("span", {}, t("History")), h("small", {}, names.size > 1 && filters)),
    h(
      "table",
      { class: "tt hist" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      body,
    ),
    more,
  );
}

/** @param {PastGame} game */
function row(game) {
  const day = new Date(game.ended * 1000).toLocaleDateString(document.documentElement.lang, {
    day: "numeric",
    month: "short",
  });
  return h(
    "tr",
    {},
    h("td", {}, day),
    h("td", {}, mapPicture(game.game, game.map)),
    h("td", {}, h("b", {}, game.game_name), ` · ${game.map_name}`),
    h("td", {}, h("span", { class: "people" }, game.others.map(other))),
    h("td", {}, h("span", { class: game.rank === 1 ? "place w" : "place" }, game.rank)),
    h("td", { class: "r" }, moved(game)),
    h("td", { class: "r" }, game.table && h("a", { href: `/t/${game.table}` }, t("Look at it"))),
  );
}

/** @param {PastSeat} seat */
function other({ name, bot, herald: sign }) {
  return h("span", { class: "who" }, sign && herald(sign), bot ? t("bot, {level}", { level: levelName(bot) }) : name);
}

/** @param {PastGame} game */
function moved({ moved: points }) {
  if (points === null) {
    return h("span", { class: "small" }, t("not rated"));
  }
  return h("b", {}, `${points < 0 ? "−" : "+"}${Math.abs(Math.round(points))}`);
}
