// The way into the workshop: drafts to go on with, boards to begin from, files, and what others show here.

import { button, heading } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { call } from "../lib/http_call.js";
import { t } from "../lib/translate.js";
import { mapPicture } from "../lobby/map_pictures.js";
import { framed } from "../page/page_frame.js";
import { allDrafts, throwAway } from "./draft_sync.js";

/** @import { KeptMap, EditorGame } from "../types.d.ts" */
/** @import { Listed } from "./draft_sync.js" */

/** @param {EditorGame[]} games */
export async function entrance(games) {
  document.title = `${t("Map editor")} · Boxcars`;
  const shown = /** @type {KeptMap[]} */ (await call("GET", "/api/maps"));
  const own = await allDrafts();
  framed(
    () => entrance(games),
    "workshops",
    h("h1", { class: "title" }, t("Map editor")),
    h("p", {}, t("Draw your own map, play it right away, and let bots test whether it's fair.")),
    own.length > 0 &&
      h(
        "section",
        {},
        heading(t("Your drafts")),
        h(
          "ul",
          { class: "rows" },
          own.map((draft) => draftRow(draft, games)),
        ),
      ),
    games.map(newMaps),
    h("section", {}, heading(t("Open a map file")), fileInput(games)),
    shown.length > 0 &&
      h("section", {}, heading(t("Maps on this server")), h("ul", { class: "ws-shown" }, shown.map(shownMap))),
  );
}

/**
 * @param {Listed} draft
 * @param {EditorGame[]} games
 */
function draftRow({ id, game, name }, games) {
  const away = async () => {
    await throwAway(id);
    await entrance(games);
  };
  return h(
    "li",
    { class: "eventrow" },
    h("span", {}, h("b", {}, name || t("New map")), " · ", games.find(({ key }) => key === game)?.name ?? game),
    button(t("Delete draft"), away, { class: "btn sm" }),
    h("a", { class: "btn sm", href: `/workshop/${game}#draft=${id}` }, t("Continue")),
  );
}

/** @param {EditorGame} game */
function newMaps({ key, name, boards }) {
  return h(
    "section",
    {},
    heading(name),
    h(
      "div",
      { class: "ws-boards" },
      h(
        "a",
        { class: "ws-board blank", href: `/workshop/${key}#new` },
        h("span", { class: "pic" }, "+"),
        t("Blank map"),
      ),
      boards.map((board) =>
        h(
          "a",
          { class: "ws-board", href: `/workshop/${key}#map=${board.key}` },
          mapPicture(key, board.key),
          board.name,
        ),
      ),
    ),
  );
}

/** @param {KeptMap} kept */
function shownMap({ game, map, name }) {
  return h("li", {}, h("a", { class: "ws-board", href: `/workshop/${game}#${map}` }, mapPicture(game, map), name));
}

/** @param {EditorGame[]} games */
function fileInput(games) {
  const open = async (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    const text = (await file?.text()) ?? "";
    const named = /game["']?\s*[=:]\s*["'](\w+)["']/.exec(text)?.[1];
    const game = games.find(({ key }) => key === named) ?? games[0];
    sessionStorage.setItem("boxcars:open", text);
    location.href = `/workshop/${game.key}#file`;
  };
  return h("input", { type: "file", accept: ".toml", "aria-label": t("Open a map file"), onchange: open });
}
