// The slip of a turn: what came in, what was paid, what the dice brought. It stays until the reader goes on, or plays.
import { button, heading } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { medal } from "../lib/icons.js";
import { t } from "../lib/translate.js";
import { face } from "./prompt/item_pictures.js";

/** @import { TurnSummary, SummaryDie, SummaryPaper, SummaryTable, View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

const WATCHED = 20_000; // ms after which a spectator's goes by itself
const READ = 60_000; // and a player's: it stays in the log
const PIPS = ["", "5", "19", "159", "1379", "13579", "134679"]; // of a die, on a field of three by three

export class TurnSummaryPanel {
  /** @type {HTMLElement | null} */
  el = null;
  timer = 0;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.key = `boxcars:slip:${table.id}`;
  }

  /** @param {View} view */
  show(view) {
    const { slip } = view;
    if (view.status !== "playing") {
      this.close(); // the final score has the last word
      return;
    }
    if (!slip || this.table.past) {
      return;
    }
    const read = Number(sessionStorage.getItem(this.key) ?? -1);
    if (slip.ply > read && view.ply >= slip.ply && this.el?.dataset.ply !== String(slip.ply)) {
      this.open(slip);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.close(), view.you === null ? WATCHED : READ);
    }
  }

  /** @param {TurnSummary} slip */
  open(slip) {
    this.el?.remove();
    const go = button(slip.go ?? t("Continue"), () => this.close(), { go: true, ico: "next", id: "onward" });
    this.el = h(
      "article",
      { class: "turn-summary", role: "region", "aria-label": slip.title, "data-ply": slip.ply, tabindex: "0" },
      h("header", {}, h("h1", {}, slip.title), slip.note && h("p", {}, slip.note), go),
      h(
        "div",
        { class: "slip-body" },
        slip.tables?.map(tableOf),
        slip.dice && diceOf(slip.dice, slip.rolled),
        slip.papers?.map(paperOf),
      ),
    );
    this.table.boardMain.append(this.el);
    document.body.classList.add("slipped");
  }

  /** The slip of the action that is looked back at. */
  again() {
    const slip = this.table.past?.view.slip;
    if (slip) {
      this.open(slip);
    }
  }

  close() {
    if (this.el) {
      const ply = Math.max(Number(this.el.dataset.ply), Number(sessionStorage.getItem(this.key) ?? -1));
      sessionStorage.setItem(this.key, String(ply));
      this.el.remove();
      this.el = null;
      document.body.classList.remove("slipped");
    }
  }
}

/** @param {SummaryTable} grid */
function tableOf({ title, head, rows }) {
  const cells = (/** @type {string[]} */ list, /** @type {"th" | "td"} */ tag) => list.map((cell) => h(tag, {}, cell));
  return h(
    "section",
    {},
    title && heading(title),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, cells(head, "th"))),
      h(
        "tbody",
        {},
        rows.map(({ cells: [first, ...rest], seat = -1, strong }) =>
          h("tr", { class: strong ? "strong" : "" }, h("th", {}, seat >= 0 && medal(seat), first), cells(rest, "td")),
        ),
      ),
    ),
  );
}

/**
 * @param {SummaryDie[]} dice
 * @param {string} [title]
 */
function diceOf(dice, title) {
  return h("section", { class: "dice" }, title && heading(title), h("div", {}, throwsOf(dice).map(throwOf)));
}

/**
 * Dice that say nothing of their own were thrown together with the next one that does: they share its line.
 * @param {SummaryDie[]} dice
 */
function throwsOf(dice) {
  /** @type {SummaryDie[][]} */
  const rows = [];
  let open = false;
  for (const die of dice) {
    if (open) {
      rows[rows.length - 1].push(die);
    } else {
      rows.push([die]);
    }
    open = !die.text && !die.faces?.length;
  }
  return rows;
}

/** @param {SummaryDie[]} dice */
function throwOf(dice) {
  return h("p", {}, dice.map(dieOf), h("span", {}, dice[dice.length - 1].text));
}

/** @param {SummaryDie} die */
function dieOf({ value, faces = [], ink = "" }) {
  const pip = (/** @type {string} */ at) => {
    const i = Number(at) - 1;
    return `<circle cx="${6 + (i % 3) * 9}" cy="${6 + Math.floor(i / 3) * 9}" r="2.6"/>`;
  };
  const pips = [...(PIPS[value] ?? "")].map(pip).join("");
  const picture = `<svg viewBox="0 0 30 30" class="die ${ink}"><rect width="30" height="30" rx="5"/>${pips}</svg>`;
  const cubes = faces.map((of) => face(of));
  return [h("span", { role: "img", "aria-label": value, html: picture }), cubes];
}

/** @param {SummaryPaper} paper */
function paperOf({ svg, width, height, words = [] }) {
  const box = `<svg class="bx" viewBox="0 0 ${width} ${height}" style="max-width:${width}px" aria-hidden="true">${svg}</svg>`;
  const told = h(
    "ul",
    { class: "sr" },
    words.map((line) => h("li", {}, line)),
  );
  return h("section", {}, h("div", { html: box }), told);
}
