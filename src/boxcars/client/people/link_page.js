// Where a friend link or the link of a group leads: whose it is, and a press to say yes.

import { badgeIcon } from "../lib/badge.js";
import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { t, tn } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { ask, attempt } from "./requests.js";

/** @import { LinkedGroup, LinkOwner } from "../types.d.ts" */

/** @param {"friend" | "join"} what */
export async function linkPage(what) {
  const code = location.hash.slice(1);
  const again = () => linkPage(what);
  let body;
  try {
    body = what === "friend" ? await friend(code) : await group(code);
  } catch (error) {
    refusal(error);
    body = [
      h("h1", { class: "title" }, t("This link doesn't work")),
      h("p", {}, t("It may have expired, or someone turned it off. Ask for a new one.")),
      h("a", { class: "btn", href: "/people" }, t("People")),
    ];
  }
  framed(again, "narrow", h("div", { class: "paper pad stack" }, body));
}

/** @param {string} code */
async function friend(code) {
  const { name, herald } = /** @type {LinkOwner} */ (await ask("POST", "friendlink/peek", { code }));
  const accept = () =>
    attempt(
      () => ask("POST", "friendlink/accept", { code }),
      () => {
        location.href = "/people";
      },
    );
  return [
    h(
      "div",
      { class: "row" },
      badgeIcon(herald),
      h("h1", { class: "title" }, t("{name} wants to be friends.", { name })),
    ),
    h("p", {}, t("Friends see when the other was last here and can invite each other to games.")),
    h(
      "div",
      { class: "row" },
      button(t("Accept"), accept, { go: true, id: "accept-link" }),
      h("a", { class: "btn", href: "/" }, t("No thanks")),
    ),
  ];
}

/** @param {string} code */
async function group(code) {
  const { name, members } = /** @type {LinkedGroup} */ (await ask("POST", "grouplink/peek", { code }));
  const enter = () =>
    attempt(
      () => ask("POST", "grouplink/join", { code }),
      ({ id }) => {
        location.href = `/groups/${id}`;
      },
    );
  return [
    h("h1", { class: "title" }, t("You're invited to the group “{name}”", { name })),
    h("p", {}, icon("people"), " ", tn("{count} member", "{count} members", members)),
    h("p", {}, t("Members see your name, your badge and when you were last here.")),
    h(
      "div",
      { class: "row" },
      button(t("Join the group"), enter, { go: true, id: "join-group" }),
      h("a", { class: "btn", href: "/" }, t("No thanks")),
    ),
  ];
}
