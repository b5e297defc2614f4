// The last train is in: line by line, all seats at once, the winner's name last. A click shows the finished sheet.
import { findAll, h } from "../../lib/dom.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/translate.js";
import { Telling } from "../motion/cancellable.js";
import { written } from "./score_bars.js";

const OUT = "cubic-bezier(.2,.8,.2,1)";
const NAMED = 300; // ms: a line lights up in the legend
const GROWN = 700; // ms: the bars grow by it
const PAUSE = 300; // ms between two lines
const PAPER = 180; // ms between two papers
const LAID = 200; // ms: a paper comes down
const AWARD = 420; // ms between two awards
const STEPS = 14; // ticks of a total
const PLACES = 400; // ms: the bars change places

/** @import { ScoreLine as Line, Uncovered } from "../../types.d.ts" */

export class Ceremony extends Telling {
  /**
   * @param {HTMLElement} sheet the finished sheet
   * @param {Line[]} lines
   * @param {number[]} order the seats, the winner first
   */
  constructor(sheet, lines, order) {
    super();
    this.sheet = sheet;
    this.lines = lines;
    this.order = order;
    this.title = findAll(".title", sheet)[0];
    this.winner = this.title.textContent;
    this.totals = new Map(findAll(".tot", sheet).map((el) => [Number(el.dataset.seat), { el, text: el.textContent }]));
  }

  /** Tell it from the beginning, to the end or until it is cut. */
  async tell() {
    const { sheet } = this;
    sheet.classList.add("counting");
    document.body.classList.add("untold"); // nobody says who has won before all is counted
    this.title.textContent = t("The last train is in");
    this.line(-1);
    this.inOrder([...this.order].sort((a, b) => a - b));
    for (const { el } of this.totals.values()) {
      el.textContent = "0";
    }
    await this.animate(
      sheet,
      [
        { transform: "translateY(24px)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: 260,
        easing: OUT,
      },
    );
    const sums = this.order.map(() => 0);
    for (const [i, line] of this.lines.entries()) {
      await this.count(i, line, sums);
    }
    this.line(this.lines.length);
    await this.places();
    await this.awards();
    await this.name();
    this.finish();
  }

  /**
   * One line: its name, then its part of every bar.
   * @param {number} i
   * @param {Line} line
   * @param {number[]} sums
   */
  async count(i, { values, uncovered }, sums) {
    if (this.over) {
      return;
    }
    this.line(i);
    await this.wait(NAMED);
    await this.uncover(uncovered);
    if (this.over) {
      return;
    }
    for (const part of findAll(`.seg[data-line="${i}"]`, this.sheet)) {
      part.classList.add("grown");
      const frames = [{ transform: "scaleX(0)" }, { transform: "none" }];
      this.animate(part, frames, { duration: GROWN, easing: OUT });
    }
    for (let step = 1; step <= STEPS && !this.over; step++) {
      for (const [seat, { el }] of this.totals) {
        el.textContent = written(Math.round(sums[seat] + (values[seat] * step) / STEPS));
      }
      sound.play("tick", { pitch: 1 + (i + step / STEPS) / 10 });
      await this.wait(GROWN / STEPS);
    }
    for (const seat of sums.keys()) {
      sums[seat] += values[seat];
    }
    await this.wait(PAUSE);
    this.putAway();
  }

  /**
   * What was hidden lies over the bars while it is counted, all seats at once, one after the other.
   * @param {Uncovered[]} papers
   */
  async uncover(papers) {
    const piles = [...this.totals.keys()].map((seat) => papers.filter((paper) => paper.seat === seat));
    const most = Math.max(0, ...piles.map((pile) => pile.length));
    for (let n = 0; n < most && !this.over; n++) {
      for (const pile of piles.filter(({ length }) => length > n)) {
        this.lay(pile[n], n / Math.max(1, pile.length - 1));
      }
      sound.play("card", { pitch: 1 + n / 20 });
      await this.wait(PAPER);
    }
  }

  /**
   * @param {Uncovered} paper
   * @param {number} at where of its bar: 0 at the beginning, 1 at the end
   */
  lay({ seat, text, points, done }, at) {
    const bar = findAll(`.one[data-seat="${seat}"] .bar`, this.sheet)[0];
    const paper = h("span", { class: done ? "paper done" : "paper", style: `--at:${at}` }, text, h("b", {}, points));
    bar.append(paper);
    const frames = [
      { opacity: 0, transform: "translateY(-10px)" },
      { opacity: 1, transform: "none" },
    ];
    this.animate(paper, frames, { duration: LAID, easing: OUT });
  }

  putAway() {
    for (const paper of findAll(".paper", this.sheet)) {
      paper.remove();
    }
  }

  /**
   * The line that is counted now; those behind it are still to come.
   * @param {number} now
   */
  line(now) {
    for (const name of findAll(".legend span", this.sheet)) {
      name.classList.toggle("cur", Number(name.dataset.line) === now);
    }
  }

  /** The bars change places only now. */
  async places() {
    if (this.over) {
      return;
    }
    const rows = findAll(".one", this.sheet);
    const before = rows.map((row) => row.getBoundingClientRect().top);
    this.inOrder(this.order);
    const moved = rows.map((row, i) => {
      const from = before[i] - row.getBoundingClientRect().top;
      const frames = [{ transform: `translateY(${from}px)` }, { transform: "none" }];
      return this.animate(row, frames, { duration: PLACES, easing: "ease-in-out" });
    });
    await Promise.all(moved);
  }

  /** @param {number[]} order */
  inOrder(order) {
    for (const row of findAll(".one", this.sheet)) {
      row.style.order = String(order.indexOf(Number(row.dataset.seat)));
    }
  }

  async awards() {
    for (const award of findAll(".award", this.sheet)) {
      if (this.over) {
        return;
      }
      award.classList.add("given");
      sound.play("stamp");
      this.animate(
        award,
        [
          { transform: "scale(1.25)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        {
          duration: 260,
          easing: OUT,
        },
      );
      await this.wait(AWARD);
    }
  }

  async name() {
    if (this.over) {
      return;
    }
    this.title.textContent = this.winner;
    sound.play("shimmer");
    const ribbon = findAll(".ribbon", this.sheet)[0];
    this.animate(ribbon, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 600, easing: OUT });
    this.sheet.classList.add("named");
    document.body.classList.remove("untold");
    const up = [
      { opacity: 0, transform: "translateY(8px)" },
      { opacity: 1, transform: "none" },
    ];
    await this.animate(this.title, up, { duration: 400, easing: OUT });
  }

  /** The sheet as it is in the end, however far it was told. */
  finish() {
    if (!this.cut()) {
      return;
    }
    this.sheet.classList.remove("counting", "named");
    document.body.classList.remove("untold");
    this.putAway();
    for (const el of findAll(".grown,.given", this.sheet)) {
      el.classList.remove("grown", "given");
    }
    this.line(this.lines.length);
    this.inOrder(this.order);
    this.title.textContent = this.winner;
    for (const { el, text } of this.totals.values()) {
      el.textContent = text;
    }
  }
}
