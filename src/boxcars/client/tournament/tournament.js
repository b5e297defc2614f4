// Events: one's own in a list, a form for a new one, and the page of one: rounds, tables, standings.

import { badgeIcon } from "../lib/badge.js";
import { levelName, ordinal, stage, tournamentLine } from "../lib/common_texts.js";
import { button, heading, toast } from "../lib/controls.js";
import { dayAndTime } from "../lib/dates.js";
import { h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { call, refusal } from "../lib/http_call.js";
import { dots, icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { t, tn } from "../lib/translate.js";
import { mapPicture } from "../lobby/map_pictures.js";
import { invitation } from "../page/invitation.js";
import { framed } from "../page/page_frame.js";
import { profileOffer } from "../profile/create_profile.js";
import { download } from "../profile/requests.js";
import { TournamentForm } from "./new_tournament.js";
import { manageSection, newsSection, organiserNotes, organisersLine } from "./organise.js";
import { ask } from "./requests.js";

/** @import { TournamentStanding, TournamentListed, TournamentSeat, TournamentShown, TournamentTable } from "../types.d.ts" */

export async function tournamentPage() {
  const [, , id] = location.pathname.split("/");
  await (id ? singleTournamentPage(id) : tournamentListPage());
}

async function tournamentListPage() {
  document.title = `${t("Tournaments")} · Boxcars`;
  const open = /** @type {TournamentListed[]} */ (await call("GET", "/api/tournaments/open"));
  if (!profileToken()) {
    framed(
      tournamentListPage,
      "events",
      h("h1", { class: "title" }, t("Tournaments")),
      joinable(open),
      profileOffer(tournamentListPage),
    );
    return;
  }
  const [all, offered] = await Promise.all([
    /** @type {Promise<TournamentListed[]>} */ (ask("GET", "")),
    server.games(),
  ]);
  const mine = new Set(all.map(({ id }) => id));
  const own = all.filter(({ status }) => status !== "over");
  const finished = all.filter(({ status }) => status === "over");
  framed(
    tournamentListPage,
    "events",
    h(
      "div",
      {},
      h("h1", { class: "title" }, t("Tournaments")),
      h("p", {}, t("Play several rounds with people you know. Create a tournament, share its link and start.")),
    ),
    joinable(open.filter(({ id }) => !mine.has(id))),
    own.length > 0 && h("section", {}, heading(t("You're in")), h("ul", { class: "rows tbls" }, own.map(listed))),
    finished.length > 0 &&
      h("section", {}, heading(t("Finished")), h("ul", { class: "rows tbls" }, finished.map(listed))),
    new TournamentForm(offered).el,
  );
}

/** Tournaments that everybody finds. @param {TournamentListed[]} open */
function joinable(open) {
  if (!open.length) {
    return h(
      "div",
      { class: "empty" },
      h("h3", {}, t("No tournaments to join right now")),
      h("p", {}, t("Organize one for your friends. Two people are enough: bots can fill the other seats.")),
    );
  }
  const row = (/** @type {TournamentListed} */ one) =>
    h(
      "li",
      { class: "paper pad tournament-card" },
      h("h3", {}, h("a", { href: `/tournaments/${one.id}` }, one.title)),
      h("span", { class: "small" }, [one.game_name, formOf(one), t("tables of {n}", { n: one.size })].join(" · ")),
      h(
        "span",
        { class: "small" },
        one.starts_at === null ? t("starts when the organizer says so") : dayAndTime(one.starts_at),
        " · ",
        tn("{count} player so far", "{count} players so far", one.entrants),
      ),
      h("a", { class: "btn go sm", href: `/tournaments/${one.id}` }, t("Sign up")),
    );
  return h("section", { id: "joinable" }, heading(t("You can join")), h("ul", { class: "rows tbls" }, open.map(row)));
}

/** @param {Pick<TournamentListed, "form" | "rounds">} tournament */
function formOf({ form, rounds }) {
  return `${form === "swiss" ? t("Swiss") : t("round-robin")}, ${tn("{count} round", "{count} rounds", rounds)}`;
}

/** @param {TournamentListed} tournament */
function listed(tournament) {
  const { id, title, status, round, rounds, table } = tournament;
  const done = status === "over" ? rounds : Math.max(0, round - 1);
  return h(
    "li",
    { class: "paper pad tournament-card" },
    h("h3", {}, h("a", { href: `/tournaments/${id}` }, title)),
    h("span", { class: "small" }, tournamentLine(tournament)),
    h("span", {}, dots({ dots: [done, rounds], status }, table !== "")),
    table
      ? h("a", { class: "btn go sm", href: `/t/${table}` }, t("Go to your table"))
      : h("a", { class: "btn sm", href: `/tournaments/${id}` }, t("View")),
  );
}

/** @param {string} id */
async function singleTournamentPage(id) {
  const tournament = /** @type {TournamentShown} */ (await ask("GET", `/${id}`));
  document.title = `${tournament.title} · Boxcars`;
  const again = () => singleTournamentPage(id);
  const does = (/** @type {string} */ what) => async () => {
    try {
      await ask("POST", `/${id}/${what}`);
      again();
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  const invited = tournament.status === "open" ? await invitation(`/tournaments/${id}`, tournament.title) : null;
  framed(
    again,
    "event",
    bill(tournament),
    h(
      "div",
      { class: "wide-stack" },
      organiserNotes(tournament, again),
      tournament.tables.length > 0 &&
        h(
          "section",
          {},
          heading(t("Round {n}", { n: tournament.round })),
          h(
            "div",
            { class: "tbls" },
            tournament.tables.map((table) => tableCard(tournament, table)),
          ),
        ),
      standings(tournament),
      manageSection(tournament, again),
    ),
    h(
      "aside",
      { class: "wide-stack" },
      h("section", { class: "stack" }, heading(t("Your tournament")), yours(tournament, does, again)),
      newsSection(tournament),
      h("section", {}, heading(t("How it works")), facts(tournament)),
      invited && h("section", {}, heading(t("Invite")), invited),
      h(
        "section",
        {},
        heading(t("Files")),
        h(
          "div",
          { class: "row" },
          h(
            "a",
            { class: "btn sm", href: `/api/events/${id}/standings.csv`, download: "" },
            icon("down"),
            t("Standings"),
          ),
          records(tournament),
        ),
      ),
    ),
  );
}

/**
 * The records of each round that is over, for those who take part.
 * @param {TournamentShown} tournament
 */
function records({ id, round, status, hosting, entered, tables }) {
  const over = tables.every((table) => table.status !== "playing" && table.status !== "open");
  const done = status === "over" || over ? round : round - 1;
  return (
    (hosting || entered) &&
    Array.from({ length: Math.max(0, done) }, (_, i) => i + 1).map((n) =>
      button(
        t("Saved games from round {n}", { n }),
        () => download(`/api/events/${id}/records/${n}`, `round-${n}.zip`),
        {
          ico: "down",
          class: "btn sm",
        },
      ),
    )
  );
}

/** @param {TournamentShown} tournament */
function bill(tournament) {
  const { title, game_name, map_names, round, rounds, status } = tournament;
  const station = (/** @type {string} */ map, /** @type {number} */ i) => {
    const done = i + 1 < round || status === "over";
    const now = i + 1 === round && !done;
    return h("li", { class: done ? "d" : now && "n" }, t("Round {n}", { n: i + 1 }), h("br"), map);
  };
  return h(
    "section",
    { class: "bill" },
    h(
      "div",
      {},
      h("h1", {}, title),
      h("p", { class: "lead" }, `${game_name} · ${stage({ status, round, rounds })}`),
      h("p", { class: "small" }, organisersLine(tournament)),
    ),
    h("ol", { class: "rounds" }, map_names.slice(0, 6).map(station)),
  );
}

/**
 * @param {TournamentShown} tournament
 * @param {TournamentTable} table
 */
function tableCard(tournament, { table, number, status, seats, moves, turn, step, dots: stations, due }) {
  const mine = seats.some((seat) => seat.you);
  const now = status === "playing" && Boolean(seats[due]?.you);
  const far =
    status === "over" ? t("finished") : [turn, step].filter(Boolean).join(" · ") || t("Move {ply}", { ply: moves });
  const map = Math.max(0, tournament.round - 1);
  return h(
    "article",
    { class: "paper tbl" },
    mapPicture(tournament.game, tournament.maps[map]),
    h("b", {}, t("Table {n}", { n: number }), ` · ${tournament.map_names[map]}`),
    h("div", { class: "people" }, seats.map(person)),
    h(
      "div",
      { class: "row" },
      h("span", { class: "small grow" }, dots({ dots: stations, status }, now), far),
      h(
        "a",
        { class: mine && status === "playing" ? "btn go sm" : "btn sm", href: `/t/${table}` },
        tableButton(status, mine, now),
      ),
    ),
  );
}

/**
 * @param {string} status
 * @param {boolean} mine
 * @param {boolean} now whether one is to move there
 */
function tableButton(status, mine, now) {
  if (now) {
    return t("It's your turn");
  }
  if (status === "over") {
    return t("View");
  }
  return mine ? t("Go to your table") : t("Watch");
}

/** @param {TournamentSeat} seat */
function person({ name, herald: sign, you }) {
  return h("span", { class: you ? "who to" : "who" }, sign && badgeIcon(sign), you ? t("you") : name);
}

/** @param {TournamentShown} tournament */
function standings({ standings: lines, rounds, round, status, map_names }) {
  const numbers = Array.from({ length: rounds }, (_, i) => i + 1);
  const byMap = rounds <= 4 && new Set(map_names).size > 1;
  const row = (/** @type {TournamentStanding} */ line, /** @type {number} */ i) =>
    h(
      "tr",
      { class: line.you && "me" },
      h("td", { class: "pos" }, i + 1),
      h("td", {}, h("span", { class: "who" }, line.herald && badgeIcon(line.herald), h("b", {}, line.name))),
      numbers.map((n) => h("td", { class: "c wide-only" }, cell(line, n, round, status))),
      h("td", { class: "r pts" }, half(line.points)),
      h("td", { class: "r" }, half(line.opponents)),
    );
  return h(
    "section",
    {},
    heading(t("Standings")),
    h(
      "table",
      { class: "tt st" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", {}, ""),
          h("th", { scope: "col" }, t("Player")),
          numbers.map((n) => h("th", { scope: "col", class: "c wide-only" }, byMap ? map_names[n - 1] : n)),
          h("th", { scope: "col", class: "r" }, t("Points")),
          h("th", { scope: "col", class: "r" }, t("Opponents' points")),
        ),
      ),
      h("tbody", {}, lines.map(row)),
    ),
    h(
      "p",
      { class: "small" },
      t(
        "You get one point for each opponent you finish ahead of, and half a point for a tie. Ties on points are broken by the opponents' points, then by share of the score.",
      ),
    ),
  );
}

/**
 * @param {TournamentStanding} line
 * @param {number} n
 * @param {number} round
 * @param {string} status
 */
function cell({ rounds }, n, round, status) {
  if (n in rounds) {
    const [points, rank] = rounds[n];
    return [h("b", {}, half(points)), h("span", { class: "small" }, ` ${ordinal(rank)}`)];
  }
  return n === round && status === "playing" ? h("i", {}, t("playing")) : "–";
}

/** @param {number} points */
function half(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}

/**
 * What one can do here.
 * @param {TournamentShown} tournament
 * @param {(what: string) => () => Promise<void>} does
 * @param {() => unknown} again
 */
function yours(tournament, does, again) {
  if (!profileToken()) {
    return profileOffer(again);
  }
  const running = tournament.tables.some((table) => table.status === "playing" || table.status === "open");
  return [
    standing(tournament),
    tournament.status === "open" && beforeStart(tournament),
    tournament.status === "open" &&
      !tournament.entered &&
      button(t("Sign up"), does("join"), { go: true, id: "enter" }),
    tournament.hosting &&
      tournament.status !== "over" &&
      tournament.round < tournament.rounds &&
      button(tournament.round ? t("Start the next round") : t("Start the tournament"), does("pair"), {
        go: true,
        id: "pair",
        disabled: running,
      }),
    tournament.hosting &&
      tournament.status !== "over" &&
      !running &&
      button(t("End the tournament"), does("close"), { class: "btn sm" }),
    tournament.status !== "over" &&
      tournament.entered &&
      button(t("Withdraw"), does("leave"), { class: "btn sm quiet" }),
  ];
}

/** When it begins, and the tables that the entrants would make. @param {TournamentShown} tournament */
function beforeStart({ id, starts_at, preview }) {
  return h(
    "div",
    { class: "paper pad stack" },
    starts_at !== null && h("b", {}, dayAndTime(starts_at)),
    starts_at !== null &&
      h("p", { class: "small" }, t("Be here at that time. If you're late, a bot plays until you arrive.")),
    h("p", { id: "preview" }, preview),
    starts_at !== null &&
      h(
        "a",
        { class: "btn sm", href: `/api/events/${id}/calendar.ics`, download: "" },
        icon("down"),
        t("Add to my calendar"),
      ),
  );
}

/**
 * Where one stands, whom one meets, and the way there.
 * @param {TournamentShown} tournament
 */
function standing({ standings: lines, tables, status, round, map_names }) {
  const place = lines.findIndex((line) => line.you) + 1;
  if (!place) {
    return null;
  }
  const behind = lines[0].points - lines[place - 1].points;
  const own = tables.find((table) => table.status === "playing" && table.seats.some((seat) => seat.you));
  const met = own?.seats.filter((seat) => !seat.you).map((seat) => seat.name) ?? [];
  const placed = t("{place} of {all}", { place: ordinal(place), all: lines.length });
  return h(
    "div",
    { class: "paper pad youare" },
    h("h3", {}, status === "open" ? t("You're signed up.") : placed),
    behind > 0 &&
      h("span", { class: "small" }, tn("{count} point behind the leader", "{count} points behind the leader", behind)),
    own &&
      h(
        "p",
        {},
        t("Your opponents on {map}: {names}", { names: listing(met), map: map_names[Math.max(0, round - 1)] }),
      ),
    own && h("a", { class: "btn go", href: `/t/${own.table}` }, t("Go to your table")),
  );
}

/** @param {string[]} names */
function listing(names) {
  return new Intl.ListFormat(document.documentElement.lang).format(names);
}

/** @param {TournamentShown} tournament */
function facts({ form, rounds, size, words, level, rated, fill: empty }) {
  const how = form === "swiss" ? t("Swiss") : t("round-robin");
  const rows = /** @type {[string, string][]} */ ([
    [t("Format"), `${how}, ${tn("{count} round", "{count} rounds", rounds)}, ${t("tables of {n}", { n: size })}`],
    [t("Pairing"), form === "swiss" ? t("by points, avoiding repeat opponents") : t("everyone plays everyone")],
    [t("Shuffle and dice"), t("the same at every table in a round")],
    [t("Clock"), words],
    [
      t("Empty seats"),
      empty === "bots"
        ? t("{level} bots fill them. They score nothing.", { level: levelName(level) })
        : t("Smaller tables. Where that isn't possible, bots fill in."),
    ],
    [t("Rating"), rated ? t("rated, if the rules are standard and nobody shares a screen") : t("unrated")],
  ]);
  return h(
    "dl",
    { class: "facts" },
    rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}
