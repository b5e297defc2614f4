// The finished lesson: a pasteboard ticket with its punches, what was learnt, and where it goes on.
import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { pointed, t } from "../lib/translate.js";
import { goTo } from "../page/start_game.js";
import { ruleAddress } from "../rules/met_rule.js";
import { learningTable } from "./games_played.js";
import { begin } from "./lesson_progress.js";
import { punches } from "./mascot.js";

/** @import { LessonResult, LessonPart } from "../types.d.ts" */
/** @import { TablePage } from "../table/table.js" */

/** @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} minutes */
export function howLong(minutes) {
  const half = minutes % 1 ? "½" : "";
  return t("{minutes} min", { minutes: `${Math.floor(minutes) || ""}${half}` });
}

/**
 * @param {TablePage} table
 * @param {LessonPart} lesson
 * @param {LessonResult} finish
 * @param {() => void} close
 */
export function finishSheet(table, lesson, finish, close) {
  const { next } = finish;
  const game = table.view?.game;
  const count = finish.punches.filter(Boolean).length;
  const ticket = h(
    "div",
    { class: "bigticket" },
    h(
      "div",
      { class: "bt-main" },
      h("small", {}, game?.name),
      h("h2", { class: "title" }, lesson.title),
      h("p", { class: "lead" }, finish.goal),
    ),
    h(
      "div",
      { class: "bt-stub" },
      punches(finish.punches, t("{count} of 3 punches", { count })),
      h("b", {}, clock(finish.seconds)),
      h("small", {}, t("minutes")),
    ),
  );
  const learnt = finish.remember.map(({ say, clause }) =>
    h("li", {}, say, " ", h("a", { href: ruleAddress(game?.key ?? "", clause), target: "_blank" }, clause)),
  );
  const { puzzle } = lesson;
  if (puzzle) {
    const links = finish.clauses.flatMap((clause) => [
      " ",
      h("a", { href: ruleAddress(game?.key ?? "", clause), target: "_blank" }, clause),
    ]);
    learnt.push(h("li", {}, count === finish.punches.length ? t("Solved on the first try.") : t("Solved."), links));
  }
  const goOn = puzzle ? t("Next puzzle") : t("Next lesson");
  const following =
    next &&
    h(
      "div",
      { class: "nextup" },
      h(
        "div",
        {},
        h("small", {}, puzzle ? goOn : `${goOn} · ${howLong(next.minutes)}`),
        h("h3", {}, next.title),
        h("p", {}, next.goal),
      ),
      button(goOn, () => begin(next.id, next.title), { go: true, ico: "next" }),
    );
  const alone = table.view?.seats.length === 1;
  const play = alone ? t("Play a full game") : t("Play against an easy bot");
  const onward = [
    game && button(play, () => learningTable(game.key, game.map), { ico: "people", go: !next }),
    table.view?.status === "playing" && button(t("Keep playing from here"), () => playOn(table), { ico: "branch" }),
    button(t("Try again"), () => begin(lesson.id, lesson.title), { ico: "undo" }),
    button(t("View the board"), close, { ico: "tile" }),
    h("a", { class: "btn", href: "/learn" }, t("All lessons")),
  ];
  return h(
    "div",
    { id: "finished", tabindex: "0", role: "region", "aria-label": t("Lesson complete") },
    h(
      "article",
      { class: "sheet finished" },
      ticket,
      count < finish.punches.length &&
        h(
          "p",
          { class: "small" },
          t("One punch each: for finishing, for not using “Show me”, and for getting everything right first time."),
        ),
      h("p", {}, pointed(finish.say)),
      h("ul", { class: "learnt" }, learnt),
      following,
      h("div", { class: "row" }, onward),
    ),
  );
}

/** @param {TablePage} table */
async function playOn({ server: here, view }) {
  if (!view) {
    return;
  }
  goTo(await here.branch(view.ply, "heuristic"), `${view.game.name} · ${view.game.map_name}`);
}
