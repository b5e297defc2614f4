// Where the links of e-mails lead: confirm an address, unsubscribe, mute one game. None of these needs a sign-in.

import { button, toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { momentOf, state } from "./channel_rows.js";

/** @import { MailAsked } from "../types.d.ts" */

/** @param {string} what */
export async function mailPage(what) {
  const token = location.hash.slice(1);
  try {
    if (what === "confirm") {
      await confirmPage(token);
    } else if (what === "stop") {
      await stopPage(token);
    } else {
      mutePage(token);
    }
  } catch (error) {
    if (refusal(error).status !== 404) {
      throw error;
    }
    show(
      h("h1", { class: "title" }, t("This link doesn't work anymore")),
      h("p", {}, t("It was used, or it is too old. Links to confirm an address work once, for 24 hours.")),
    );
  }
}

/** @param {...import("../lib/dom.js").Child} body */
function show(...body) {
  document.title = `${t("Turn notices")} · Boxcars`;
  const again = () => show(...body);
  framed(again, "narrow notices-page", h("div", { class: "paper pad wide-stack mail-link" }, ...body));
}

/** @param {string} token */
async function confirmPage(token) {
  const asked = /** @type {MailAsked} */ (await call("GET", `/api/mail/confirm?t=${encodeURIComponent(token)}`));
  const answer = async (/** @type {boolean} */ yes) => {
    try {
      await call("POST", "/api/mail/confirm", { token, yes });
      const said = yes
        ? t("From now on we'll tell you there when it's your turn.")
        : t("We will never write to this address again.");
      show(state("", "check", t("Done")), h("h1", { class: "title" }, said));
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  const who = t("{name} asked for this on {server}, {when}.", {
    name: asked.name,
    server: location.host,
    when: momentOf(asked.at),
  });
  show(
    h("h1", { class: "title" }, t("Send turn notices to {address}?", { address: asked.address })),
    h("p", {}, who, " ", t("If that wasn't you, just close this page. We won't write again.")),
    h(
      "div",
      { class: "row" },
      button(t("Yes, send them"), () => answer(true), { go: true, id: "mail-yes" }),
      button(t("No, never write to this address"), () => answer(false), { id: "mail-never" }),
    ),
  );
}

/** @param {string} token */
async function stopPage(token) {
  await call("POST", `/api/mail/stop?t=${encodeURIComponent(token)}`);
  const undo = async () => {
    const { on } = /** @type {{ on: boolean }} */ (
      await call("POST", `/api/mail/resume?t=${encodeURIComponent(token)}`)
    );
    const said = on
      ? t("You get e-mail about your turns again.")
      : t("This address was removed. Add it again on your notices page.");
    show(state("", "check", t("Done")), h("h1", { class: "title" }, said));
  };
  show(
    state("", "check", t("Done")),
    h("h1", { class: "title" }, t("You won't get any more e-mail about turns.")),
    h("p", {}, t("Your games go on. If your time runs out, a bot plays for you until you're back.")),
    h("div", { class: "row" }, button(t("Undo"), undo, { id: "mail-undo" })),
    h("p", { class: "small" }, t("No sign-in needed. This link never expires.")),
  );
}

/** @param {string} token ours, then the game it is about */
function mutePage(token) {
  const at = token.lastIndexOf(".");
  const mute = async () => {
    try {
      await call("POST", "/api/mail/mute", { token: token.slice(0, at), table: token.slice(at + 1) });
      show(
        state("", "check", t("Done")),
        h("h1", { class: "title" }, t("This game is muted. Only the last reminder is sent.")),
      );
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  show(
    h("h1", { class: "title" }, t("Mute this game?")),
    h("p", {}, t("Only the last reminder before your time runs out is sent.")),
    h("div", { class: "row" }, button(t("Mute this game"), mute, { go: true, id: "mail-mute" })),
  );
}
