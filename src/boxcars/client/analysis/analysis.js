// Looking back at a game that is over: where it was won, what would have been better, and what else could be tried.

import { levelName } from "../lib/common_texts.js";
import { button, copy, heading, select, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { linkToPosition } from "../lib/edition.js";
import { server } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { icon, medal } from "../lib/icons.js";
import { keep, ownSeats } from "../lib/seat_tokens.js";
import { t } from "../lib/translate.js";
import { keepStudy, readStudy } from "./kept_variations.js";
import { lossTable, mistakeList, percent, points, seatBars, statistic, worst } from "./result_lists.js";
import { asked } from "./shared_position.js";
import { Trying } from "./try_moves.js";
import { rowsOf, tree } from "./variation_tree.js";
import { Graph } from "./win_chance_graph.js";

/** @import { Action, AnalysisSent, ReviewedDecision, TableCreated, StatisticSent } from "../types.d.ts" */
/** @import { IconName } from "../lib/icons.js" */
/** @import { TablePage } from "../table/table.js" */
/** @import { Line } from "./kept_variations.js" */
/** @import { Row } from "./variation_tree.js" */

const SPEEDS = [0.5, 1, 2, 4];
const STEP = 1000; // ms that a move is shown, at the usual speed
const AGAIN = 1500; // ms until one asks again how far it is
const PARTS = ["mistakes", "variations", "statistics"];

export class Analysis {
  /** @type {AnalysisSent | null} */
  found = null;
  /** @type {StatisticSent[]} */
  statistics = [];
  /** @type {Line[]} */
  lines = [];
  /** Whose mistakes are listed. */
  seat = 0;
  /** The score of each seat after each move; none yet, or not known. @type {number[][]} */
  scores = [];
  speed = 1;
  level = "expert";
  shown = "mistakes";
  /** All mistakes are listed, not only the worst. */
  all = false;
  playing = 0;
  asking = 0;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of Object.entries({ class: "bx", role: "slider", tabindex: "0", "aria-valuemin": "0" })) {
      this.svg.setAttribute(name, value);
    }
    this.svg.setAttribute("aria-label", t("Move"));
    this.graph = new Graph(this.svg, (ply) => this.go(ply));
    this.head = h("header");
    this.words = h("p", { "aria-live": "polite" });
    this.bar = h("div", { class: "an-bar" });
    this.rail = h("aside", { class: "an-rail", "aria-label": t("Analysis") });
    this.box = h("section", { class: "an-graph" }, this.head);
    this.box.append(this.svg);
    this.trying = new Trying(this);
    new ResizeObserver(() => this.drawGraph()).observe(this.svg);
    this.controls();
  }

  get ply() {
    return this.table.replay.at;
  }

  get last() {
    return this.table.view?.ply ?? 0;
  }

  /** @param {number} [ply] */
  async begin(ply) {
    const { table } = this;
    dress();
    const { line, eyes } = asked(location.search);
    table.replay.eyes = eyes;
    document.body.append(this.box, this.bar, this.rail);
    document.body.classList.add("analysing");
    const { view } = table;
    this.seat = view?.you ?? eyes ?? 0;
    this.graph.last = this.last;
    table.front.closed = true;
    await table.replay.open(ply ?? this.last);
    table.board.camera.fit(true);
    this.lines = await readStudy(table.id);
    this.render();
    if (line.length) {
      await this.trying.start(ply ?? 0, line);
    }
    const ask = () => /** @type {Promise<AnalysisSent>} */ (table.server.call("GET", "analysis"));
    try {
      this.take(await ask());
      if (this.found?.state === "none" && this.found.may) {
        this.take(/** @type {AnalysisSent} */ (await table.server.call("POST", "analysis", {})));
      }
      this.scores = (await table.server.scores().catch(() => null))?.scores ?? [];
      this.statistics = /** @type {StatisticSent[]} */ (await table.server.call("GET", "statistics"));
      this.render();
      const bots = (await server.games()).bots;
      this.bots = bots;
      this.render();
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  }

  /** @param {AnalysisSent} found */
  take(found) {
    this.found = found;
    clearTimeout(this.asking);
    if (found.state === "waiting" || found.state === "working") {
      this.asking = window.setTimeout(() => this.again(), AGAIN);
    }
    this.drawGraph();
    this.render();
  }

  async again() {
    const found = await this.table.server.call("GET", "analysis").catch(() => null);
    if (found) {
      this.take(/** @type {AnalysisSent} */ (found));
    } else {
      this.asking = window.setTimeout(() => this.again(), 4 * AGAIN);
    }
  }

  close() {
    this.stop();
    this.trying.end();
    this.unmark();
    clearTimeout(this.asking);
    document.body.classList.remove("analysing");
    for (const part of [this.box, this.bar, this.rail]) {
      part.remove();
    }
    this.table.analysis = null;
    this.table.replay.eyes = null;
    history.replaceState(null, "", location.pathname);
    this.table.replay.close();
  }

  /** Nothing on the board is compared any more. */
  unmark() {
    this.table.board.worth("done", []);
    this.table.board.worth("better", []);
  }

  // -- where one is ----------------------------------------------------------------------------------------------------

  /** @param {number} ply */
  go(ply) {
    this.trying.end();
    return this.table.replay.go(ply);
  }

  /** The position after another move is shown. */
  moved() {
    this.graph.at(this.ply);
    this.render();
    history.replaceState(null, "", `${location.pathname}?analysis=${this.ply}`);
  }

  /** Decisions that lost something for sure, of the seat that is looked at; in the order of the game. */
  get mistakes() {
    return (this.found?.decisions ?? []).filter((one) => one.label && one.seat === this.seat);
  }

  next() {
    const { mistakes } = this;
    const to = mistakes.find((one) => one.ply + 1 > this.ply) ?? mistakes[0];
    if (to) {
      this.go(to.ply + 1);
    }
  }

  /** To the seat's own decision before or after this one. @param {1 | -1} way */
  own(way) {
    const own = (this.found?.decisions ?? []).filter((one) => one.seat === this.seat && !one.forced);
    const to = way > 0 ? own.find((one) => one.ply + 1 > this.ply) : own.findLast((one) => one.ply + 1 < this.ply);
    if (to) {
      this.go(to.ply + 1);
    }
  }

  play() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.ply >= this.last) {
      this.go(0);
    }
    const step = async () => {
      const { playing } = this;
      if (!this.table.stage.playing || this.speed > 1) {
        await this.go(this.ply + 1); // on a slow line, too, every move is seen
      }
      if (playing !== this.playing) {
        return; // stopped meanwhile
      }
      if (this.ply >= this.last) {
        this.stop();
      } else {
        this.playing = window.setTimeout(step, STEP / this.speed);
      }
    };
    this.playing = window.setTimeout(step, 200);
    this.controls();
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.controls();
  }

  /** @param {string} key */
  key(key) {
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => this.play(),
      n: () => this.next(),
      o: () => this.own(1),
      O: () => this.own(-1),
      Escape: () => (this.trying.on ? this.go(this.trying.from) : this.close()),
    };
    if (this.trying.on && key !== "Escape") {
      return false;
    }
    if (key === " " && document.activeElement?.matches("button, textarea, select, input")) {
      return false;
    }
    if (!Object.hasOwn(keys, key)) {
      return this.table.replay.key(key);
    }
    keys[key]();
    return true;
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  drawGraph() {
    const { found } = this;
    const chances = found?.chances ?? [];
    this.graph.last = this.last;
    this.graph.draw(chances, found?.rounds ?? [], this.mistakes, this.seat);
    this.graph.at(this.ply);
  }

  /** The bar of controls. */
  controls() {
    const tool = (/** @type {IconName} */ ico, /** @type {string} */ label, /** @type {() => unknown} */ act) =>
      button("", act, {
        ico,
        "aria-label": label,
        title: label,
        class: `btn ${ico === "first" || ico === "last" ? "far" : ""}`,
      });
    const written = (/** @type {number} */ one) => (one === 0.5 ? "½×" : `${one}×`);
    const speed = (/** @type {number} */ one) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(one === this.speed), onclick: () => this.pace(one) },
        written(one),
      );
    const faster = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    const turn = { type: "button", class: "btn pace", "aria-label": t("Speed"), onclick: () => this.pace(faster) };
    const running = this.playing > 0;
    fill(
      this.bar,
      h("div", { class: "lampbox" }, icon("chart")),
      this.words,
      h(
        "div",
        { class: "transport" },
        tool("first", t("Go to the start"), () => this.go(0)),
        tool("back", t("One move back"), () => this.go(this.ply - 1)),
        button("", () => this.play(), {
          ico: running ? "pause" : "play",
          go: true,
          id: "an-play",
          "aria-label": running ? t("Pause") : t("Play"),
          title: running ? t("Pause") : t("Play"),
        }),
        tool("next", t("One move forward"), () => this.go(this.ply + 1)),
        tool("last", t("Go to the end"), () => this.go(this.last)),
        h("div", { class: "speeds", role: "group", "aria-label": t("Speed") }, SPEEDS.map(speed)),
        h("button", turn, written(this.speed)),
        button(t("Next mistake"), () => this.next(), { ico: "warning", id: "an-next" }),
      ),
    );
  }

  /** @param {number} speed */
  pace(speed) {
    this.speed = speed;
    this.controls();
  }

  render() {
    const { table, found } = this;
    const { view } = table;
    if (!view || this.trying.on) {
      return;
    }
    const ply = table.past?.ply ?? this.ply; // what stands on the board, not what is still to come
    const told = (table.past?.view.log ?? []).filter((line) => line.ply === ply && line.kind === "event");
    const one = found?.decisions.find((judged) => judged.ply === ply - 1);
    const lost = one?.label
      ? t("The best move had a {points}-point higher chance of winning.", { points: points(one.loss).slice(1) })
      : "";
    const who = one ? view.seats.find(({ seat }) => seat === one.seat)?.name : "";
    const happened = told.map((line) => line.text).join(" ") || one?.text || t("Start of the game");
    fill(
      this.words,
      h("b", {}, t("Move {ply} of {last}", { ply, last: this.last }), who && `: ${who}`),
      h("span", {}, lost && h("strong", {}, lost, " "), happened),
    );
    this.heading();
    this.unmark();
    if (one?.label) {
      table.board.worth("done", one.done, percent(one.chance));
      table.board.worth("better", one.path, percent(one.better));
      table.board.camera.reveal(one.done, one.path);
    }
    const shown = (/** @type {string} */ name) => (this.shown === name ? "part shown" : "part");
    fill(
      this.rail,
      this.tabs(),
      seatBars(view.seats, found?.chances[ply], this.scores[ply], ply === this.last ? view.outcome : null),
      h("div", { class: shown("mistakes") }, this.mistakePart()),
      h("div", { class: shown("variations") }, this.variationPart()),
      h(
        "div",
        { class: shown("statistics") },
        found?.decisions.length ? lossTable(found.figures, view.seats) : null,
        this.statistics.map((told) => statistic(told, view.seats)),
      ),
      h(
        "p",
        { class: "honest" },
        t(
          "Win chances show the position as it really was. Mistakes are judged only by what the player could see. Points are percentage points of win chance.",
        ),
      ),
    );
  }

  heading() {
    const { found } = this;
    const working = found && (found.state === "working" || found.state === "waiting");
    const ahead = found?.ahead
      ? t("Games ahead of yours in the queue: {count}", { count: found.ahead })
      : t("Analyzing…");
    fill(
      this.head,
      heading(t("Win chance")),
      working && h("small", { role: "status" }, ahead, h("progress", { value: found.done, max: found.total })),
      found?.state === "none" && h("small", {}, t("None of the players has asked for an analysis yet.")),
      !working && h("small", {}, t("After each move, with all cards open. Dotted line: equal chances.")),
    );
  }

  tabs() {
    const names = [t("Mistakes"), t("Variations"), t("Statistics")];
    const tab = (/** @type {string} */ name, /** @type {number} */ i) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.shown === name),
          onclick: () => {
            this.shown = name;
            this.render();
          },
        },
        names[i],
      );
    return h("div", { class: "pseg" }, PARTS.map(tab));
  }

  mistakePart() {
    const { table, mistakes } = this;
    const who = (table.view?.seats ?? []).map(({ seat, name }) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(seat === this.seat),
          onclick: () => {
            this.seat = seat;
            this.all = false;
            this.drawGraph();
            this.render();
          },
        },
        medal(seat),
        name,
      ),
    );
    const own = this.seat === table.view?.you;
    const few = worst(mistakes);
    const listed = mistakes.filter((one) => this.all || few.includes(one) || one.ply + 1 === this.ply);
    const hidden = mistakes.length - listed.length;
    const every = () => {
      this.all = true;
      this.render();
    };
    const more = h("button", { type: "button", class: "link", id: "an-all", onclick: every });
    more.append(t("all {count}", { count: mistakes.length }));
    return h(
      "section",
      {},
      heading(
        own ? t("Your mistakes") : t("Mistakes"),
        hidden > 0 && [t("the {count} worst", { count: few.length }), " · ", more],
      ),
      h("div", { class: "whose" }, who),
      h(
        "div",
        { class: "an-tools" },
        button(t("Previous decision"), () => this.own(-1), { ico: "back", id: "an-own-back", title: "O" }),
        button(t("Next decision"), () => this.own(1), { ico: "next", id: "an-own", title: "o" }),
      ),
      mistakes.length || this.found?.state === "done"
        ? mistakeList(listed, this.found?.rounds ?? [], this.ply, (one, better) => this.toMistake(one, better))
        : this.found?.may !== false && h("p", { class: "muted" }, t("Analyzing…")),
    );
  }

  /**
   * @param {ReviewedDecision} one
   * @param {boolean} better show what was better
   */
  async toMistake(one, better) {
    if (better && one.action) {
      await this.trying.start(one.ply, [one.action]);
      return;
    }
    this.go(one.ply + 1);
  }

  variationPart() {
    const { found, lines, ply } = this;
    const rows = rowsOf(found?.decisions ?? [], lines, Math.max(0, ply - 1), this.last);
    const levels = (this.bots ?? ["heuristic", "expert"]).map(
      (bot) => /** @type {[string, string]} */ ([bot, levelName(bot)]),
    );
    const level = select(levels, this.level, { "aria-label": t("Against") }, (chosen) => {
      this.level = chosen;
    });
    const ended = ply >= this.last;
    // Whoever looks at a move of their own tries something else in its place.
    const own = this.found?.decisions.some((one) => one.ply === ply - 1 && one.seat === this.seat && !one.forced);
    const tried = own
      ? button(t("Try a different move"), () => this.trying.start(ply - 1, []), { ico: "branch", id: "an-try" })
      : !ended && button(t("Try a move"), () => this.trying.start(ply, []), { ico: "branch", id: "an-try" });
    return h(
      "section",
      { class: "variations" },
      heading(t("Variations")),
      tree(rows, ply, (row) => this.toRow(row)),
      lines.filter((line) => line.ply === Math.max(0, ply - 1)).map((line) => this.note(line)),
      h(
        "div",
        { class: "an-tools" },
        tried,
        !ended && button(t("Continue from here"), () => this.branch(), { ico: "next", id: "an-branch" }),
        !ended && h("label", {}, t("Against"), " ", level),
        button(t("Share this position"), () => this.share(ply, []), { ico: "share", id: "an-share" }),
        button(t("Close"), () => this.close(), { ico: "close", title: "Esc" }),
      ),
    );
  }

  /** @param {Line} line */
  note(line) {
    const text = h("textarea", {
      maxlength: "500",
      placeholder: t("Add a note on {action}", { action: line.texts[0] ?? "" }),
      value: line.note,
      onchange: () => {
        line.note = text.value;
        this.save();
      },
    });
    text.value = line.note;
    const drop = button(t("Remove"), () => this.save(this.lines.filter((one) => one !== line)), { ico: "bin" });
    return h("div", {}, text, drop);
  }

  /** @param {Line[]} [lines] */
  async save(lines = this.lines) {
    this.lines = lines;
    this.render();
    await keepStudy(this.table.id, lines).catch((error) => toast(refusal(error).reason.text, "bad"));
  }

  /** @param {Row} row */
  toRow(row) {
    if (row.best?.action) {
      this.trying.start(row.ply, [row.best.action]);
    } else if (row.line) {
      this.trying.start(row.ply, row.line.line.slice(0, row.step + 1));
    } else {
      this.go(row.ply + 1);
    }
  }

  /** Go on from here at a table of one's own, against bots of the chosen level. */
  async branch() {
    try {
      const body = { ply: this.ply, level: this.level, seat: this.seat };
      const made = /** @type {TableCreated} */ (await this.table.server.call("POST", "branch", body));
      keep(made.table, { seats: ownSeats(made.tokens), host: made.host });
      location.href = `/t/${made.table}`;
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  }

  /**
   * @param {number} ply
   * @param {Action[]} line
   */
  async share(ply, line) {
    try {
      const eyes = line.length ? this.trying.seat : (this.table.shown?.you ?? null);
      await copy(await linkToPosition(this.table.server, { ply, line, eyes }));
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  }
}

/** The styles come with the module. */
function dress() {
  const id = "analysis-styles";
  if (!document.getElementById(id)) {
    const href = new URL("./analysis.css", import.meta.url).href;
    document.head.append(h("link", { id, rel: "stylesheet", href }));
  }
}
