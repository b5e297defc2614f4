// How far one has come in the lessons: kept in this browser, and carried to another one by a link.
import { call, newKey } from "../lib/http_call.js";
import { setting } from "../lib/settings.js";
import { goTo } from "../page/start_game.js";

/** @import { TableCreated } from "../types.d.ts" */

/**
 * Of one lesson: punches and seconds once it was finished, the last checkpoint passed (`at`; "end": finished since), its
 * table, the version of its file, and the step of how many.
 * @typedef {{ punches?: number, seconds?: number, at?: string, table?: string, v?: string, step?: number, seen?: number }} Kept
 */

const KEY = "boxcars:lessons";
export const END = "end";

/** @returns {Record<string, Kept>} */
export function progress() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} id
 * @param {Kept} more
 */
export function note(id, more) {
  const all = progress();
  all[id] = { ...all[id], ...more, seen: Date.now() };
  localStorage.setItem(KEY, JSON.stringify(all));
}

/**
 * A lesson is done: of each number the better one stays.
 * @param {string} id
 * @param {number} count
 * @param {number} seconds
 */
export function finished(id, count, seconds) {
  const before = progress()[id] ?? {};
  note(id, {
    punches: Math.max(before.punches ?? 0, count),
    seconds: Math.min(before.seconds ?? seconds, seconds),
    at: END,
  });
}

/** All of it, as the end of a link. */
export function asLink() {
  return btoa(JSON.stringify(progress()));
}

/**
 * Take over what another browser had: the higher of each number wins.
 * @param {string} text
 */
export function takeOver(text) {
  /** @type {Record<string, Kept>} */
  const theirs = JSON.parse(atob(text));
  for (const [id, kept] of Object.entries(theirs)) {
    if (typeof kept?.punches === "number" && typeof kept.seconds === "number") {
      finished(id, Math.min(3, kept.punches), kept.seconds);
    }
  }
}

/**
 * Begin a lesson, or go on with it from a checkpoint.
 * @param {string} lesson
 * @param {string} title
 * @param {string} [beat]
 */
export async function begin(lesson, title, beat = "") {
  const count = setting.get("uncounted", "off") === "off";
  const body = { lesson, beat, name: setting.get("name", ""), count, key: newKey() };
  goTo(/** @type {TableCreated} */ (await call("POST", "/api/lessons/start", body)), title);
}
