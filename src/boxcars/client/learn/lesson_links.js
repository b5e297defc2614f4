// The lobby's way to the lessons: beside each game for whoever has not finished one yet, a quiet link for everybody else.
import { begin, progress } from "../coach/lesson_progress.js";
import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { call } from "../lib/http_call.js";
import { keptTables } from "../lib/seat_tokens.js";
import { t } from "../lib/translate.js";

/** @import { Lessons, LessonOffered } from "../types.d.ts" */

/** The lesson to begin with, and the minutes of the course. @typedef {{ lesson: LessonOffered, minutes: number }} Proposal */

/**
 * What to learn, by game: nothing for those who have finished a game, nor of a course that is done.
 * @returns {Promise<Map<string, Proposal>>}
 */
export async function proposals() {
  if (keptTables().some(([, { over }]) => over)) {
    return new Map();
  }
  const { games } = /** @type {Lessons} */ (await call("GET", "/api/lessons").catch(() => ({ games: [] })));
  const known = progress();
  /** @type {Map<string, Proposal>} */
  const found = new Map();
  for (const { key, lessons } of games) {
    const course = lessons.filter(({ kind }) => !kind);
    const lesson = course.find(({ id }) => !known[id]?.punches);
    if (lesson) {
      const minutes = Math.ceil(course.reduce((sum, one) => sum + one.minutes, 0));
      found.set(key, { lesson, minutes });
    }
  }
  return found;
}

/**
 * @param {Proposal | undefined} proposal
 * @param {string} game
 */
export function learnButton(proposal, game) {
  if (!proposal) {
    return null;
  }
  const { lesson, minutes } = proposal;
  const words = t("Learn in {minutes} minutes", { minutes });
  return button(words, () => begin(lesson.id, lesson.title), { "aria-label": `${words}: ${game}`, class: "btn learn" });
}

export function learnLink() {
  return h("a", { class: "btn", href: "/learn", id: "learn" }, t("Lessons"));
}
