// The lobby: one's own tables, the games, tables one can join or watch.
import { refusal } from "../lib/api.js";
import { button, heading, toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { server } from "../lib/server.js";
import { t, tn } from "../lib/words.js";
import { frame } from "../page/frame.js";
import { goTo, playNow } from "../page/making.js";
import { mapPicture, poster } from "./pictures.js";
import { finishedTables, listedTables, ownTables } from "./tables.js";

/** @import { GameOffered, MapOffered } from "../types.d.ts" */

export async function lobby() {
  document.title = "Boxcars";
  const [{ games, bots }, open, playing] = await Promise.all([
    server.games(),
    server.tables("open", 0),
    server.tables("playing", 0),
  ]);
  const nobody = t("Nobody is waiting for players just now. Open a table and show it in the lobby.");
  frame(
    lobby,
    poster(),
    hero(),
    ownTables(),
    h(
      "section",
      {},
      heading(t("Games")),
      h(
        "div",
        { class: "games" },
        games.map((game) => gameCard(game, bots)),
      ),
    ),
    otherWays(),
    listedTables(games, "open", t("Open tables"), open, nobody),
    playing.length > 0 && listedTables(games, "playing", t("Being played"), playing),
    finishedTables(games),
  );
}

function hero() {
  return h(
    "section",
    { class: "hero" },
    h("h1", {}, t("Railway board games, with friends and bots")),
    h("p", { class: "lead" }, t("Pick a game, share the link, play. No account needed.")),
  );
}

/**
 * @param {GameOffered} game
 * @param {string[]} bots
 */
function gameCard(game, bots) {
  const { key, name, maps } = game;
  const picture = mapPicture(key, maps[0].key);
  return h(
    "article",
    { class: "game" },
    h("a", { href: `/new?game=${key}`, tabindex: "-1", "aria-hidden": "true" }, picture),
    h("h3", {}, name),
    h("p", {}, `${howMany(maps)} · ${tn("{count} map", "{count} maps", maps.length)}`),
    button(t("Play against bots"), () => playNow(game, bots), {
      go: true,
      "aria-label": t("Play against bots: {game}", { game: name }),
    }),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { href: `/new?game=${key}&with=friends`, "aria-label": t("Invite friends: {game}", { game: name }) },
        t("Invite friends"),
      ),
      h("a", { href: `/rules/${key}`, "aria-label": t("Rules: {game}", { game: name }) }, t("Rules")),
    ),
  );
}

/** @param {MapOffered[]} maps */
function howMany(maps) {
  const all = [...new Set(maps.flatMap((map) => map.players))].sort((a, b) => a - b);
  if (all.length > 1) {
    return t("{low}–{high} players", { low: all[0], high: all[all.length - 1] });
  }
  return tn("{count} player", "{count} players", all[0]);
}

/** The long form, and a game brought as a file. */
function otherWays() {
  /** @type {HTMLInputElement} */
  const file = h("input", {
    type: "file",
    id: "record",
    accept: ".jsonl",
    hidden: true,
    onchange: () => openRecord(file),
  });
  return h(
    "div",
    { class: "row" },
    h("a", { class: "btn", href: "/new", id: "new-table" }, t("New table")),
    h("span", { class: "small" }, t("Choose map, seats, bots, clock and options.")),
    button(t("Open a record"), () => file.click(), {
      title: t("A game saved as a file: replay it, or play on where it stopped."),
    }),
    file,
  );
}

/**
 * A file of one's own becomes a table of one's own.
 * @param {HTMLInputElement} input
 */
async function openRecord(input) {
  const [file] = input.files ?? [];
  input.value = "";
  try {
    goTo(await server.importRecord(file), file.name.replace(/\.jsonl$/, ""));
  } catch (error) {
    toast(refusal(error).reason.text, "bad");
  }
}
