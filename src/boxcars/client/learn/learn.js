// The Learn page: every game with its lessons as stations of a line, puzzles, and where one stopped.

import { learningTable } from "../coach/games_played.js";
import { asLink, begin, END, progress, takeOver } from "../coach/lesson_progress.js";
import { howLong } from "../coach/lesson_result.js";
import { dress, engine, punches } from "../coach/mascot.js";
import { button, copy, toast } from "../lib/controls.js";
import { find, h } from "../lib/dom.js";
import { call } from "../lib/http_call.js";
import { setting } from "../lib/settings.js";
import { t, tn } from "../lib/translate.js";
import { sendRequest } from "../lib/transport.js";
import { mapPicture } from "../lobby/map_pictures.js";
import { frame } from "../page/page_frame.js";
import { puzzleList, todaysPuzzle } from "./puzzles.js";

/** @import { LessonOffered, Lessons, GameLessons } from "../types.d.ts" */
/** @import { Kept } from "../coach/lesson_progress.js" */

const FULL = 3;

export async function learnPage() {
  dress("engine", "lesson");
  const { games } = /** @type {Lessons} */ (await call("GET", "/api/lessons"));
  const wanted = location.hash.slice(1);
  const named = games.some(({ key }) => key === wanted);
  if (wanted && !named) {
    carriedHere(wanted);
  }
  const known = progress();
  document.title = `${t("Learn to play")} · Boxcars`;
  const taught = games.filter(({ lessons }) => lessons.length).sort((a, b) => length(a) - length(b)); // the easiest first
  frame(
    learnPage,
    h(
      "section",
      { class: "hero learnhero" },
      engine(),
      h(
        "div",
        {},
        h("h1", {}, t("Learn to play")),
        h(
          "p",
          { class: "lead" },
          t("Short lessons on the real board, with the real rules. Stop any time; we'll keep your place."),
        ),
      ),
      resume(taught, known),
    ),
    todaysPuzzle(taught, (puzzle) => goOn(puzzle, known[puzzle.id])),
    h(
      "section",
      { class: "courses" },
      taught.map((game) => course(game, known)),
      howItWorks(),
    ),
  );
  document.body.classList.add("learn-page");
  if (named) {
    find(`#${wanted}`)?.scrollIntoView();
  }
}

/** The minutes of a course. @param {GameLessons} game */
function length({ lessons }) {
  return lessons.filter(({ kind }) => !kind).reduce((sum, lesson) => sum + lesson.minutes, 0);
}

/** Progress that was taken here by a link from another device. @param {string} carried */
function carriedHere(carried) {
  history.replaceState(null, "", location.pathname + location.search);
  try {
    takeOver(carried);
    toast(t("Your progress is now on this device."));
  } catch {
    toast(t("There's no progress in this link. Copy it again on your other device."), "bad");
  }
}

/**
 * The lesson that was left last and not finished.
 * @param {GameLessons[]} games
 * @param {Record<string, Kept>} known
 */
function resume(games, known) {
  const left = games.flatMap((game) => game.lessons.map((lesson) => ({ game, lesson, kept: known[lesson.id] })));
  const [last] = left
    .filter(({ kept }) => kept?.at && kept.at !== END)
    .sort((a, b) => (b.kept.seen ?? 0) - (a.kept.seen ?? 0));
  if (!last) {
    return null;
  }
  const { game, lesson, kept } = last;
  const step = t("step {step} of {steps}", { step: kept.step ?? 1, steps: lesson.stops });
  return h(
    "div",
    { class: "resume" },
    h("small", {}, t("Continue where you left off")),
    h("b", {}, lesson.title),
    h("span", {}, `${game.name} · ${step}`),
    button(t("Continue"), () => goOn(lesson, kept), { go: true, ico: "next" }),
  );
}

/**
 * To the table if it lives, otherwise to a new one at the last checkpoint.
 * @param {LessonOffered} lesson
 * @param {Kept | undefined} kept
 */
async function goOn(lesson, kept) {
  if (kept?.table && kept.at !== END && kept.v === lesson.version) {
    const there = await sendRequest(`/api/tables/${kept.table}/view`);
    if (there.ok) {
      location.href = `/t/${kept.table}`;
      return;
    }
  }
  await begin(lesson.id, lesson.title, kept?.at === END ? "" : (kept?.at ?? ""));
}

/**
 * @param {GameLessons} game
 * @param {Record<string, Kept>} known
 */
function course(game, known) {
  const own = game.lessons.filter(({ kind }) => !kind);
  const more = game.lessons.filter(({ kind }) => kind && kind !== "puzzles");
  const puzzles = game.lessons.filter(({ kind }) => kind === "puzzles");
  const done = own.filter(({ id }) => known[id]?.punches).length;
  const now = own.find(({ id }) => !known[id]?.punches);
  const minutes = Math.round(length(game));
  const [low, high] = game.players;
  return h(
    "article",
    { class: "course", id: game.key },
    h(
      "div",
      { class: "top" },
      h("span", { class: "pic" }, mapPicture(game.key, game.map)),
      h(
        "div",
        {},
        h("h3", {}, game.name),
        h("p", {}, `${t("{low}–{high} players", { low, high })} · ${t("learn it in {minutes} minutes", { minutes })}`),
        h("p", { class: "count" }, tn("{done} of {count} lesson", "{done} of {count} lessons", own.length, { done })),
      ),
    ),
    h(
      "ol",
      { class: "lessons" },
      own.map((lesson) => row(lesson, known[lesson.id], lesson === now)),
    ),
    more.length > 0 &&
      h(
        "p",
        { class: "extra" },
        h("b", {}, t("More")),
        more.flatMap((one) => [" · ", small(one)]),
      ),
    puzzles.length > 0 && puzzleList(puzzles, known, goOn),
    h(
      "div",
      { class: "row" },
      h("a", { href: `/rules/${game.key}` }, t("Rules")),
      h("a", { href: `/reference/${game.key}` }, t("Reference card")),
      button(t("Practice game"), () => learningTable(game.key, game.map), {
        class: "btn small",
        title: t("Play with the coach: it gives hints and warnings, and you can undo everything."),
      }),
    ),
  );

  /** @param {LessonOffered} lesson */
  function small(lesson) {
    const count = known[lesson.id]?.punches ?? 0;
    const label = count ? `✓ ${lesson.title}` : lesson.title;
    return h("button", { type: "button", class: "asked", onclick: () => goOn(lesson, known[lesson.id]) }, label);
  }
}

/**
 * @param {LessonOffered} lesson
 * @param {Kept | undefined} kept
 * @param {boolean} now
 */
function row(lesson, kept, now) {
  const count = kept?.punches ?? 0;
  const half = kept?.at && kept.at !== END;
  const passed = count ? "done" : "next";
  const holes = Array.from({ length: FULL }, (_, i) => i < count);
  const label = count ? t("{count} of 3 punches", { count }) : t("not yet");
  return h(
    "li",
    { class: now ? "now" : passed },
    h(
      "button",
      { type: "button", title: lesson.goal, onclick: () => goOn(lesson, kept) },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("span", { class: "t" }, lesson.title),
      h("small", {}, howLong(lesson.minutes)),
      now && !count ? h("em", {}, half ? t("Continue") : t("Start")) : punches(holes, label, "small"),
    ),
  );
}

function howItWorks() {
  const means = [t("finished"), t("… without using “Show me”"), t("… with every question right first time")];
  const carry = () => copy(`${location.origin}/learn#${asLink()}`);
  return h(
    "article",
    { class: "course about" },
    h("h3", {}, t("How lessons work")),
    h(
      "ul",
      {},
      means.map((words, i) =>
        h(
          "li",
          {},
          punches(
            Array.from({ length: i + 1 }, () => true),
            String(i + 1),
            "small",
          ),
          h("span", {}, words),
        ),
      ),
    ),
    h(
      "p",
      {},
      t("Wrong moves cost nothing: the coach explains them, and you try again. Take the lessons in any order."),
    ),
    h(
      "p",
      { class: "small" },
      t(
        "Your progress stays in this browser. The server only counts totals: how many people start and finish a lesson, and where tries go wrong.",
      ),
    ),
    h(
      "label",
      { class: "tick" },
      h("input", {
        type: "checkbox",
        id: "uncounted",
        checked: setting.get("uncounted", "off") === "on",
        onchange: ({ target }) =>
          setting.set("uncounted", target instanceof HTMLInputElement && target.checked ? "on" : "off"),
      }),
      t("Don't count me"),
    ),
    button(t("Copy my progress to another device"), carry, { ico: "link" }),
  );
}
