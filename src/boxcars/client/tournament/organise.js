// Running a tournament: who organizes it, messages to entrants, who is withdrawn. And what entrants are told.

import { badgeIcon } from "../lib/badge.js";
import { button, heading, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { ago, t } from "../lib/translate.js";
import { ask } from "./requests.js";

/** @import { TournamentOrganiser, TournamentShown } from "../types.d.ts" */

/**
 * @param {string} id
 * @param {string} what
 * @param {object} body
 * @param {() => unknown} then
 */
async function post(id, what, body, then) {
  try {
    await ask("POST", `/${id}/${what}`, body);
    then();
  } catch (error) {
    toast(refusal(error).reason.text || t("That didn't work"), "bad");
  }
}

/** Who runs it, in a line. @param {TournamentShown} tournament */
export function organisersLine({ organisers }) {
  const names = organisers.filter(({ accepted }) => accepted).map(({ name }) => name);
  return t("Organized by {names}", { names: new Intl.ListFormat(document.documentElement.lang).format(names) });
}

/**
 * What waits for the reader: a question to organize, too, or an owner who is away.
 * @param {TournamentShown} tournament
 * @param {() => unknown} again
 */
export function organiserNotes({ id, title, asked, takeover }, again) {
  const answer = (/** @type {boolean} */ yes) => () => post(id, "organisers/answer", { yes }, again);
  return [
    asked &&
      h(
        "div",
        { class: "note can", role: "note" },
        icon("cup"),
        h("div", { class: "grow" }, h("b", {}, t("You're asked to help organize “{title}”.", { title }))),
        h(
          "div",
          { class: "row" },
          button(t("Accept"), answer(true), { class: "btn go sm", id: "accept-organizing" }),
          button(t("No thanks"), answer(false), { class: "btn sm" }),
        ),
      ),
    takeover &&
      h(
        "div",
        { class: "note can", role: "note" },
        icon("clock"),
        h(
          "div",
          { class: "grow" },
          h("b", {}, t("A round waits, and the owner hasn't been here for 14 days.")),
          " ",
          t("You can take over."),
        ),
        button(t("Take over"), () => post(id, "takeover", {}, again), { class: "btn go sm" }),
      ),
  ];
}

/** What the organizers said. @param {TournamentShown} tournament */
export function newsSection({ news }) {
  return (
    news.length > 0 &&
    h(
      "section",
      {},
      heading(t("From the organizers")),
      h(
        "div",
        { class: "paper pad stack" },
        news.map(({ name, text, at }) =>
          h(
            "div",
            {},
            h("b", {}, name),
            " ",
            h("span", { class: "small" }, t("{time} ago", { time: ago(Math.max(60, Date.now() / 1000 - at)) })),
            h("br"),
            text,
          ),
        ),
      ),
    )
  );
}

/**
 * For organizers alone.
 * @param {TournamentShown} tournament
 * @param {() => unknown} again
 */
export function manageSection(tournament, again) {
  if (!tournament.hosting || tournament.status === "over") {
    return null;
  }
  return h(
    "section",
    { class: "stack" },
    heading(t("Organize")),
    organiserList(tournament, again),
    messageForm(tournament, again),
    entrantList(tournament, again),
  );
}

/**
 * @param {TournamentShown} tournament
 * @param {() => unknown} again
 */
function organiserList(tournament, again) {
  const { id, organisers, owner } = tournament;
  const row = (/** @type {TournamentOrganiser} */ one) =>
    h(
      "div",
      { class: "item" },
      badgeIcon(one.herald),
      h("div", {}, h("b", {}, one.name), " ", h("span", { class: "small" }, role(one))),
      h(
        "div",
        { class: "do" },
        owner &&
          !one.owner &&
          one.accepted &&
          button(t("Hand over"), () => post(id, "handover", { card: one.card }, again), { class: "btn sm" }),
        owner &&
          !one.owner &&
          button(t("Remove"), () => post(id, "organisers/remove", { card: one.card }, again), { class: "btn sm" }),
        one.you &&
          !one.owner &&
          button(t("Stop organizing"), () => post(id, "organisers/answer", { yes: false }, again), { class: "btn sm" }),
      ),
    );
  return h(
    "div",
    { class: "paper pad stack" },
    h("h3", {}, t("Organizers")),
    h("div", { class: "items" }, organisers.map(row)),
    owner && organisers.length < 3 && addOrganiser(tournament, again),
    h(
      "p",
      { class: "small" },
      t("If a round waits and the owner is away for 14 days, another organizer can take over."),
    ),
  );
}

/** @param {TournamentOrganiser} one */
function role({ owner, accepted }) {
  if (owner) {
    return t("owner");
  }
  return accepted ? t("organizer") : t("asked, no answer yet");
}

/**
 * @param {TournamentShown} tournament
 * @param {() => unknown} again
 */
function addOrganiser({ id, standings, organisers }, again) {
  const known = new Set(organisers.map(({ card }) => card));
  const others = standings.filter(({ card, gone }) => card && !gone && !known.has(card));
  if (!others.length) {
    return h("p", { class: "small" }, t("Anyone who has signed up can help organize."));
  }
  const choice = h(
    "select",
    { id: "new-organizer", "aria-label": t("Add an organizer") },
    others.map(({ card, name }) => h("option", { value: card }, name)),
  );
  return h(
    "div",
    { class: "row" },
    choice,
    button(t("Add an organizer"), () => post(id, "organisers", { card: choice.value }, again), { class: "btn sm" }),
  );
}

/**
 * @param {TournamentShown} tournament
 * @param {() => unknown} again
 */
function messageForm({ id }, again) {
  const text = h("textarea", {
    id: "announcement",
    rows: "3",
    maxlength: "500",
    required: true,
    "aria-label": t("Message to all players"),
  });
  const said = h("span", { class: "small", role: "status" }, t("At home and in their notices. 3 a day at most."));
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    return post(id, "announce", { text: text.value }, () => {
      fill(said, t("Sent."));
      again();
    });
  };
  return h(
    "form",
    { class: "paper pad stack", onsubmit: send },
    h("h3", {}, t("Message to all players")),
    text,
    h("div", { class: "row" }, h("button", { type: "submit", class: "btn sm", id: "announce" }, t("Send")), said),
  );
}

/**
 * @param {TournamentShown} tournament
 * @param {() => unknown} again
 */
function entrantList({ id, standings }, again) {
  const here = standings.filter(({ card, gone, you }) => card && !gone && !you);
  return (
    here.length > 0 &&
    h(
      "details",
      {},
      h("summary", {}, t("Withdraw a player")),
      h(
        "div",
        { class: "paper pad items" },
        here.map(({ card, name, herald }) =>
          h(
            "div",
            { class: "item" },
            badgeIcon(herald),
            h("b", {}, name),
            h(
              "div",
              { class: "do" },
              button(t("Withdraw"), () => post(id, "withdraw", { card }, again), { class: "btn sm" }),
            ),
          ),
        ),
      ),
    )
  );
}
