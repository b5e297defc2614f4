// One's own tables, by whose move it is: from one's card in one request, or from the links this device keeps.

import { clockText, levelName, ordinal } from "../lib/common_texts.js";
import { button, iconButton } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { AtTable } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { dots, medal } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { keep, keptTables } from "../lib/seat_tokens.js";
import { setting } from "../lib/settings.js";
import { ago, t, tn } from "../lib/translate.js";
import { invitation } from "../page/invitation.js";
import { wantRematch } from "../page/rematch.js";
import { card } from "../profile/requests.js";
import { mapPicture } from "./map_pictures.js";

/** @import { OwnTable, OwnTables } from "../types.d.ts" */

const UNDO = 10_000; // ms for which a table that was put away can be brought back
const KEPT = 12; // tables of a device without a card: each costs a request
const FINISHED = 5;

/**
 * @typedef {object} Line
 * @property {OwnTable} line
 * @property {string | null} token what opens one's seat
 * @property {(away: boolean) => unknown} putAway
 */

/** The sections, how many tables wait for one's move, whether there are any, and what else the card told. */
export async function ownTables() {
  const { lines, finished, own } = await found();
  const mine = lines.filter(({ line }) => line.status === "playing" && line.actor === line.you).sort(byTime);
  const over = lines.filter(({ line }) => line.status === "over" || line.status === "abandoned");
  const others = lines.filter((one) => !mine.includes(one) && !over.includes(one));
  const more = profileToken() && finished > over.length && h("a", { href: "/profile" }, t("all on your profile"));
  const count = over.length < finished ? t("{n} of {all}", { n: over.length, all: finished }) : String(over.length);
  return {
    waiting: mine.length,
    any: lines.length > 0,
    card: own,
    lines,
    known: new Set(lines.map(({ line }) => line.table)),
    sections: [
      section("own-move", h("b", { class: "sig" }, t("It's your turn")), [mine.length], mine),
      section("others-move", h("span", {}, t("Waiting for others")), [others.length], others),
      section("own-over", h("span", {}, t("Finished")), [count, more && " · ", more], over),
    ],
  };
}

/**
 * Least time left first, then who has waited longest.
 * @param {Line} a
 * @param {Line} b
 */
function byTime({ line: a }, { line: b }) {
  const [one, other] = [a.awaits ?? Number.POSITIVE_INFINITY, b.awaits ?? Number.POSITIVE_INFINITY];
  return one === other ? b.since - a.since : one - other;
}

/**
 * @param {string} id
 * @param {HTMLElement} title
 * @param {import("../lib/dom.js").Child[]} count
 * @param {Line[]} lines
 */
function section(id, title, count, lines) {
  if (!lines.length) {
    return null;
  }
  return h(
    "section",
    { id },
    h("h2", {}, title, h("small", {}, count)),
    h("ul", { class: "rows" }, lines.map(tableRow)),
  );
}

/** The tables of this device by name, when nobody can be asked about them. */
export function knownTables() {
  const listed = /** @type {OwnTable[]} */ (JSON.parse(profileToken() ? setting.get("card-tables", "[]") : "[]"));
  const lines = listed.map((line) => /** @type {const} */ ([line.table, `${line.game_name} · ${line.map_name}`]));
  const kept = keptTables().map(([id, { title }]) => /** @type {const} */ ([id, title || id]));
  const rows = [...new Map([...kept, ...lines])].map(([id, title]) =>
    h("li", { class: "join" }, h("b", {}, title), h("a", { class: "btn sm", href: `/t/${id}` }, t("View"))),
  );
  return h("ul", { class: "rows", id: "known-tables" }, rows);
}

/** @returns {Promise<{ lines: Line[], finished: number, own?: OwnTables }>} */
async function found() {
  const own = profileToken() ? await card.tables().catch((error) => void refusal(error)) : undefined;
  const listed = own?.tables ?? [];
  if (own) {
    setting.set("card-tables", JSON.stringify(listed));
  }
  const lines = listed.map((line) => ({
    line,
    token: profileToken(),
    putAway: (/** @type {boolean} */ away) => card.putAway(line.table, away),
  }));
  const known = new Set(listed.map((line) => line.table));
  const local = await keptHere(own ? known : null);
  return { lines: [...lines, ...local], finished: own?.finished || local.length, own };
}

/**
 * The tables of this device that no card lists. With a card they are few: its seats were brought to it.
 * @param {Set<string> | null} known
 */
async function keptHere(known) {
  const here = keptTables().filter(([id, kept]) => !kept.away && !known?.has(id));
  const asked = known ? here.filter(([, kept]) => !Object.keys(kept.seats).length) : here;
  const running = asked.filter(([, kept]) => !kept.over).slice(0, KEPT);
  const over = asked.filter(([, kept]) => kept.over).slice(0, FINISHED);
  const lines = await Promise.all(
    [...running, ...over].map(async ([id, kept]) => {
      const token = Object.values(kept.seats)[0] ?? kept.host;
      const line = await new AtTable(id, token).line().catch(() => null); // a table that is gone waits for nobody
      return line && { line, token, putAway: (/** @type {boolean} */ away) => keep(id, { away }) };
    }),
  );
  return lines.filter((line) => line !== null);
}

/** @param {Line} own */
function tableRow(own) {
  const { line } = own;
  const mine = line.status === "playing" && line.actor === line.you;
  /** @type {HTMLLIElement} */
  const el = h(
    "li",
    { class: mine ? "game-row mine" : "game-row" },
    h("a", { href: `/t/${line.table}`, tabindex: "-1", "aria-hidden": "true" }, mapPicture(line.game, line.map)),
    h("div", { class: "what-game" }, h("h3", {}, line.game_name, h("i", {}, ` · ${line.map_name}`)), people(line)),
    h("div", { class: "turnline" }, dots(line, mine), h("span", { class: "small" }, progress(line))),
    h("div", { class: "st" }, state(line, mine)),
    h("div", { class: "do" }, actions(own, mine)),
    iconButton(
      "close",
      t("Archive: {game}", { game: `${line.game_name} · ${line.map_name}` }),
      () => putAway(el, own),
      {
        class: "x",
      },
    ),
  );
  return el;
}

/** @param {OwnTable} line */
function people({ seats, you, actor }) {
  return h(
    "div",
    { class: "people" },
    seats.map((seat, i) =>
      h("span", { class: i === actor ? "who to" : "who" }, medal(i), i === you ? t("you") : seatName(seat)),
    ),
  );
}

/** @param {OwnTable["seats"][number]} seat */
export function seatName({ kind, name, level }) {
  if (kind === "open") {
    return t("open seat");
  }
  return kind === "bot" ? t("{level} bot", { level: levelName(level) }) : name;
}

/** @param {OwnTable} line */
function progress(line) {
  if (line.status === "open") {
    const free = line.seats.filter((seat) => seat.kind === "open").length;
    return `${t("Not started")} · ${tn("{count} open seat", "{count} open seats", free)}`;
  }
  if (line.status === "over") {
    return line.scores.join(" : ").replaceAll("-", "−");
  }
  return [line.turn, line.step].filter(Boolean).join(" · ");
}

/**
 * @param {OwnTable} line
 * @param {boolean} mine
 */
function state(line, mine) {
  const since = h("span", { class: "small" }, waited(line));
  if (mine) {
    return [h("b", { class: "sig" }, t("It's your turn")), since];
  }
  if (line.status === "open") {
    return [h("b", {}, t("Waiting for players")), since];
  }
  if (line.status === "abandoned") {
    return [h("b", {}, line.elsewhere ? t("Moved to another place") : t("Ended without a winner")), since];
  }
  if (line.status === "over") {
    return [h("b", {}, place(line)), h("span", { class: "small" }, rating(line) || passed(line.since))];
  }
  return [h("b", {}, t("{name}'s turn", { name: seatName(line.seats[line.actor]) })), since];
}

/** @param {OwnTable} line */
function waited({ awaits, since }) {
  if (awaits === null && since < 45) {
    return t("just now");
  }
  return awaits === null ? t("for {time}", { time: ago(since) }) : t("{time} left", { time: clockText(awaits) });
}

/** @param {number} seconds */
function passed(seconds) {
  return seconds < 45 ? t("just now") : t("{time} ago", { time: ago(seconds) });
}

/** @param {OwnTable} line */
function place({ rank, seats }) {
  return rank ? t("{place} of {all}", { place: ordinal(rank), all: seats.length }) : t("Finished");
}

/** @param {OwnTable} line */
function rating({ rating: value, moved }) {
  if (value === null || moved === null) {
    return "";
  }
  const sign = moved < 0 ? "−" : "+";
  return t("rating {value}, {moved}", { value: Math.round(value), moved: `${sign}${Math.abs(Math.round(moved))}` });
}

/**
 * @param {Line} own
 * @param {boolean} mine
 */
function actions(own, mine) {
  const { line } = own;
  const there = { href: `/t/${line.table}` };
  if (line.status === "over" || line.status === "abandoned") {
    return [
      line.status === "over" && h("a", { class: "btn sm", href: `${there.href}?analysis` }, t("Analyze")),
      line.you >= 0 && againButton(own),
    ];
  }
  if (line.status === "open") {
    return h("a", { class: "btn", ...there, onclick: (event) => invite(event, line) }, t("Invite"));
  }
  const alone = line.seats.every((seat, i) => i === line.you || seat.kind === "bot");
  return [
    h("a", { class: mine ? "btn go" : "btn", ...there }, mine ? t("Keep playing") : t("View")),
    alone && line.you >= 0 && h("a", { class: "btn sm", href: `/move/${line.table}` }, t("Move…")),
  ];
}

/** @param {Line} own */
function againButton({ line, token }) {
  const title = `${line.game_name} · ${line.map_name}`;
  const names = line.seats.map((seat) => seat.name);
  const { table, you, next, rematch } = line;
  const game = { server: new AtTable(table, token), title, names, you, next, rematch };
  if (rematch?.you === "yes") {
    return h("a", { class: "btn sm", href: `/t/${table}` }, t("Waiting for the others"));
  }
  const asked = () => {
    location.href = `/t/${table}`; // who is in is shown there
  };
  const called = next !== "";
  return button(called ? t("Go to the rematch") : t("Rematch"), () => wantRematch(game, asked), {
    class: called || rematch ? "btn go sm" : "btn sm",
  });
}

/**
 * The invitation opens below the line; the way to the table stays where it was.
 * @param {MouseEvent} event
 * @param {OwnTable} line
 */
async function invite(event, line) {
  event.preventDefault();
  const row = /** @type {HTMLElement} */ (event.currentTarget).closest("li");
  const open = row?.querySelector(".invitation");
  if (open) {
    open.remove();
    return;
  }
  const told = await invitation(`/t/${line.table}`, `${line.game_name} · ${line.map_name}`);
  const table = h("a", { class: "btn", href: `/t/${line.table}` }, t("Go to the table"));
  row?.append(h("div", { class: "invitation stack" }, told, table));
}

/**
 * @param {HTMLElement} el
 * @param {Line} own
 */
async function putAway(el, own) {
  await own.putAway(true);
  const back = h("li", { class: "game-row away" });
  const undo = async () => {
    clearTimeout(timer);
    await own.putAway(false);
    back.replaceWith(el);
  };
  fill(
    back,
    h("span", { class: "small", role: "status" }, t("Archived.")),
    button(t("Undo"), undo, { class: "btn sm" }),
  );
  const timer = setTimeout(() => back.remove(), UNDO);
  el.replaceWith(back);
  back.querySelector("button")?.focus();
}
