// The puzzles of a game on the Learn page: how many are solved, and each by its name; and the one of today.
import { punches } from "../coach/mascot.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/translate.js";

/** @import { LessonOffered, GameLessons } from "../types.d.ts" */
/** @import { Kept } from "../coach/lesson_progress.js" */

const FIRST_TRY = 3; // punches of a puzzle that was solved at once
const DAY = 86_400_000;

/**
 * @param {LessonOffered[]} puzzles
 * @param {Record<string, Kept>} known
 * @param {(lesson: LessonOffered, kept: Kept | undefined) => void} open
 */
export function puzzleList(puzzles, known, open) {
  const count = (/** @type {LessonOffered} */ { id }) => known[id]?.punches ?? 0;
  const done = puzzles.filter(count).length;
  const words = t("{done} of {count}", { done, count: puzzles.length });
  return h(
    "details",
    { class: "puzzles" },
    h(
      "summary",
      {},
      icon("puzzle"),
      h("span", {}, h("b", {}, t("Puzzles")), ` ${words}`),
      punches(
        puzzles.map((one) => count(one) > 0),
        words,
        "small",
      ),
    ),
    h(
      "ol",
      {},
      puzzles.map((one) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", title: one.goal, onclick: () => open(one, known[one.id]) },
            h("i", { class: dot(count(one)), "aria-hidden": "true" }),
            one.title,
            h("span", { class: "sr" }, state(count(one))),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} punched */
function dot(punched) {
  const solved = punched ? "solved" : "";
  return punched === FIRST_TRY ? "solved first" : solved;
}

/** @param {number} punched */
function state(punched) {
  const solved = punched ? t("solved") : t("not yet");
  return punched === FIRST_TRY ? t("solved on the first try") : solved;
}

/**
 * The puzzle of the day: the same one for everybody, and no count of days.
 * @param {GameLessons[]} games
 * @param {(lesson: LessonOffered) => void} open
 */
export function todaysPuzzle(games, open) {
  const all = games.flatMap((game) =>
    game.lessons.filter(({ kind }) => kind === "puzzles").map((lesson) => ({ game, lesson })),
  );
  const today = all[Math.floor(Date.now() / DAY) % all.length];
  return (
    today &&
    h(
      "p",
      { class: "today" },
      icon("puzzle"),
      h("span", {}, t("Puzzle of the day")),
      h("button", { type: "button", class: "asked", onclick: () => open(today.lesson) }, today.lesson.title),
      h("small", {}, today.game.name),
    )
  );
}
