// Which page is it? One document for all of them; each loads only what it needs.

import { toast } from "./lib/controls.js";
import { h } from "./lib/dom.js";
import { drawInstead } from "./lib/edition.js";
import { Refusal } from "./lib/http_call.js";
import { learn, preferred, t } from "./lib/translate.js";
import { frame } from "./page/page_frame.js";

async function start() {
  await learn(preferred());
  const [, kind, id, part] = location.pathname.split("/");
  try {
    await open(kind, id, part);
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    sorry(error.reason.text || t("The server isn't responding. Try again in a moment."));
  }
}

/**
 * @param {string} kind
 * @param {string} id
 * @param {string} part
 */
async function open(kind, id, part) {
  if (await drawInstead(kind)) {
    return;
  }
  if (kind === "t") {
    const { openTable } = await import("./table/table.js");
    openTable(id);
  } else if (kind === "s") {
    const { openShared } = await import("./analysis/shared_position.js");
    await openShared(id);
  } else if (kind === "new") {
    const { newTable } = await import("./lobby/new_table.js");
    await newTable();
  } else if (kind === "profile") {
    const { profilePage } = await import("./profile/profile.js");
    await profilePage();
  } else if (kind === "mail") {
    const { mailPage } = await import("./notices/mail_links.js");
    await mailPage(id);
  } else if (kind === "tournaments") {
    const { tournamentPage } = await import("./tournament/tournament.js");
    await tournamentPage();
  } else if (kind === "people") {
    const { peoplePage } = await import("./people/people.js");
    await peoplePage(id);
  } else if (kind === "groups") {
    const { groupPage } = await import("./people/group.js");
    await groupPage(id);
  } else if (kind === "rules") {
    const { rulesPage } = await import("./rules/rules_page.js");
    await rulesPage(id, part);
  } else if (kind === "reference") {
    const { referencePage } = await import("./lobby/reference_card.js");
    await referencePage(id);
  } else if (kind === "workshop") {
    const { mapEditorPage } = await import("./map_editor/map_editor.js");
    await mapEditorPage(id);
  } else if (kind === "open") {
    const { openGame } = await import("./lobby/open_game.js");
    await openGame();
  } else if (kind === "move") {
    const { moveGame } = await import("./lobby/move_game.js");
    await moveGame(id);
  } else if (kind === "learn") {
    const { learnPage } = await import("./learn/learn.js");
    await learnPage();
  } else if (kind) {
    sorry(t("This page doesn't exist."));
  } else {
    const { lobby } = await import("./lobby/lobby.js");
    await lobby();
  }
}

/** @param {string} why */
function sorry(why) {
  const home = h("a", { class: "btn go", href: "/" }, t("Go to the lobby"));
  frame(start, h("h1", { class: "title" }, t("That didn't work")), h("p", {}, why), h("p", {}, home));
}

addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Refusal) {
    event.preventDefault();
    toast(event.reason.reason.text || t("The server isn't responding. Try again in a moment."), "bad");
  }
});

start();
if (window.isSecureContext) {
  addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {}));
}
