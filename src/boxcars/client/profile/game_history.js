// What a card has played, newest first.

import { badgeIcon } from "../lib/badge.js";
import { levelName } from "../lib/common_texts.js";
import { button } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { call } from "../lib/http_call.js";
import { profileToken } from "../lib/profile_token.js";
import { t } from "../lib/translate.js";
import { mapPicture } from "../lobby/map_pictures.js";
import { ask as askTournaments } from "../tournament/requests.js";

/** @import { OpponentScore, TournamentListed, PastGame, PastSeat } from "../types.d.ts" */

const PAGE = 20;

/**
 * @param {string} id
 * @param {OpponentScore[]} often the people one played with most
 */
export async function historySection(id, often) {
  const body = h("tbody");
  let [page, only] = [0, ""];
  const ask = () =>
    /** @type {Promise<PastGame[]>} */ (
      call("GET", `/api/cards/${id}/history?page=${page}&${only}`, undefined, profileToken())
    );
  const more = button(t("More games"), async () => {
    page += 1;
    add(await ask());
  });
  const add = (/** @type {PastGame[]} */ games) => {
    body.append(...games.map(row));
    more.hidden = games.length < PAGE;
  };
  const show = async (/** @type {string} */ filter) => {
    [page, only] = [0, filter];
    const games = await ask();
    fill(body);
    add(games);
  };
  const first = await ask();
  if (!first.length) {
    return h(
      "section",
      {},
      h("h2", {}, h("span", {}, t("History"))),
      h("p", { class: "small" }, t("No finished games yet.")),
    );
  }
  add(first);
  const heads = [t("Day"), "", t("Game"), t("Against"), t("Rank"), t("Rating"), ""];
  return h(
    "section",
    {},
    h("h2", {}, h("span", {}, t("History")), await filters(first, often, show)),
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

/**
 * Which games are listed: all, or those of a game, a map, with somebody, of an event.
 * @param {PastGame[]} games
 * @param {OpponentScore[]} often
 * @param {(filter: string) => unknown} show
 */
async function filters(games, often, show) {
  const held = /** @type {TournamentListed[]} */ (await askTournaments("GET", ""));
  const query = (/** @type {Record<string, string>} */ asked) => String(new URLSearchParams(asked));
  const groups = /** @type {[string, Map<string, string>][]} */ ([
    [t("Game"), new Map(games.map((one) => [query({ game: one.game }), one.game_name]))],
    [
      t("Map"),
      new Map(games.map((one) => [query({ game: one.game, map: one.map }), `${one.game_name} · ${one.map_name}`])),
    ],
    [t("Against"), new Map(often.map((one) => [query({ with: one.card }), one.name]))],
    [
      t("Tournaments"),
      new Map(held.filter((one) => one.round > 0).map((one) => [query({ event: one.id }), one.title])),
    ],
  ]);
  const option = (/** @type {[string, string]} */ [value, name]) => h("option", { value }, name);
  /** @type {HTMLSelectElement} */
  const choice = h(
    "select",
    { id: "history-filter", "aria-label": t("Filter games"), onchange: () => show(choice.value) },
    option(["", t("all games")]),
    groups.filter(([, all]) => all.size).map(([label, all]) => h("optgroup", { label }, [...all].map(option))),
  );
  return h("small", {}, choice);
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
    h("td", { class: "r" }, game.table && h("a", { href: `/t/${game.table}?analysis` }, t("Analysis"))),
  );
}

/** @param {PastSeat} seat */
function other({ name, bot, herald: sign }) {
  return h("span", { class: "who" }, sign && badgeIcon(sign), bot ? t("{level} bot", { level: levelName(bot) }) : name);
}

/** @param {PastGame} game */
function moved({ moved: points, why }) {
  if (points === null) {
    return [h("span", { class: "small" }, t("unrated")), h("br"), h("span", { class: "small" }, unrated(why))];
  }
  return h("b", {}, `${points < 0 ? "−" : "+"}${Math.abs(Math.round(points))}`);
}

/**
 * Why a game does not count for the rating, in one sentence.
 * @param {string} why
 */
function unrated(why) {
  const known = /** @type {Record<string, string>} */ ({
    unrated: t("The host made it an unrated game."),
    import: t("It was imported from a saved game."),
    alone: t("Nobody else played."),
    hot_seat: t("Several players shared a screen."),
    options: t("It was played with custom options."),
    map: t("It was played on a custom map."),
    bot: t("One of its bots has no rating."),
    undo: t("A move that had revealed something was undone."),
    late: t("You took the seat after the game had started."),
    lent: t("A bot played for you too often."),
  });
  return known[why] ?? "";
}
