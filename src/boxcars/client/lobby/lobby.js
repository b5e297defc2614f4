// The lobby: one's own tables by whose move it is, the games, tables one can join or watch.

import { learnButton, learnLink, proposals } from "../learn/lesson_links.js";
import { badgeIcon } from "../lib/badge.js";
import { ratingText, tournamentLine } from "../lib/common_texts.js";
import { button, heading, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { aboutEdition, reachesPeople } from "../lib/edition.js";
import { AtTable, server } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { profileSummary, profileToken } from "../lib/profile_token.js";
import { setting } from "../lib/settings.js";
import { t, tn } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { onStatus } from "../page/profile_status.js";
import { rematchNote } from "../page/rematch.js";
import { goTo, playNow, usualBot } from "../page/start_game.js";
import { profileOffer } from "../profile/create_profile.js";
import { levelChoice, levelSentence, levelStrength } from "./bot_levels.js";
import { mapPicture, poster } from "./map_pictures.js";
import { knownTables, ownTables } from "./my_tables.js";
import { finishedTables, listedTables } from "./table_list.js";

/** @import { GameOffered, Games, MapOffered, OwnTables, ProposalShown } from "../types.d.ts" */
/** @import { Line } from "./my_tables.js" */
/** @import { Proposal } from "../learn/lesson_links.js" */

/** Ends looking for news. */
let unfollow = () => {};

export async function lobby() {
  unfollow();
  const all = Promise.all([
    server.games(),
    ownTables(),
    server.tables("open", 0),
    server.tables("playing", 0),
    proposals(),
    aboutEdition(lobby),
  ]);
  const found = await all.catch((error) => {
    if (refusal(error).status !== 0) {
      throw error;
    }
    offline();
  });
  if (!found) {
    return;
  }
  const [{ games, bots }, own, open, playing, lessons, edition] = found;
  const asked = await askedHere();
  followNews(own.waiting);
  const nobody = t("No open games right now. Create one and show it in the lobby.");
  framed(
    lobby,
    "lobby",
    mast(own.waiting),
    edition?.top,
    h("div", { class: "wide-stack" }, own.sections, start(games, bots, own.card?.games ? new Map() : lessons)),
    h(
      "aside",
      { class: "wide-stack" },
      edition?.side ?? [
        invitations(own.lines, asked),
        profileSummary() ? profileSheet(own.card) : own.any && profileOffer(lobby),
        own.card && ownTournaments(own.card.events),
        listedTables(
          games,
          "open",
          t("Open games"),
          open.filter((one) => !own.known.has(one.table)),
          nobody,
        ),
        playing.length > 0 && listedTables(games, "playing", t("Games in progress"), playing),
        finishedTables(games),
      ],
    ),
  );
}

/**
 * The number of turns in the title of the tab; what changes elsewhere is shown here without reloading.
 * @param {number} turns
 */
function followNews(turns) {
  document.title = turns ? `(${turns}) Boxcars` : "Boxcars";
  /** @type {string | null} */
  let drawn = null; // the first status is what is drawn
  const stop = onStatus(({ waiting }) => {
    const now = JSON.stringify([
      waiting.turns.map(({ table }) => table),
      waiting.rematches,
      waiting.invitations,
      waiting.requests,
    ]);
    const news = drawn !== null && drawn !== now;
    drawn = now;
    if (news) {
      lobby();
    }
  });
  unfollow = () => stop();
}

/** Games that others propose, and who wants to be friends. */
async function askedHere() {
  if (!profileToken()) {
    return [];
  }
  try {
    const [{ proposalNotes }, { ask }] = await Promise.all([
      import("../people/proposals.js"),
      import("../people/requests.js"),
    ]);
    const found = /** @type {ProposalShown[]} */ (await ask("GET", "proposals"));
    return proposalNotes(found, lobby);
  } catch (error) {
    refusal(error);
    return [];
  }
}

/**
 * Who asks the reader for a game.
 * @param {Line[]} lines
 * @param {HTMLElement[]} asked
 */
function invitations(lines, asked) {
  const notes = lines
    .filter(({ line }) => line.rematch?.you === "asked")
    .map(({ line, token }) => {
      const title = `${line.game_name} · ${line.map_name}`;
      const names = line.seats.map((seat) => seat.name);
      const server = new AtTable(line.table, token);
      const note = rematchNote({ server, title, names, you: line.you, next: line.next, rematch: line.rematch }, lobby);
      note?.querySelector(".grow")?.prepend(h("small", {}, title), h("br"));
      return note;
    });
  notes.push(...asked);
  return (
    notes.length > 0 &&
    h(
      "section",
      { id: "invitations" },
      h("h2", {}, h("b", { class: "sig" }, t("Invitations")), h("small", {}, notes.length)),
      h("div", { class: "stack" }, notes),
    )
  );
}

/** Without a connection: one's own tables as they were last known. */
function offline() {
  const note = h("p", { class: "note warn", role: "alert" }, h("b", {}, t("No connection.")));
  framed(lobby, "lobby", note, h("div", { class: "wide-stack" }, knownTables()), button(t("Try again"), lobby));
  addEventListener("online", () => lobby(), { once: true });
}

/** @param {number} waiting tables at which it is one's own move */
function mast(waiting) {
  const name = profileSummary()?.name;
  const greeting = name ? t("Welcome back, {name}", { name }) : t("Railway board games, with friends and bots");
  const lead = reachesPeople
    ? t("Pick a game, share the link and play. No account needed.")
    : t("Pick a game and play against bots. No account needed.");
  const waits = waiting > 0 ? tn("It's your turn in {count} game.", "It's your turn in {count} games.", waiting) : "";
  return h(
    "section",
    { class: "mast" },
    h(
      "div",
      { class: "greet" },
      h("h1", {}, greeting),
      h("p", {}, waits || (name ? t("No game is waiting for you.") : lead)),
    ),
    poster(),
  );
}

/** @param {OwnTables | undefined} own */
function profileSheet(own) {
  const face = profileSummary();
  const played = own?.games
    ? `${tn("{count} game", "{count} games", own.games)} · ${t("{n} won", { n: own.won })}`
    : t("No finished games yet.");
  return (
    face &&
    h(
      "section",
      { class: "paper pad ownface" },
      badgeIcon(face.herald),
      h(
        "div",
        {},
        h("h3", {}, face.name),
        h("span", { class: "small" }, played),
        h("br"),
        h("a", { class: "small", href: "/profile" }, t("History, ratings, devices")),
      ),
      own &&
        own.ratings.length > 0 &&
        h(
          "div",
          { class: "row" },
          own.ratings.slice(0, 3).map((one) => h("span", { class: "rated" }, ratingText(one))),
        ),
    )
  );
}

/** @param {OwnTables["events"]} events */
function ownTournaments(events) {
  const row = (/** @type {OwnTables["events"][number]} */ event) =>
    h(
      "li",
      { class: "join" },
      h("a", { href: `/tournaments/${event.id}` }, h("b", {}, event.title)),
      h("span", { class: "small" }, tournamentLine(event)),
      event.table
        ? h("a", { class: "btn go sm", href: `/t/${event.table}` }, t("Go to your table"))
        : h("a", { class: "btn sm", href: `/tournaments/${event.id}` }, t("View")),
    );
  return events.length > 0 && h("section", {}, heading(t("Tournaments")), h("ul", { class: "rows" }, events.map(row)));
}

/**
 * @param {GameOffered[]} games
 * @param {Games["bots"]} bots
 * @param {Map<string, Proposal>} lessons
 */
function start(games, bots, lessons) {
  let level = setting.get("level", "");
  level = bots.includes(level) ? level : usualBot(bots);
  const said = h("p", {}, levelSentence(level, games, bots));
  const strengths = games.map((game) => h("span", {}, levelStrength(level, game)));
  const choose = (/** @type {string} */ key) => {
    level = key;
    setting.set("level", key);
    said.replaceChildren(...levelSentence(key, games, bots));
    for (const [i, el] of strengths.entries()) {
      fill(el, levelStrength(key, games[i]));
    }
  };
  return h(
    "section",
    {},
    heading(t("Start a game")),
    h("div", { class: "paper level" }, levelChoice("level", t("Bot level"), bots, level, choose), said),
    h(
      "div",
      { class: "games" },
      games.map((game, i) => gameCard(game, () => level, strengths[i], lessons.get(game.key))),
    ),
    otherWays(),
  );
}

/**
 * @param {GameOffered} game
 * @param {() => string} level
 * @param {HTMLElement} strength
 * @param {Proposal} [proposal]
 */
function gameCard(game, level, strength, proposal) {
  const { key, name, maps } = game;
  return h(
    "article",
    { class: "game paper" },
    h("a", { href: `/new?game=${key}`, tabindex: "-1", "aria-hidden": "true" }, mapPicture(key, maps[0].key)),
    h("h3", {}, name),
    h(
      "p",
      { class: "muted" },
      `${howMany(maps)} · ${tn("{count} map", "{count} maps", maps.length)}`,
      h("br"),
      strength,
    ),
    button(t("Play against bots"), () => playNow(game, level()), {
      go: true,
      "aria-label": t("Play against bots: {game}", { game: name }),
    }),
    learnButton(proposal, name),
    h(
      "div",
      { class: "row" },
      reachesPeople
        ? h(
            "a",
            { href: `/new?game=${key}&with=friends`, "aria-label": t("Invite friends: {game}", { game: name }) },
            t("Invite friends"),
          )
        : h(
            "a",
            { href: `/new?game=${key}&with=here`, "aria-label": t("Pass and play: {game}", { game: name }) },
            t("Pass and play"),
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
    { class: "row below" },
    learnLink(),
    h("a", { class: "btn", href: "/new", id: "new-table" }, t("New game")),
    h("span", { class: "small grow" }, t("Choose the map, seats, bots, clock and options.")),
    button(t("Open a saved game"), () => file.click(), {
      class: "btn quiet",
      title: t("Replay a game saved as a file, or continue where it stopped."),
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
