// What every page shows of the reader: asked for every few seconds while somebody looks. With a profile, its status; without
// one, what waits in the seats of this device.

import { button, toast } from "../lib/controls.js";
import { dayAndTime } from "../lib/dates.js";
import { fill, h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { keptTables } from "../lib/seat_tokens.js";
import { t } from "../lib/translate.js";
import { NOTHING, noteWaiting } from "../lib/waiting_turns.js";

/** @import { ProfileStatus, Waiting } from "../types.d.ts" */

const EVERY = 4000; // ms
const GUEST = 15_000; // ms, without a profile
const HIDDEN = 30_000; // ms, in a tab that nobody looks at
const LATELY = 2 * 86_400_000; // ms for which a finished game may ask for a rematch
const SEATS = 12; // that are asked about at once

/** The newest status. @type {ProfileStatus | null} */
let known = null;
/** @type {ReturnType<typeof setTimeout> | null} */
let timer = null;
/** @type {Set<(status: ProfileStatus) => void>} */
const listeners = new Set();
const bar = h("div", { class: "profile-bar", role: "status" });

/**
 * Call back with the status now and whenever it changes. Returns what ends that.
 * @param {(status: ProfileStatus) => void} listener
 */
export function onStatus(listener) {
  listeners.add(listener);
  if (known) {
    listener(known);
  }
  watch();
  return () => listeners.delete(listener);
}

/** The bar that says when the profile is deleted: one element, wherever it stands. */
export function statusBar() {
  drawBar();
  watch();
  return bar;
}

/** The seats of this device in games that are played, or have just ended. */
function seatsHere() {
  const late = Date.now() - LATELY;
  return keptTables()
    .filter(([, kept]) => !kept.away && (!kept.over || (kept.at ?? 0) > late))
    .flatMap(([table, kept]) => Object.values(kept.seats).map((token) => ({ table, token })))
    .slice(0, SEATS);
}

function somebodyAsks() {
  return Boolean(profileToken()) || seatsHere().length > 0;
}

function watch() {
  if (timer === null && somebodyAsks()) {
    timer = setTimeout(look, known ? EVERY : 0);
    document.addEventListener("visibilitychange", wake);
  }
}

function wake() {
  if (!document.hidden && timer !== null) {
    clearTimeout(timer);
    timer = setTimeout(look, 0);
  }
}

/** Ask now, for example after something was changed. */
export async function look() {
  if (timer !== null) {
    clearTimeout(timer);
  }
  const found = await ask();
  if (found && signature(found) !== signature(known)) {
    known = found;
    noteWaiting(found.waiting);
    drawBar();
    for (const listener of listeners) {
      listener(found);
    }
  }
  const rest = profileToken() ? EVERY : GUEST;
  timer = somebodyAsks() ? setTimeout(look, document.hidden ? HIDDEN : rest) : null;
}

/** All of it but how much time is left, which always changes. @param {ProfileStatus | null} status */
function signature(status) {
  return JSON.stringify(status, (key, value) => (key === "left" ? value !== null : value));
}

/** @returns {Promise<ProfileStatus | null>} null: nobody answered; it is asked again */
async function ask() {
  try {
    if (profileToken()) {
      return /** @type {ProfileStatus} */ (await call("GET", "/api/profile/status", undefined, profileToken()));
    }
    const seats = seatsHere();
    const found = seats.length ? await call("POST", "/api/waiting", { seats }) : NOTHING;
    return { delete_at: null, delete_by: "", waiting: /** @type {Waiting} */ (found) };
  } catch (error) {
    refusal(error);
    return null;
  }
}

/** Cancel the planned deletion. */
export async function keepProfile() {
  try {
    await call("DELETE", "/api/profile/deletion", undefined, profileToken());
    toast(t("Your profile stays."));
    await look();
  } catch (error) {
    toast(refusal(error).reason.text, "bad");
  }
}

function drawBar() {
  const at = known?.delete_at;
  if (!at) {
    fill(bar);
    return;
  }
  const by = known?.delete_by ? t("Asked for on “{device}”.", { device: known.delete_by }) : "";
  fill(
    bar,
    h(
      "div",
      { class: "note warn" },
      icon("bin"),
      h(
        "div",
        { class: "grow" },
        h("b", {}, t("Your profile will be deleted on {date}.", { date: dayAndTime(at) })),
        " ",
        by,
        " ",
        t("Until then everything works as usual."),
      ),
      h(
        "div",
        { class: "row" },
        h("a", { class: "btn sm", href: "/profile/delete" }, t("Details")),
        button(t("Keep my profile"), keepProfile, { go: true, class: "btn go sm", id: "keep-profile" }),
      ),
    ),
  );
}
