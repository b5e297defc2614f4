// The private page of a group: its games, standings, members, chat, the link that lets people in.

import { badgeIcon } from "../lib/badge.js";
import { clockText, spanText } from "../lib/common_texts.js";
import { button, copy, heading, toast } from "../lib/controls.js";
import { dayAndMonth } from "../lib/dates.js";
import { h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { icon, medal } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { ago, t, tn } from "../lib/translate.js";
import { mapPicture } from "../lobby/map_pictures.js";
import { reachable } from "../page/invitation.js";
import { framed } from "../page/page_frame.js";
import { profileOffer } from "../profile/create_profile.js";
import { whereabouts } from "./people.js";
import { proposalNotes } from "./proposals.js";
import { ask, attempt } from "./requests.js";

/** @import { GroupShown, GroupTable, PersonShown } from "../types.d.ts" */

const LINK_DAYS = 7;

/** @param {string} id */
export async function groupPage(id) {
  document.title = `${t("Group")} · Boxcars`;
  const again = () => groupPage(id);
  if (!profileToken()) {
    framed(again, "narrow", h("h1", { class: "title" }, t("Group")), profileOffer(again));
    return;
  }
  try {
    await show(/** @type {GroupShown} */ (await ask("GET", `groups/${id}`)));
  } catch (error) {
    if (refusal(error).status !== 404) {
      throw error;
    }
    framed(
      again,
      "narrow",
      h("h1", { class: "title" }, t("This group doesn't exist, or you aren't in it.")),
      h("a", { class: "btn", href: "/people" }, t("People")),
    );
  }
}

/** @param {GroupShown} group */
async function show(group) {
  const { id, name, tables, proposals, finished } = group;
  document.title = `${name} · Boxcars`;
  const again = () => groupPage(id);
  const mine = tables.filter(({ you, actor }) => you >= 0 && you === actor);
  const others = tables.filter((table) => !mine.includes(table));
  const notes = proposalNotes(proposals, again);
  framed(
    again,
    "group-page",
    h(
      "div",
      { class: "wide-stack" },
      h(
        "div",
        {},
        h("a", { class: "back", href: "/people" }, icon("back"), t("People")),
        h(
          "div",
          { class: "headline" },
          h("h1", { class: "title" }, name),
          h(
            "a",
            { class: "btn go", href: `/people/start?group=${id}`, id: "start-together" },
            icon("add"),
            t("Start a game with these people"),
          ),
        ),
        h("p", { class: "small" }, t("Private. Only members see this page.")),
      ),
      notes.length > 0 && h("section", {}, heading(t("Invitations")), h("div", { class: "stack" }, notes)),
      mine.length > 0 &&
        h(
          "section",
          {},
          heading(t("It's your turn"), String(mine.length)),
          h("ul", { class: "rows" }, mine.map(gameRow)),
        ),
      others.length > 0 &&
        h(
          "section",
          {},
          heading(t("Other games"), String(others.length)),
          h("ul", { class: "rows" }, others.map(gameRow)),
        ),
      tables.length === 0 && h("p", { class: "small" }, t("No game is running in this group.")),
      standings(group),
      finished > 0 && h("p", { class: "small" }, tn("{count} finished game", "{count} finished games", finished)),
    ),
    h("aside", { class: "wide-stack" }, await members(group, again), chat(group), usual(group, again)),
  );
}

/** @param {GroupTable} table */
function gameRow({ table, game, map, name, names, actor, left, you }) {
  const now = you >= 0 && you === actor;
  const own = now ? t("Play") : t("View");
  const label = you >= 0 ? own : t("Watch");
  const state = now ? t("It's your turn") : t("{name}'s turn", { name: names[actor] ?? "" });
  return h(
    "li",
    { class: now ? "game-row mine" : "game-row" },
    h("a", { href: `/t/${table}`, tabindex: "-1", "aria-hidden": "true" }, mapPicture(game, map)),
    h(
      "div",
      { class: "what-game" },
      h("h3", {}, name),
      h(
        "div",
        { class: "people" },
        names.map((one, i) =>
          h("span", { class: i === actor ? "who to" : "who" }, medal(i), i === you ? t("you") : one),
        ),
      ),
    ),
    h(
      "div",
      { class: "st" },
      h("b", { class: now && "sig" }, state),
      left !== null && h("span", { class: "small" }, t("{time} left", { time: clockText(left) })),
    ),
    h("div", { class: "do" }, h("a", { class: now ? "btn go" : "btn", href: `/t/${table}` }, label)),
  );
}

/** @param {GroupShown} group */
function standings({ standings: lines, you }) {
  if (!lines.length) {
    return null;
  }
  return h(
    "section",
    {},
    heading(t("Standings"), t("all games · this year")),
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
          h("th", { scope: "col", class: "r" }, t("Points")),
          h("th", { scope: "col", class: "r" }, t("Games")),
          h("th", { scope: "col", class: "r" }, t("Won")),
        ),
      ),
      h(
        "tbody",
        {},
        lines.map(({ card, name, herald, points, games, won }, i) =>
          h(
            "tr",
            { class: card === you && "me" },
            h("td", { class: "pos" }, i + 1),
            h("td", {}, h("span", { class: "who" }, badgeIcon(herald), h("b", {}, name))),
            h("td", { class: "r pts" }, points),
            h("td", { class: "r" }, games),
            h("td", { class: "r" }, won),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "small" },
      t("One point for each player you finish ahead of. Only games started in this group count."),
    ),
  );
}

/**
 * @param {GroupShown} group
 * @param {() => unknown} again
 */
async function members(group, again) {
  const { id, owner, you, members: list, link } = group;
  const leave = (/** @type {string} */ card) => () =>
    attempt(
      () => ask("POST", `groups/${id}/leave`, { card }),
      () => {
        if (card === you) {
          location.href = "/people";
        } else {
          again();
        }
      },
    );
  const hand = (/** @type {string} */ card) => () =>
    attempt(() => ask("PATCH", `groups/${id}`, { owner: card }), again);
  const row = (/** @type {PersonShown} */ person) =>
    h(
      "div",
      { class: "item" },
      badgeIcon(person.herald),
      h(
        "div",
        {},
        h("b", {}, person.name),
        " ",
        person.card === owner && h("span", { class: "tag" }, t("owner")),
        h("br"),
        person.card === you ? h("span", { class: "small" }, t("you")) : whereabouts(person),
      ),
      owner === you &&
        person.card !== you &&
        h(
          "details",
          { class: "more" },
          h("summary", { class: "btn sm", "aria-label": t("More about {name}", { name: person.name }) }, "…"),
          h(
            "div",
            { class: "row" },
            button(t("Remove"), leave(person.card), { class: "btn sm" }),
            button(t("Make owner"), hand(person.card), { class: "btn sm" }),
          ),
        ),
    );
  return h(
    "section",
    {},
    heading(t("Members"), String(list.length)),
    h("div", { class: "paper pad items" }, list.map(row)),
    link.link ? await linkBox(group, again) : makeLink(id, again),
    h("div", { class: "row" }, button(t("Leave group"), leave(you), { class: "btn sm" })),
  );
}

/**
 * @param {string} id
 * @param {() => unknown} again
 */
function makeLink(id, again) {
  const make = () => attempt(() => ask("POST", `groups/${id}/link`, { days: LINK_DAYS }), again);
  return h("div", { class: "row" }, button(t("Invite link"), make, { ico: "link", class: "btn sm", id: "group-link" }));
}

/**
 * @param {GroupShown} group
 * @param {() => unknown} again
 */
function linkBox({ id, link }, again) {
  const drop = () => attempt(() => ask("POST", `groups/${id}/link`, { days: 0 }), again);
  return reachable(
    async () => link,
    ({ link: address }) =>
      h(
        "div",
        { class: "stack" },
        h("input", {
          type: "url",
          readonly: true,
          value: address,
          id: "group-link-address",
          "aria-label": t("Invite link"),
        }),
        link.until !== null &&
          h("span", { class: "small" }, t("Works until {date}.", { date: dayAndMonth(link.until) })),
        h(
          "div",
          { class: "row" },
          button(t("Copy the link"), () => copy(address), { ico: "link", class: "btn sm" }),
          button(t("Turn the link off"), drop, { class: "btn sm" }),
        ),
      ),
  );
}

/** @param {GroupShown} group */
function chat({ id, chat: lines }) {
  const text = h("input", {
    type: "text",
    maxlength: "500",
    required: true,
    id: "group-say",
    "aria-label": t("Write to the group"),
    placeholder: t("Write to the group"),
  });
  const say = (/** @type {Event} */ event) => {
    event.preventDefault();
    return attempt(
      () => ask("POST", `groups/${id}/chat`, { text: text.value }),
      async (group) => {
        await show(group);
        document.getElementById("group-say")?.focus();
      },
    );
  };
  return h(
    "section",
    {},
    heading(t("Group chat")),
    h(
      "div",
      { class: "paper pad stack" },
      lines
        .slice(-20)
        .map(({ name, text: said, at }) =>
          h(
            "div",
            {},
            h("b", {}, name),
            " ",
            h("span", { class: "small" }, t("{time} ago", { time: ago(Math.max(60, Date.now() / 1000 - at)) })),
            h("br"),
            said,
          ),
        ),
      h("form", { class: "row", onsubmit: say }, text, h("button", { type: "submit", class: "btn sm" }, t("Send"))),
    ),
  );
}

/**
 * @param {GroupShown} group
 * @param {() => unknown} again
 */
function usual({ usual: game, tables, id }, again) {
  const newest = tables[0];
  const note = () =>
    attempt(
      () => ask("PATCH", `groups/${id}`, { usual: { game: newest.game, map: newest.map } }),
      () => {
        toast(t("Saved."));
        again();
      },
    );
  return h(
    "section",
    {},
    heading(t("Usual game")),
    game
      ? h("p", {}, h("b", {}, game.title), game.turn > 0 && `, ${t("{time} per turn", { time: spanText(game.turn) })}`)
      : h("p", { class: "small" }, t("None yet. “Start a game” will suggest it.")),
    newest && button(t("Make {game} the usual game", { game: newest.name }), note, { class: "btn sm" }),
  );
}
