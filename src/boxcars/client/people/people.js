// People: what waits for an answer, friends, those one has played with, groups. And the pages that links lead to.

import { badgeIcon } from "../lib/badge.js";
import { button, copy, heading, toast } from "../lib/controls.js";
import { dayAndMonth } from "../lib/dates.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { t, tn } from "../lib/translate.js";
import { reachable } from "../page/invitation.js";
import { framed } from "../page/page_frame.js";
import { profileOffer } from "../profile/create_profile.js";
import { linkPage } from "./link_page.js";
import { proposalNotes } from "./proposals.js";
import { ask, attempt } from "./requests.js";
import { startPage } from "./start_page.js";

/** @import { GroupListed, GuestShown, PeopleShown, PersonShown, SecretLink } from "../types.d.ts" */

/** @param {string} [what] the second part of the address */
export async function peoplePage(what) {
  document.title = `${t("People")} · Boxcars`;
  if (!profileToken()) {
    withoutProfile(what);
    return;
  }
  if (what === "friend" || what === "join") {
    await linkPage(what);
    return;
  }
  if (what === "start") {
    await startPage();
    return;
  }
  show(/** @type {PeopleShown} */ (await ask("GET", "people")));
}

/** @param {string} [what] */
function withoutProfile(what) {
  const again = () => peoplePage(what);
  framed(
    again,
    "narrow",
    h("h1", { class: "title" }, t("People")),
    h(
      "div",
      { class: "note", role: "note" },
      icon("people"),
      h(
        "span",
        { class: "grow" },
        h("b", {}, t("You can play with anyone by link.")),
        " ",
        t("You need a profile to have friends and groups."),
      ),
    ),
    profileOffer(again),
  );
}

/** @param {PeopleShown} told */
function show(told) {
  const again = () => peoplePage();
  const { friends, played, guests, asking, blocked, groups, proposals } = told;
  const nobody = !friends.length && !played.length && !guests.length;
  const notes = [...asking.map((one) => requestNote(one, again)), ...proposalNotes(proposals, again)];
  framed(
    again,
    "people-page",
    h(
      "div",
      { class: "wide-stack" },
      h("div", { class: "headline" }, h("h1", { class: "title" }, t("People")), friendLinkButton()),
      notes.length > 0 &&
        h("section", { class: "first-on-phone" }, heading(t("Waiting for you")), h("div", { class: "stack" }, notes)),
      nobody && emptyNote(),
      friends.length > 0 &&
        h(
          "section",
          {},
          heading(t("Friends"), String(friends.length)),
          h(
            "div",
            { class: "paper pad items" },
            friends.map((one) => friendRow(one, again)),
          ),
        ),
      played.length + guests.length > 0 &&
        h(
          "section",
          {},
          heading(t("You've played with"), t("last 90 days · only you see this list")),
          h(
            "div",
            { class: "paper pad items" },
            played.map((one) => playedRow(one, again)),
            guests.map((one) => guestRow(one, again)),
          ),
        ),
      blocked.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, t("Blocked people")),
          h(
            "div",
            { class: "paper pad items" },
            blocked.map((one) => blockedRow(one, again)),
          ),
        ),
    ),
    h("aside", { class: "wide-stack" }, groupSection(groups)),
  );
}

function emptyNote() {
  return h(
    "div",
    { class: "empty" },
    h("h3", {}, t("Nobody here yet")),
    h(
      "p",
      {},
      t(
        "People you play with show up here by themselves. Or send a friend your link. You're friends once they accept.",
      ),
    ),
    h("div", { class: "row" }, h("a", { class: "btn", href: "/new?with=friends" }, t("Play with a friend"))),
  );
}

/** One's own link: made when it is wanted, taken back when it is not. */
function friendLinkButton() {
  const box = h("div", { class: "stack friend-link" });
  const first = button(t("My friend link"), () => open(), { ico: "link", id: "friend-link" });
  const open = async () => {
    const known = /** @type {SecretLink} */ (await ask("GET", "friendlink"));
    const link = known.link ? known : /** @type {SecretLink} */ (await ask("POST", "friendlink"));
    draw(link);
  };
  const draw = async (/** @type {SecretLink} */ link) => {
    const renew = async () => draw(/** @type {SecretLink} */ (await ask("POST", "friendlink")));
    const drop = async () => {
      await ask("DELETE", "friendlink");
      toast(t("The link no longer works."));
      fill(box, first);
    };
    const shown = await reachable(
      async () => link,
      ({ link: address }) =>
        h(
          "div",
          { class: "stack" },
          h("p", { class: "small" }, t("Anyone who opens this link can become your friend.")),
          h("input", { type: "url", readonly: true, value: address, "aria-label": t("My friend link") }),
          h(
            "div",
            { class: "row" },
            button(t("Copy the link"), () => copy(address), { ico: "link", class: "btn go sm" }),
            button(t("New link"), renew, { class: "btn sm", title: t("The old link stops working.") }),
            button(t("Turn the link off"), drop, { class: "btn sm" }),
          ),
        ),
    );
    fill(box, shown);
  };
  return fill(box, first);
}

/**
 * @param {PersonShown} person
 * @param {() => unknown} again
 */
function requestNote(person, again) {
  const does = (/** @type {string} */ what) => () => attempt(() => ask("POST", `people/${person.card}/${what}`), again);
  return h(
    "div",
    { class: "note can" },
    badgeIcon(person.herald),
    h(
      "div",
      { class: "grow" },
      h("b", {}, t("{name} wants to be friends.", { name: person.name })),
      h("br"),
      person.last &&
        h(
          "span",
          { class: "small" },
          t("You played {game} on {date}.", { game: person.last, date: dayAndMonth(person.last_at) }),
        ),
      h(
        "div",
        { class: "row" },
        button(t("Accept"), does("accept"), { class: "btn go sm" }),
        button(t("Ignore"), does("ignore"), { class: "btn sm" }),
        button(t("Block"), does("block"), { class: "btn sm quiet" }),
      ),
    ),
  );
}

/** When somebody was last here, or until when they are away. @param {PersonShown} person */
export function whereabouts({ seen, away }) {
  if (away !== null) {
    return h("span", { class: "small amber" }, t("on vacation until {date}", { date: dayAndMonth(away) }));
  }
  const words = seen === 0 ? t("last seen today") : tn("last seen {count} day ago", "last seen {count} days ago", seen);
  return h("span", { class: "small" }, words);
}

/**
 * @param {PersonShown} person
 * @param {() => unknown} again
 */
function friendRow(person, again) {
  const { card, name, herald, games, ahead } = person;
  const together = games
    ? `${tn("{count} game together", "{count} games together", games)} · ${t("you finished ahead in {count}", { count: ahead })}`
    : t("no finished game together yet");
  const end = () => attempt(() => ask("DELETE", `people/${card}/ask`), again);
  const block = () => attempt(() => ask("POST", `people/${card}/block`), again);
  return h(
    "div",
    { class: "item" },
    badgeIcon(herald),
    h("div", {}, h("b", {}, name), " ", whereabouts(person), h("br"), h("span", { class: "small" }, together)),
    h(
      "div",
      { class: "do" },
      inviteLink(card),
      more(name, [
        [t("Remove friend"), end],
        [t("Block"), block],
      ]),
    ),
  );
}

/** @param {string} card */
function inviteLink(card) {
  return h("a", { class: "btn sm", href: `/people/start?with=${card}` }, t("Invite to a game"));
}

/**
 * What is done seldom: behind one press.
 * @param {string} name
 * @param {[string, () => unknown][]} choices
 */
function more(name, choices) {
  return h(
    "details",
    { class: "more" },
    h("summary", { class: "btn sm", "aria-label": t("More about {name}", { name }) }, "…"),
    h(
      "div",
      { class: "row" },
      choices.map(([label, act]) => button(label, act, { class: "btn sm" })),
    ),
  );
}

/**
 * @param {PersonShown} person
 * @param {() => unknown} again
 */
function playedRow(person, again) {
  const { card, name, herald, state, last, last_at } = person;
  const request = () => attempt(() => ask("POST", `people/${card}/ask`), again);
  const back = () => attempt(() => ask("DELETE", `people/${card}/ask`), again);
  const remove = () => attempt(() => ask("DELETE", `people/${card}`), again);
  const block = () => attempt(() => ask("POST", `people/${card}/block`), again);
  return h(
    "div",
    { class: "item" },
    badgeIcon(herald),
    h("div", {}, h("b", {}, name), h("br"), h("span", { class: "small" }, `${last}, ${dayAndMonth(last_at)}`)),
    h(
      "div",
      { class: "do" },
      state === "asked"
        ? [
            h("span", { class: "state wait" }, icon("clock"), t("Request sent")),
            button(t("Withdraw"), back, { class: "btn sm" }),
          ]
        : button(t("Add friend"), request, { class: "btn sm" }),
      inviteLink(card),
      more(name, [
        [t("Remove from this list"), remove],
        [t("Block"), block],
      ]),
    ),
  );
}

/**
 * @param {GuestShown} guest
 * @param {() => unknown} again
 */
function guestRow({ name, last, last_at }, again) {
  const remove = () => attempt(() => ask("POST", "people/guests", { name }), again);
  return h(
    "div",
    { class: "item" },
    icon("people"),
    h(
      "div",
      {},
      h("b", {}, name),
      " ",
      h("span", { class: "small" }, t("guest")),
      h("br"),
      h(
        "span",
        { class: "small" },
        `${last}, ${dayAndMonth(last_at)}. ${t("Guests can't be invited. Send them a link.")}`,
      ),
    ),
    h(
      "div",
      { class: "do" },
      button(t("Remove"), remove, { class: "btn sm", "aria-label": t("Remove {name} from this list", { name }) }),
    ),
  );
}

/**
 * @param {PersonShown} person
 * @param {() => unknown} again
 */
function blockedRow({ card, name, herald }, again) {
  const free = () => attempt(() => ask("DELETE", `people/${card}/block`), again);
  return h(
    "div",
    { class: "item" },
    badgeIcon(herald),
    h("b", {}, name),
    h("div", { class: "do" }, button(t("Unblock"), free, { class: "btn sm" })),
  );
}

/** @param {GroupListed[]} groups */
function groupSection(groups) {
  const name = h("input", {
    type: "text",
    maxlength: "40",
    required: true,
    id: "group-name",
    "aria-label": t("Name of the group"),
    placeholder: t("Name of the group"),
  });
  const make = (/** @type {Event} */ event) => {
    event.preventDefault();
    return attempt(
      () => ask("POST", "groups", { name: name.value }),
      ({ id }) => {
        location.href = `/groups/${id}`;
      },
    );
  };
  const row = (/** @type {GroupListed} */ { id, name: title, members, running }) =>
    h(
      "div",
      { class: "item" },
      icon("people"),
      h(
        "div",
        {},
        h("a", { href: `/groups/${id}` }, h("b", {}, title)),
        h("br"),
        h(
          "span",
          { class: "small" },
          `${tn("{count} member", "{count} members", members)} · ${running ? tn("{count} game running", "{count} games running", running) : t("no game running")}`,
        ),
      ),
    );
  return h(
    "section",
    {},
    heading(t("Groups")),
    groups.length
      ? h("div", { class: "paper pad items" }, groups.map(row))
      : h(
          "p",
          { class: "small" },
          t(
            "A group is a private page for people who play together often. It shows their games and standings, and one button starts the next game.",
          ),
        ),
    h(
      "form",
      { class: "row", onsubmit: make },
      name,
      h("button", { type: "submit", class: "btn", id: "new-group" }, icon("add"), t("New group")),
    ),
  );
}
