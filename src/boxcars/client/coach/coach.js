// The coach: a platform between board and question that says what the lesson says, points, and takes answers to quizzes.
// Loaded only where the view has a lesson. It names no game, and restricts nothing: the server's answer does the teaching.

import { button, toast } from "../lib/controls.js";
import { around, fill, find, findAll, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { pointed, t } from "../lib/translate.js";
import { svg } from "../table/board/svg.js";
import { alike } from "../table/prompt/button_labels.js";
import { drawSpots } from "./board_highlights.js";
import { END, finished, note } from "./lesson_progress.js";
import { finishSheet } from "./lesson_result.js";
import { dress, engine } from "./mascot.js";

/** @import { LessonPart, Target, View } from "../types.d.ts" */
/** @import { TablePage } from "../table/table.js" */
/** @import { Spot } from "./board_highlights.js" */

const WORD = 380; // ms to read a word of what was right, while the opponents move already; a click goes on at once
const LONGEST = 8000;
const ENOUGH = 2; // wrong tries after which the hint is offered at once

export class Coach {
  /** @type {LessonPart | null} */
  lesson = null;
  /** What is chosen of a question with several answers. @type {Target[]} */
  picked = [];
  busy = false;
  /** Until when the last praise is to be read. */
  readBy = 0;
  waiting = 0;
  hinting = 0;
  said = "";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    dress("engine", "lesson");
    this.cab = engine();
    this.stops = h("ol", { class: "stops", "aria-label": t("Lesson steps") });
    this.text = h("p", {});
    this.reply = h("p", {});
    this.room = h("p", { class: "room", "aria-hidden": "true" }); // of the longest answer: nothing moves when one is given
    this.points = h("p", { class: "sr" });
    this.words = h("div", { class: "choices" });
    this.numbers = h("div", { class: "choices" });
    const reply = h("div", { class: "reply" }, this.reply, this.room);
    const speech = h("div", { class: "speech", "aria-live": "polite" }, this.text, reply, this.points);
    this.keys = h("div", { class: "keys" });
    this.side = h("div", { class: "coach-side" }, this.numbers, this.keys);
    this.el = h(
      "section",
      { class: "coach", id: "coach", tabindex: "-1", role: "region", "aria-label": t("Coach") },
      this.cab,
      h("div", { class: "says" }, this.stops, speech, this.words),
      this.side,
    );
    this.cab.addEventListener("click", () => this.el.classList.toggle("folded"));
    document.body.classList.add("lesson-page");
    table.boardMain.append(this.el);
    new ResizeObserver(() => {
      document.body.style.setProperty("--coach", `${this.el.offsetHeight}px`);
      requestAnimationFrame(() => this.bringIntoSight()); // the board has another size now
    }).observe(this.el);
    const leave = h("a", { class: "leave", href: "/learn", "aria-label": t("Leave the lesson") }, icon("close"));
    leave.append(h("span", {}, t("Leave")));
    find(".tools", table.head.el)?.prepend(leave);
    find("#explain-button", table.head.el)?.remove();
    document.addEventListener("keydown", (event) => this.press(event), { ...table.until, capture: true });
    document.addEventListener("click", (event) => this.clicked(event), { ...table.until, capture: true });
  }

  /** @param {View} view */
  show(view) {
    const { lesson } = view;
    if (!lesson) {
      return;
    }
    const old = this.lesson;
    if (old && JSON.stringify(old) === JSON.stringify(lesson)) {
      this.count(lesson); // an ask that goes on: the position is a new one all the same
      this.mark();
      return;
    }
    clearTimeout(this.waiting);
    const wait = lesson.mood === "others" ? 0 : this.readBy - performance.now();
    if (wait > 0) {
      this.waiting = setTimeout(() => this.take(lesson), wait);
    } else {
      this.take(lesson);
    }
  }

  /** @param {LessonPart} lesson */
  take(lesson) {
    const old = this.lesson;
    const moved = old?.beat !== lesson.beat || old.mood !== lesson.mood;
    this.lesson = lesson;
    this.busy = false;
    this.readBy = 0;
    if (lesson.mood === "others" && lesson.say) {
      this.readBy = performance.now() + Math.min(LONGEST, lesson.say.split(" ").length * WORD);
    }
    if (old?.beat !== lesson.beat) {
      this.picked = []; // a plan that is not right yet stays, to be mended
    }
    if (moved) {
      this.offerHint(lesson);
    }
    if (lesson.mood === "wrong" && lesson.tries >= ENOUGH) {
      this.el.classList.add("hinting");
    }
    const { choosing } = this.table;
    if (lesson.mood === "wrong" && choosing.busy) {
      choosing.busy = false; // the try was answered and not played: the position is the same
      choosing.forget();
      this.table.renderChoice();
    }
    this.keep(lesson);
    this.draw();
    this.table.renderChoice(); // all that is lit, from which the lesson takes away
    this.mark();
    this.bringIntoSight();
  }

  /** @param {LessonPart} lesson */
  keep(lesson) {
    const { id, version, back, at, finish } = lesson;
    if (finish) {
      finished(id, finish.punches.filter(Boolean).length, finish.seconds);
      note(id, { at: END, v: version });
    } else {
      note(id, { at: back, table: this.table.id, v: version, step: at + 1 });
    }
  }

  /** The hint glows after a while; it is never pushed. @param {LessonPart} lesson */
  offerHint({ hint }) {
    clearTimeout(this.hinting);
    this.el.classList.remove("hinting");
    if (hint !== null) {
      this.hinting = setTimeout(() => this.el.classList.add("hinting"), hint * 1000);
    }
  }

  /** Where the lesson is, told on the element. @param {LessonPart} lesson */
  count({ beat, mood, tries }) {
    Object.assign(this.el.dataset, { beat, mood, step: [beat, mood, tries, this.table.view?.ply].join() });
  }

  draw() {
    const { lesson, el } = this;
    if (!lesson) {
      return;
    }
    const hinting = el.classList.contains("hinting") ? "hinting" : "";
    el.className = `coach is-${lesson.mood} ${lesson.quiz ? "asks" : ""} ${hinting}`;
    el.hidden = lesson.mood === "done";
    this.stops.hidden = lesson.puzzle;
    fill(
      this.stops,
      lesson.stops.map((name, i) => {
        const state = stopState(i, lesson.at);
        return h("li", { class: state, "aria-current": state === "now" ? "step" : null }, h("span", {}, name));
      }),
    );
    this.said = pointed(lesson.say) || (lesson.mood === "others" ? this.said : "");
    const titled = lesson.puzzle ? !lesson.next : opens(lesson);
    say(this.text, titled && h("b", {}, `${lesson.title} · `), this.said);
    const wrong = lesson.quiz?.all ? t("Not yet.") : t("Not this one.");
    const names = lesson.ways.join(", ");
    const way = names && ` ${t("Try: {names}.", { names })}`;
    const mood = lesson.mood === "wrong" ? wrong : `${t("Hint")}:`;
    say(this.reply, lesson.answer && [h("b", {}, mood), " ", pointed(lesson.answer), lesson.mood === "wrong" && way]);
    if (el.dataset.beat !== lesson.beat || !lesson.answer) {
      fill(this.room, lesson.room && [h("b", {}, wrong), ` ${pointed(lesson.room)} ${way}`]);
    }
    const points = lesson.point.map(({ name }) => name).join(", ");
    fill(this.points, points && t("Look at: {names}", { names: points }));
    fill(this.words, this.inWords(lesson));
    fill(this.numbers, this.inNumbers(lesson));
    fill(this.keys, this.buttons(lesson));
    this.count(lesson);
    this.sheet(lesson);
  }

  /** @param {LessonPart} lesson */
  inNumbers({ quiz }) {
    return quiz?.choices.map(
      (n, i) =>
        button(String(n).replace("-", "−"), () => this.answer(n), { "data-choice": n, "aria-keyshortcuts": i + 1 }), // a key beside a number reads as one
    );
  }

  /** @param {LessonPart} lesson */
  inWords({ quiz }) {
    if (!quiz || quiz.choices.length) {
      return null;
    }
    const label = t("What you can pick");
    const names = Object.entries(quiz.names);
    // what stands in the row of moves is offered here as well: a phone hides most of that row
    const inRow = names.every(([target]) => find(`.prompt .tray :is(.btn, .act)[data-pick="${CSS.escape(target)}"]`));
    // and a phone on its side has no room for the players' cards, nor for all their names
    const withoutProfile =
      names.every(([target]) => target.startsWith("seat:")) && matchMedia("(max-height:500px)").matches;
    const inWords = quiz.options || inRow || withoutProfile;
    // "Upgrade the", three times, would make the platform higher
    const same = inWords && names.length > 1 ? alike(names.map(([, text]) => ({ text }))).length : 0;
    const toggles = names.map(([target, name]) => {
      const place = this.picked.indexOf(target);
      return h(
        "button",
        {
          type: "button",
          "data-choice": target,
          "aria-pressed": String(place >= 0),
          "aria-label": same ? name : null,
          onclick: () => this.pick(target),
        },
        withoutProfile && quiz.all && place >= 0 && `${place + 1}. `,
        name.split(" ").slice(same).join(" ") || name,
      );
    });
    const chosen = this.picked.map((target) => quiz.names[target]).join(", ");
    return [
      quiz.all &&
        !inWords &&
        h("span", { class: "small" }, chosen ? t("Chosen: {names}", { names: chosen }) : t("Nothing chosen yet.")),
      h("div", { class: inWords ? "options" : "sr", role: "group", "aria-label": label }, toggles),
    ];
  }

  /** @param {LessonPart} lesson */
  buttons({ mood, next, hint, quiz, tries, beat, back }) {
    if (mood === "let") {
      return button(t("Undo that move"), () => this.tell("again"), { go: true, ico: "undo", id: "coach-go" });
    }
    const open = mood === "ask" || mood === "quiz" || mood === "wrong";
    return [
      beat !== back &&
        mood !== "others" &&
        button(t("Again"), () => this.tell("again"), {
          ico: "undo",
          class: "btn again",
          title: t("Try again from the last step"),
        }),
      // a hint stands where Next stood: whoever clicks twice has nothing done for them
      open && button(t("Show me"), () => this.tell("show"), { ico: "next", disabled: quiz && hint !== null && !tries }),
      open && hint !== null && button(t("Hint"), () => this.tell("hint"), { ico: "lamp", key: "H", class: "btn hint" }),
      open &&
        quiz?.all &&
        button(t("That's all"), () => this.answer(this.picked), { go: true, ico: "check", key: "↵", id: "coach-go" }),
      next && button(t("Next"), () => this.tell("next"), { go: true, ico: "next", key: "N", id: "coach-go" }),
    ];
  }

  /** @param {LessonPart} lesson */
  sheet(lesson) {
    find("#finished")?.remove();
    if (lesson.finish && !this.closed) {
      this.table.boardMain.append(finishSheet(this.table, lesson, lesson.finish, () => this.close()));
      find("#finished .go")?.focus();
    }
  }

  closed = false;

  /** The reader wants to see the board. */
  close() {
    this.closed = true;
    find("#finished")?.remove();
  }

  // -- pointing ---------------------------------------------------------------------------------------------------------

  /** After the table has marked what can be done: only what is asked for glows; in a quiz what can be picked. */
  mark() {
    const { lesson, table } = this;
    const { shown, choosing, board } = table;
    if (!lesson || !shown || table.past) {
      drawSpots(board, [], false);
      return;
    }
    const open = lesson.mood === "ask" || lesson.mood === "wrong";
    if (lesson.quiz) {
      board.mark(new Map(Object.entries(lesson.quiz.names)), this.picked);
    } else if (!open) {
      board.mark(new Map(), []);
    } else if (lesson.glow && !choosing.begun) {
      const { glow } = lesson;
      const asked = [...choosing.next().keys()].filter((target) => glow.includes(target));
      board.mark(new Map(asked.map((target) => [target, shown.names[target] || target])), []);
    }
    const asked = open && (shown.pick || choosing.begun || !lesson.glow);
    for (const thing of findAll(".prompt .thing.lit")) {
      const { thing: target = "" } = thing.dataset;
      const wanted = asked || (open && lesson.glow?.includes(target)) || (lesson.quiz && target in lesson.quiz.names);
      thing.classList.toggle("lit", Boolean(wanted));
    }
    this.spots(lesson, open && !lesson.quiz && !choosing.begun);
    const asks = findAll(".prompt .tray :is([data-thing], [data-pick])").some(
      ({ dataset }) => lesson.quiz && (dataset.thing ?? dataset.pick ?? "") in lesson.quiz.names,
    );
    document.body.classList.toggle("reading", (!open || lesson.quiz !== null) && !asks && lesson.mood !== "done");
    const seats = lesson.quiz ? Object.keys(lesson.quiz.names).filter((name) => name.startsWith("seat:")) : [];
    for (const card of findAll(":is(.players, .strip) [data-seat]")) {
      const name = `seat:${card.dataset.seat}`;
      card.classList.toggle("pickable", seats.includes(name));
      card.classList.toggle("picked", this.picked.includes(name));
    }
  }

  /**
   * @param {LessonPart} lesson
   * @param {boolean} veiled
   */
  spots(lesson, veiled) {
    const { board } = this.table;
    for (const el of findAll(".coach-look, .coach-act")) {
      el.classList.remove("coach-look", "coach-act");
    }
    /** @type {Spot[]} */
    const spots = [];
    const places =
      find("#coach-places") ?? board.svg.appendChild(svg("g", { id: "coach-places", visibility: "hidden" }));
    places.innerHTML = lesson.point.map(({ shape }) => shape).join("");
    for (const shape of places.children) {
      spots.push({ shape: /** @type {SVGGraphicsElement} */ (shape), kind: "look" });
    }
    for (const { css, kind } of lesson.point) {
      for (const el of this.pointedAt(css)) {
        if (el instanceof SVGGraphicsElement && board.svg.contains(el)) {
          spots.push({ shape: el, kind });
        } else {
          (el instanceof SVGElement ? el.closest(".panel") : el)?.classList.add(`coach-${kind}`);
        }
      }
    }
    const tried = lesson.mood === "wrong" && !lesson.quiz?.all ? lesson.tried : [];
    for (const [kind, targets] of Object.entries({ act: this.picked, tried })) {
      for (const target of targets) {
        const shape = board.svg.querySelector(`.hit[data-target="${CSS.escape(target)}"]`);
        if (shape instanceof SVGGraphicsElement) {
          spots.push({ shape, kind });
        }
      }
    }
    drawSpots(board, spots, veiled);
    for (const tab of findAll(".tabs button, .tablist button")) {
      tab.classList.remove("coach-tab");
    }
    const papers = findAll(":is(.panel, .papers *):is(.coach-look, .coach-act)");
    if (papers.some((el) => !el.getClientRects().length)) {
      find('.tabs [data-sheet="panels"]')?.classList.add("coach-tab");
      find("#tab-panels")?.classList.add("coach-tab");
    }
    const cards = lesson.point.map(({ css }) => (css.startsWith("[data-seat") ? findAll(css) : []));
    if (cards.some((all) => all.length && all.every((el) => !el.getClientRects().length))) {
      find('.tabs [data-sheet="players"]')?.classList.add("coach-tab"); // a number that the strip does not show
    }
  }

  /**
   * What a selector finds; where it names an answer that lies behind one of the actions of a turn, that action.
   * @param {string} css
   * @returns {Element[]}
   */
  pointedAt(css) {
    const found = css ? [...document.querySelectorAll(css)] : [];
    if (found.length || !css) {
      return found;
    }
    const named = [...css.matchAll(/data-(?:pick|thing)="([^"]+)"/g)].map(([, target]) => target);
    const legal = this.table.view?.legal ?? [];
    const actions = legal.filter(({ path, of }) => of && named.includes(path[0])).map(({ of }) => `act:${of}`);
    return [...new Set(actions)].flatMap((action) => findAll(`.prompt [data-pick="${action}"]`));
  }

  bringIntoSight() {
    const { lesson, table } = this;
    const targets = lesson?.point.flatMap(({ css }) => /data-target="([^"]+)"/.exec(css)?.[1] ?? []) ?? [];
    if (targets.length) {
      table.board.camera.gather(targets);
    }
    find(".panel.coach-look, .panel.coach-act")?.scrollIntoView({ block: "nearest" });
    // a phone shows a part of the row: what is asked for is in sight, pointed at or not
    const path = lesson?.asked.length ? table.view?.legal[lesson.asked[0]]?.path : null;
    const asked = path && find(`.prompt .tray [data-pick="${CSS.escape(path[0])}"]`);
    (find(".prompt .row .coach-act") ?? asked)?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  // -- answering --------------------------------------------------------------------------------------------------------

  /**
   * Whether a click on a target is the coach's: while a question is open, or nothing is to be done.
   * @param {Target} target
   */
  takes(target) {
    const { lesson } = this;
    if (!lesson || lesson.mood === "done") {
      return false;
    }
    if (lesson.quiz) {
      this.pick(target);
      return true;
    }
    if (lesson.mood === "ask" || lesson.mood === "wrong") {
      return false;
    }
    find("#coach-go")?.focus();
    return true;
  }

  /** @param {Target} target */
  pick(target) {
    const quiz = this.lesson?.quiz;
    if (!quiz || !(target in quiz.names)) {
      return;
    }
    if (!quiz.all) {
      this.answer([target]);
      return;
    }
    const chosen = this.picked.includes(target);
    this.picked = chosen ? this.picked.filter((one) => one !== target) : [...this.picked, target];
    this.draw();
    this.mark();
  }

  /** @param {Target[] | number} value */
  answer(value) {
    return this.tell("answer", value);
  }

  /**
   * @param {"next" | "answer" | "hint" | "show" | "again"} what
   * @param {Target[] | number} [value]
   */
  async tell(what, value) {
    if (this.busy || !this.lesson) {
      return;
    }
    this.busy = true;
    if (what !== "hint") {
      this.table.turnSummary.close(); // whoever goes on has read it, and the coach may point at what it covers
    }
    try {
      await this.table.server.post("lesson", { do: what, beat: this.lesson.beat, value });
    } catch (error) {
      const { status, reason } = refusal(error);
      toast(status === 0 ? t("No connection. Your move wasn't sent. Try again.") : reason.text, "bad");
    } finally {
      this.busy = false;
    }
  }

  /** A click on a player's card answers a question about players; any click ends waiting for praise to be read. @param {MouseEvent} event */
  clicked(event) {
    this.hurry();
    if (around(event, ".tabs button, .tablist button")) {
      requestAnimationFrame(() => this.bringIntoSight()); // whoever opens the papers looks for what was pointed at
    }
    const card = around(event, ":is(.players, .strip) [data-seat].pickable");
    if (card) {
      event.preventDefault();
      event.stopPropagation();
      this.pick(`seat:${card.dataset.seat}`);
    }
  }

  hurry() {
    const newest = this.table.view?.lesson;
    if (this.readBy && newest && newest.mood !== "others") {
      clearTimeout(this.waiting);
      this.take(newest);
    }
    this.readBy = 0;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target, key } = event;
    const typing = target instanceof Element && target.matches("input,select,textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    this.hurry();
    const nth = /^[1-9]$/.test(key) ? findAll("button", this.numbers)[Number(key) - 1] : null;
    const go = () => find("#coach-go")?.click();
    const onKey = target instanceof Element && target.matches("button,a,summary,[tabindex]"); // has an Enter of its own
    const act = {
      n: go,
      Enter: this.lesson?.quiz?.all && !onKey ? go : undefined,
      l: () => (find("#coach-go") ?? this.el).focus(),
      h: () => find(".hint", this.side)?.click(),
      H: () => this.lesson?.mood !== "done" && this.tell("show"),
    }[key];
    if (this.lesson?.quiz?.choices.length && nth) {
      nth.click();
    } else if (act) {
      act();
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/**
 * Say it, unless it is being said: whoever listens need not hear the question again with every answer.
 * @param {HTMLElement} where
 * @param {...any} what
 */
function say(where, ...what) {
  const next = h("p", {}, ...what);
  if (next.innerHTML !== where.innerHTML) {
    where.replaceChildren(...next.childNodes);
  }
}

/** Whether this is the first thing a lesson says: then it says what it is called. @param {LessonPart} lesson */
function opens({ beat, back, at, mood }) {
  return mood === "say" && at === 0 && beat === back;
}

/**
 * Whether a stop of the line is behind, here or ahead.
 * @param {number} i
 * @param {number} at
 */
function stopState(i, at) {
  if (i === at) {
    return "now";
  }
  return i < at ? "done" : "";
}
