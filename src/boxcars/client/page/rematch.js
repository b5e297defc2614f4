// A rematch, as those who played see it: at the finished table and at home.

import { button, toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { t, tn } from "../lib/translate.js";
import { goTo } from "./start_game.js";

/** @import { RematchShown, TableCreated } from "../types.d.ts" */
/** @import { AtTable } from "../lib/endpoints.js" */

/**
 * A finished game.
 * @typedef {object} Finished
 * @property {AtTable} server
 * @property {string} title what was played
 * @property {string[]} names of the seats
 * @property {number | null} you
 * @property {string} next the table of the rematch
 * @property {RematchShown | null} rematch
 */

/**
 * Ask for something about the rematch, and go to the next table if it is there.
 * @param {Finished} game
 * @param {() => Promise<TableCreated>} asked
 * @param {() => unknown} [after] if it is not
 */
export async function askRematch({ title }, asked, after) {
  try {
    const made = await asked();
    if (made.table) {
      goTo(made, title);
    } else {
      after?.();
    }
  } catch (error) {
    toast(refusal(error).reason.text, "bad");
  }
}

/**
 * @param {Finished} game
 * @param {() => unknown} [after]
 */
export function wantRematch(game, after) {
  return askRematch(game, () => game.server.again(), after);
}

/**
 * What is said of the rematch, and what one can do; null: nobody wants one.
 * @param {Finished} game
 * @param {() => unknown} [after] when something was answered
 */
export function rematchNote(game, after) {
  const { rematch, server } = game;
  const are = (/** @type {() => Promise<TableCreated>} */ asked) => () => askRematch(game, asked, after);
  if (game.next) {
    return note("", t("The rematch has begun."), "", [
      button(
        game.you === null ? t("Watch") : t("Go to the rematch"),
        are(() => server.again()),
        { go: true, id: "rejoin" },
      ),
    ]);
  }
  if (!rematch) {
    return null;
  }
  const into = button(
    t("I'm in"),
    are(() => server.again()),
    { go: rematch.you === "asked", id: "in" },
  );
  const out = button(
    t("Not this time"),
    are(() => server.notAgain()),
    { id: "not-in" },
  );
  if (rematch.you === "asked") {
    const who = t("{name} wants a rematch.", { name: game.names[rematch.by] });
    const how = t("Same people, same settings. The first player moves one seat on.");
    return note("can", who, [how, people(game, rematch)], [into, out]);
  }
  if (rematch.you === "no") {
    return note("", t("You said no to the rematch."), people(game, rematch), [into]);
  }
  const back = button(
    t("Withdraw"),
    are(() => server.notAgain()),
    { id: "take-back" },
  );
  if (!rematch.stuck) {
    const waits = tn("Waiting for {count} player.", "Waiting for {count} players.", rematch.asked.length);
    return note("", `${t("You're in for the rematch.")} ${waits}`, people(game, rematch), [back]);
  }
  const without = (/** @type {"bots" | "fewer" | "others"} */ fill) => are(() => server.againWithout(fill));
  const left = rematch.asked.length;
  return note("now", t("Not everyone is in for the rematch."), people(game, rematch), [
    button(tn("Play with a bot", "Play with {count} bots", left), without("bots"), { id: "with-bots" }),
    rematch.yes.length > 1 && button(t("Play with fewer"), without("fewer"), { id: "with-fewer" }),
    button(t("Invite someone else"), without("others"), { id: "with-others" }),
    back,
  ]);
}

/**
 * Who is in, and who was asked.
 * @param {Finished} game
 * @param {RematchShown} rematch
 */
function people({ names, you }, { yes, asked }) {
  const line = (/** @type {number} */ seat, /** @type {boolean} */ isIn) => {
    const name = seat === you ? t("you") : names[seat];
    return h("span", { class: "who" }, isIn ? t("{name}: in", { name }) : t("{name}: asked", { name }));
  };
  return h(
    "span",
    { class: "people" },
    yes.map((seat) => line(seat, true)),
    asked.map((seat) => line(seat, false)),
  );
}

/**
 * @param {string} kind
 * @param {string} title
 * @param {import("../lib/dom.js").Child} more
 * @param {import("../lib/dom.js").Child[]} buttons
 */
function note(kind, title, more, buttons) {
  return h(
    "section",
    { class: `note again-note ${kind}` },
    icon("undo"),
    h("div", { class: "grow" }, h("b", {}, title), " ", more, h("div", { class: "row" }, buttons)),
  );
}
