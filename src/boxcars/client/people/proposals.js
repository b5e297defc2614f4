// Games that somebody proposes: what one is invited to, and what became of one's own invitations.

import { badgeIcon } from "../lib/badge.js";
import { button } from "../lib/controls.js";
import { dayAndTime } from "../lib/dates.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t, tn } from "../lib/translate.js";
import { look } from "../page/profile_status.js";
import { ask, attempt } from "./requests.js";

/** @import { ProposalShown } from "../types.d.ts" */

/**
 * The notes of all that wait for an answer, or that one has asked others.
 * @param {ProposalShown[]} proposals
 * @param {() => unknown} again
 */
export function proposalNotes(proposals, again) {
  return proposals
    .filter(({ mine, you, state }) => mine || you === "asked" || state === "open")
    .slice(0, 8)
    .map((one) => (one.mine ? ownNote(one, again) : invitationNote(one, again)));
}

/** @param {ProposalShown} one */
function titleOf({ game_name, map_name }) {
  return `${game_name} · ${map_name}`;
}

/**
 * @param {ProposalShown} one
 * @param {() => unknown} again
 */
function invitationNote(one, again) {
  const { id, by, you, paces, message, group_name, until } = one;
  const box = h("div", { class: "stack" });
  const chosen = new Set(paces.map((_, i) => i));
  const tick = (/** @type {number} */ i, /** @type {boolean} */ on) => (on ? chosen.add(i) : chosen.delete(i));
  const play = () =>
    attempt(
      () => ask("POST", `proposals/${id}/yes`, { paces: [...chosen] }),
      async ({ table }) => {
        await look();
        if (table) {
          location.href = `/t/${table}`;
        } else {
          again();
        }
      },
    );
  const no = () =>
    attempt(
      () => ask("POST", `proposals/${id}/no`),
      async () => {
        await look();
        again();
      },
    );
  fill(
    box,
    paces.length > 1 && you === "asked"
      ? h(
          "fieldset",
          { class: "stack plain-set" },
          h("legend", { class: "small" }, t("Which paces suit you?")),
          paces.map((pace, i) =>
            h(
              "label",
              { class: "tick" },
              h("input", {
                type: "checkbox",
                checked: true,
                onchange: (event) => tick(i, /** @type {HTMLInputElement} */ (event.currentTarget).checked),
              }),
              h("span", { title: pace.words }, pace.brief),
            ),
          ),
        )
      : h("span", { class: "small" }, paces.map((pace) => pace.words).join(" ")),
  );
  const withs = one.agreed.map(({ name }) => name).join(", ");
  const facts = [
    group_name,
    withs && t("with {names}", { names: withs }),
    t("open until {date}", { date: dayAndTime(until) }),
  ];
  return h(
    "div",
    { class: "note can" },
    badgeIcon(by.herald),
    h(
      "div",
      { class: "grow stack" },
      h("b", {}, t("{name} invites you to {game}.", { name: by.name, game: titleOf(one) })),
      message && h("span", {}, `“${message}”`),
      h("span", { class: "small" }, facts.filter(Boolean).join(" · ")),
      box,
      you === "asked"
        ? h(
            "div",
            { class: "row" },
            button(t("Play"), play, { class: "btn go sm" }),
            button(t("No thanks"), no, { class: "btn sm" }),
          )
        : h(
            "div",
            { class: "row" },
            h("span", { class: "state wait" }, icon("clock"), t("You're in. Waiting for the others")),
            button(t("Not this time"), no, { class: "btn sm" }),
          ),
    ),
  );
}

/**
 * @param {ProposalShown} one
 * @param {() => unknown} again
 */
function ownNote(one, again) {
  const { id, state, agreed, waiting, table, decide_at } = one;
  const withdraw = () => attempt(() => ask("POST", `proposals/${id}/withdraw`), again);
  if (state === "started") {
    return h(
      "div",
      { class: "note" },
      icon("check"),
      h("div", { class: "grow" }, h("b", {}, t("{game} has started.", { game: titleOf(one) }))),
      h("a", { class: "btn go sm", href: `/t/${table}` }, t("Go to the game")),
    );
  }
  if (state === "failed") {
    return h(
      "div",
      { class: "note" },
      icon("no"),
      h(
        "div",
        { class: "grow" },
        h("b", {}, t("{game} didn't come together this time.", { game: titleOf(one) })),
        " ",
        h("span", { class: "small" }, t("Too few people could play, or no pace suited everyone.")),
      ),
    );
  }
  const names = agreed.map(({ name }) => name).join(", ");
  return h(
    "div",
    { class: "note" },
    icon("clock"),
    h(
      "div",
      { class: "grow" },
      h("b", {}, t("You invited people to {game}.", { game: titleOf(one) })),
      h("br"),
      h(
        "span",
        { class: "small" },
        [
          names && t("In: {names}", { names }),
          waiting > 0 && tn("waiting for {count} person", "waiting for {count} people", waiting),
          t("starts with those who are in on {date}", { date: dayAndTime(decide_at) }),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    button(t("Withdraw"), withdraw, { class: "btn sm" }),
  );
}
