// The score sheet of a finished game: bars of what everybody gained and lost, awards, and what to do now.
import { learningTable, noteGame, risen } from "../../coach/games_played.js";
import { moments } from "../../coach/key_moments.js";
import { levelName, victory } from "../../lib/common_texts.js";
import { button } from "../../lib/controls.js";
import { h } from "../../lib/dom.js";
import { medal } from "../../lib/icons.js";
import { calm } from "../../lib/settings.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/translate.js";
import { wantRematch } from "../../page/rematch.js";
import { finished } from "../banners.js";
import { left } from "../side/players.js";
import { barsOf, countedLines, written } from "./score_bars.js";
import { Ceremony } from "./score_ceremony.js";
import { drawChart } from "./score_chart.js";

/** @import { Award, Outcome, View } from "../../types.d.ts" */
/** @import { Part } from "./score_bars.js" */
/** @import { TablePage } from "../table.js" */

const EATEN = 5; // hundredths of the longest bar: no figure fits into less
const BRASS = '<circle class="ro" r="20"/><circle class="ri" r="16"/>';

export class ScoreSheet {
  /** @type {Ceremony | null} */
  ceremony = null;

  /**
   * @param {TablePage} table
   * @param {View} view
   * @param {Outcome} outcome
   */
  constructor(table, view, outcome) {
    const { seats } = view;
    this.lines = countedLines(outcome);
    this.order = seats.map((seat) => seat.seat).sort((a, b) => outcome.ranks[a] - outcome.ranks[b]);
    const winners = this.order.filter((seat) => outcome.ranks[seat] === 1);
    const chart = h("section", { class: "chart" });
    drawChart(table, chart, this.order);
    this.el = h(
      "article",
      { class: "sheet final", "aria-live": "polite" },
      h("i", { class: "ribbon", style: `--seat:var(--p${winners[0] + 1})`, "aria-hidden": "true" }),
      h("h2", { class: "title" }, victory(outcome, seats)),
      h(
        "p",
        { class: "lead" },
        outcome.grade || t("{map}, {count} moves", { map: view.game.map_name, count: view.ply }),
      ),
      this.bars(view, outcome),
      h(
        "p",
        { class: "legend" },
        this.lines.map(({ label, values }, i) =>
          h(
            "span",
            { "data-line": i },
            swatch(
              i,
              values.some((value) => value > 0),
              winners[0],
            ),
            label,
          ),
        ),
      ),
      outcome.awards.length > 0 && h("ul", { class: "awards" }, outcome.awards.map(roundel)),
      this.whatNow(table, view),
      moments(table, view),
      h("details", {}, h("summary", {}, t("Score sheet")), scoreTable(view, outcome, this.order)),
      chart,
      outcome.seed && h("p", { class: "small" }, fairness(view, outcome)),
    );
  }

  /**
   * A bar for every seat, the winner's first.
   * @param {View} view
   * @param {Outcome} outcome
   */
  bars({ seats }, { scores, ranks }) {
    const bars = barsOf(this.lines, seats.length);
    const best = Math.max(...scores);
    const row = (/** @type {number} */ seat) => {
      const gap = ranks[seat] > 1 && scores[seat] < best ? written(scores[seat] - best) : "";
      const behind = [gap, left(seats[seat])].filter(Boolean).join(" · ");
      return h(
        "li",
        { class: "one", "data-seat": seat },
        h("div", { class: "nm" }, medal(seat), h("b", {}, seats[seat].name), behind && h("small", {}, behind)),
        h(
          "div",
          { class: "bar" },
          bars[seat].map((part) => segment(part, seat)),
        ),
        h("div", { class: "tot", "data-seat": seat }, written(scores[seat])),
      );
    };
    return h("ol", { class: "count" }, this.order.map(row));
  }

  /** Count before the readers' eyes; where nothing may travel the sheet is finished as it is. */
  async count() {
    this.ceremony?.finish();
    if (calm()) {
      sound.play("stamp");
      return;
    }
    this.ceremony = new Ceremony(this.el, this.lines, this.order);
    await this.ceremony.tell();
  }

  /** A click or a key shows the finished sheet. */
  finish() {
    this.ceremony?.finish();
  }

  /**
   * @param {TablePage} table
   * @param {View} view
   */
  whatNow(table, view) {
    noteGame(view);
    const { key, map } = view.game;
    const level = risen(view);
    const climb =
      level &&
      button(t("You've won twice. Try {level}!", { level: levelName(level) }), () => learningTable(key, map), {
        go: true,
        ico: "up",
        id: "climb",
      });
    const again = () => wantRematch(finished(table, view));
    const recount = () => {
      table.boardMain.querySelector("#front")?.scrollTo(0, 0);
      this.count();
    };
    return h(
      "div",
      { class: "row" },
      climb,
      view.you !== null && button(t("Rematch"), again, { go: !climb, id: "again" }),
      button(t("View the board"), () => table.front.close(), { ico: "tile", id: "see-board" }),
      button(t("Replay the scoring"), recount, { ico: "next", id: "recount" }),
      button(t("Analyze"), () => table.lookBack(), { ico: "eye", key: "P", id: "analyse" }),
      h("a", { class: "btn", href: `/api/tables/${table.id}/record`, download: "" }, t("Download saved game")),
      h("a", { class: "btn", href: `/new?game=${view.game.key}` }, t("New game")),
    );
  }
}

/**
 * How a line looks in the bars: in the colours of the winner.
 * @param {number} line
 * @param {boolean} gained
 * @param {number} seat
 */
function swatch(line, gained, seat) {
  return h("i", { class: gained ? "seg" : "seg lost", style: shade(line, seat), "aria-hidden": "true" });
}

/**
 * @param {number} line
 * @param {number} seat
 */
function shade(line, seat) {
  return `--seat:var(--p${seat + 1});--ink:${100 - (line % 4) * 14}%`;
}

/**
 * @param {Part} part
 * @param {number} seat
 */
function segment({ line, value, left, width, seen }, seat) {
  const lost = value < 0;
  const place = `left:${left.toFixed(2)}%;width:${width.toFixed(2)}%;${shade(line, seat)}`;
  const eaten = !lost && (width * seen) / 100 < EATEN; // its figure stands on what was lost
  const figure = h("em", {}, (value > 0 && line ? "+" : "") + written(value));
  const classes = ["seg", lost && "lost", eaten && "eaten"].filter(Boolean).join(" ");
  const pattern = `<svg class="bx" preserveAspectRatio="none"><path class="k-pat o${seat + 1}" d="M0 11H900"/></svg>`;
  return h(
    "span",
    { class: classes, style: place, "data-line": line },
    !lost && h("span", { class: "pattern", "aria-hidden": "true", html: pattern }),
    h("span", { class: "seen", style: `width:${seen}%` }, !eaten && figure),
    eaten && figure,
  );
}

/** @param {Award} award */
function roundel({ title, note, mark }) {
  const svg = `<svg viewBox="-22 -22 44 44">${BRASS}</svg>`;
  return h(
    "li",
    { class: "award" },
    h("span", { class: "roundel", html: svg }, h("b", { class: mark.length > 3 ? "long" : null }, mark)),
    h("b", {}, title),
    h("span", {}, note),
  );
}

/**
 * The total, what it is made of above it, and what breaks ties below.
 * @param {View} view
 * @param {Outcome} outcome
 * @param {number[]} order
 */
function scoreTable({ seats }, { lines, total, scores, ranks }, order) {
  const row = (/** @type {string} */ label, /** @type {number[]} */ values) => {
    const cells = order.map((seat) => h("td", {}, String(values[seat] ?? "").replace("-", "−")));
    return h("tr", {}, h("th", { scope: "row" }, label), cells);
  };
  const parts = lines.slice(0, total < 0 ? lines.length : total);
  const ties = total < 0 ? [] : lines.slice(total + 1);
  const names = order.map((seat) => h("th", { scope: "col" }, medal(seat), seats[seat].name));
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": t("Score sheet") },
    h(
      "table",
      { class: "scores" },
      h("thead", {}, h("tr", {}, h("td"), names)),
      h(
        "tbody",
        {},
        parts.map(({ label, values }) => row(label, values)),
      ),
      h(
        "tfoot",
        {},
        row(t("Total"), scores),
        ties.map(({ label, values }) => row(t("{line} (tiebreaker)", { line: label }), values)),
        row(t("Rank"), ranks),
      ),
    ),
  );
}

/**
 * @param {View} view
 * @param {Outcome} outcome
 */
function fairness({ game }, { seed }) {
  const commitment = `${game.commitment.slice(0, 16)}…`;
  return t("Fair shuffle: the seed is {seed}. Its fairness code, {commitment}, was published before the game.", {
    seed,
    commitment,
  });
}
