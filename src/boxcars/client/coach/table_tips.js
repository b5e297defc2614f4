// The coach at ordinary tables: a tip when a phase first comes, what can be done and what it is good for, and at a
// learning table a question before what beginners regret. It comes when it is first needed, and names no game.
import { button, heading, iconButton, select } from "../lib/controls.js";
import { fill, find, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { setting } from "../lib/settings.js";
import { t, tn } from "../lib/translate.js";
import { mode, played } from "./games_played.js";
import { dress, engine } from "./mascot.js";

/** @import { Action, CoachWarnings, CoachExplanation, View } from "../types.d.ts" */
/** @import { TablePage } from "../table/table.js" */

const READ = "boxcars:tips"; // which tips were read, by their keys
const AHEAD = 5; // of what comes next
const DOUBLE = 600; // ms in which a second click is the first one's echo

export class Guide {
  /** What is known of the position. @type {CoachExplanation | null} */
  known = null;
  /** The turn in which a tip was given: one is enough. */
  tipped = "";
  /** What the learner wants to do all the same. */
  sure = "";
  /** What the coach asks about, and until when the question has hardly been seen. */
  asking = "";
  readBy = 0;

  /**
   * @param {TablePage} table
   * @param {View} view
   */
  constructor(table, view) {
    this.table = table;
    dress("engine");
    this.slip = h("div", { class: "tip", role: "status", hidden: true });
    this.drawer = h("div", {
      id: "explain",
      class: "drawer explain",
      role: "region",
      "aria-label": t("What can I do?"),
      hidden: true,
    });
    table.boardMain.before(this.slip); // (what it is about makes room for it: see the styles)
    document.body.append(this.drawer);
    if (view.learning) {
      const hint = h(
        "button",
        { type: "button", class: "leave", id: "hint", hidden: view.status === "over" },
        icon("lamp"),
        h("span", {}, t("Hint")),
      );
      hint.addEventListener("click", () => this.advise());
      find(".tools", table.head.el)?.prepend(hint);
    }
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, (event) => this.read(event), { ...table.until, capture: true });
    }
  }

  /** A new position: does a tip belong to it? @param {View} view */
  async show(view) {
    find("#hint")?.toggleAttribute("hidden", view.status === "over");
    if (this.known?.mark !== view.mark) {
      this.known = null;
      this.hush();
    }
    const turn = `${view.turn}:${view.stations.find(({ state }) => state === "now")?.name}`;
    if (mode(view.game.key) !== "on" || !view.legal.length || this.tipped === turn || this.table.past) {
      return;
    }
    const known = await this.learn(view).catch(() => null);
    const read = setting.get("tips", "").split(",");
    const tip = known?.tips.find(({ key }) => !read.includes(key));
    if (tip && this.table.view?.mark === view.mark && this.slip.hidden) {
      this.tipped = turn;
      localStorage.setItem(READ, [...read, tip.key].join());
      this.say(tip.say);
    }
  }

  /** @param {View} view */
  async learn(view) {
    this.known ??= /** @type {CoachExplanation} */ (await this.table.server.call("GET", "explain"));
    return this.known.mark === view.mark ? this.known : null;
  }

  /** @param {string} text */
  say(text) {
    this.slip.className = "tip";
    fill(
      this.slip,
      engine(),
      h("p", {}, text),
      iconButton("close", t("Close"), () => this.hush(), { class: "x" }),
    );
    this.slip.hidden = false;
    this.slip.classList.toggle("up", crowded(this.slip, this.table.boardMain));
  }

  hush() {
    this.slip.hidden = true;
  }

  /** The next click or key takes a tip away that is in sight; a question waits for its answer. @param {Event} event */
  read({ target }) {
    const inside = target instanceof Node && this.slip.contains(target);
    const waits = this.slip.hidden || this.slip.classList.contains("doubt");
    if (!inside && !waits && this.slip.getClientRects().length) {
      this.hush();
    }
  }

  // -- before what beginners regret ---------------------------------------------------------------------------------------

  /**
   * Whether the coach asks first. Then "Do it anyway" sends the action again.
   * @param {Action} action
   */
  async doubts(action) {
    const { view, choosing, server } = this.table;
    const what = `${view?.mark}:${JSON.stringify(action)}`;
    if (!view?.learning || mode(view.game.key) === "off" || this.sure === what) {
      return false;
    }
    if (!this.slip.hidden && this.asking === what) {
      if (performance.now() < this.readBy) {
        return true; // a double click has read nothing
      }
      this.hush(); // to confirm once more is a yes
      return false;
    }
    choosing.busy = true;
    const asked = server.call("POST", "doubts", { ply: view.ply, mark: view.mark, action });
    const { say } = /** @type {CoachWarnings} */ (await asked.catch(() => ({ say: [] })));
    choosing.busy = false;
    if (!say.length || this.table.view?.mark !== view.mark) {
      return false;
    }
    const go = () => {
      this.sure = what;
      this.hush();
      choosing.send(action);
    };
    const back = () => {
      this.hush();
      choosing.back();
    };
    this.slip.className = "tip doubt";
    fill(
      this.slip,
      engine(),
      h("p", {}, say.join(" ")),
      h(
        "div",
        { class: "row" },
        button(t("Do it anyway"), go, { id: "do-it" }),
        button(t("Think again"), back, { go: true, id: "think-again" }),
      ),
    );
    this.slip.hidden = false;
    this.asking = what;
    this.readBy = performance.now() + DOUBLE;
    this.table.renderChoice();
    find("#think-again")?.focus();
    return true;
  }

  // -- explaining ---------------------------------------------------------------------------------------------------------

  get open() {
    return !this.drawer.hidden;
  }

  async toggle() {
    const { menu, help, view } = this.table;
    this.drawer.hidden = this.open;
    if (!this.open || !view) {
      return;
    }
    for (const other of [menu, help]) {
      if (other.open) {
        other.toggle();
      }
    }
    this.draw(view, null);
    const known = view.status === "playing" && view.you !== null ? await this.learn(view).catch(() => null) : null;
    if (this.open) {
      this.draw(view, known);
    }
  }

  /**
   * @param {View} view
   * @param {CoachExplanation | null} known
   */
  draw(view, known) {
    const mine = view.legal.length > 0;
    const clause = known?.clause;
    const close = () => this.toggle();
    /** @type {[string, string][]} */
    const modes = [
      ["on", t("on")],
      ["quiet", t("quiet")],
      ["off", t("off")],
    ];
    fill(
      this.drawer,
      h(
        "div",
        { class: "drawer-head" },
        h("h2", { class: "title" }, t("What can I do?")),
        iconButton("close", t("Close"), close),
      ),
      h("p", {}, h("b", {}, view.prompt)),
      h(
        "ul",
        {},
        known?.verbs.map(({ say, ways }) => verbRow(say, ways)),
      ),
      view.coming.length > 0 && heading(t("What comes next")),
      h(
        "ul",
        {},
        view.coming.slice(0, AHEAD).map((line) => h("li", {}, line)),
      ),
      h(
        "div",
        { class: "row" },
        mine && !view.rated && button(t("What would a bot play?"), () => this.advise(), { ico: "lamp", key: "H" }),
        clause && button(t("Rule {clause}", { clause }), () => this.rule(clause), { ico: "book" }),
        h("a", { class: "btn", href: `/reference/${view.game.key}`, target: "_blank" }, t("Reference card")),
      ),
      h(
        "label",
        { class: "field" },
        t("Coach"),
        select(modes, mode(view.game.key), { id: "coach-mode" }, (value) => this.choose(value)),
      ),
      h("p", { class: "small" }, t("On: tips and this page. Quiet: no tips. Off: the coach says nothing.")),
      played(view.game.key) === 0 && h("p", {}, h("a", { href: `/learn#${view.game.key}` }, t("Lessons"))),
    );
    find("button", this.drawer)?.focus();
  }

  /** @param {string} value */
  choose(value) {
    setting.set("coach", value);
    if (value !== "on") {
      this.hush();
    }
  }

  /** @param {string} clause */
  rule(clause) {
    this.drawer.hidden = true;
    this.table.help.clause(clause);
  }

  advise() {
    this.drawer.hidden = true;
    this.table.rail.actions.focus();
    this.table.rail.hints.ask();
  }
}

/**
 * Whether a slip at the lower edge of the board hides more names and places to click than it would at the upper one.
 * @param {HTMLElement} slip
 * @param {HTMLElement} board
 */
function crowded(slip, board) {
  const own = slip.getBoundingClientRect();
  const box = board.getBoundingClientRect();
  const lifted = own.top - box.top - (box.bottom - own.bottom);
  const shapes = [...board.querySelectorAll(".board-svg :is(.hit.legal, text)")].map((el) =>
    el.getBoundingClientRect(),
  );
  const under = (/** @type {number} */ up) =>
    shapes.filter(
      (r) => r.width && r.top < own.bottom - up && r.bottom > own.top - up && r.bottom > box.top && r.top < box.bottom,
    );
  return lifted > 0 && under(0).length > under(lifted).length;
}

/**
 * What is done stands in front, what it is good for behind.
 * @param {string} say
 * @param {number} ways
 */
function verbRow(say, ways) {
  const [what, ...rest] = say.split(": ");
  const count = ways > 1 && h("small", {}, " ", tn("{count} possible move", "{count} possible moves", ways));
  const lead = rest.length > 0 ? h("b", {}, what) : what; // a tip without a heading is plain
  return h("li", {}, lead, rest.length > 0 && `: ${rest.join(": ")}`, count);
}
