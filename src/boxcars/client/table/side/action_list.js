// Every legal action in words: grouped by its first target, searchable, walked with the arrow keys.
import { button, heading } from "../../lib/controls.js";
import { fill, find, findAll, h } from "../../lib/dom.js";
import { t, tn } from "../../lib/translate.js";

/** @import { Legal, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const BOUND = 250; // rows; more are found by searching
const SEARCHED = 8; // fewer need no search
const WALKED = 12; // more are rather searched than walked

export class Actions {
  /** @type {Legal[]} */
  legal = [];

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    const label = t("Search moves");
    this.search = h("input", {
      type: "search",
      placeholder: label,
      "aria-label": label,
      oninput: () => this.draw(),
      onkeydown: (event) => {
        const found = this.found();
        if (event.key === "Enter" && found.length === 1) {
          this.choose(found[0]);
        }
      },
    });
    this.searchRow = h("div", { class: "row" }, this.search);
    this.count = h("p", { class: "small", role: "status" });
    this.list = h("div", { class: "actions", role: "group", "aria-label": t("What you can do"), tabindex: "-1" });
    this.tools = h("div", { class: "row tools2" });
    this.coming = h("div", { class: "coming", tabindex: "-1" });
    this.el = h(
      "div",
      { class: "fill", onkeydown: (event) => this.walk(event) },
      this.searchRow,
      this.count,
      this.list,
      this.coming,
      this.tools,
    );
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const ways = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });
    const way = ways[event.key];
    if (!way) {
      return;
    }
    event.preventDefault();
    const all = findAll("button", this.list);
    const at = all.findIndex((row) => row.matches(":focus"));
    const beyond = way < 0 ? this.search : all[0];
    (all[at + way] || beyond)?.focus();
  }

  focus() {
    const { rail, sheets, prompt } = this.table;
    rail.open("actions");
    if (prompt.small.matches && document.body.dataset.sheet !== "actions") {
      sheets.open("actions");
    }
    const many = (this.table.view?.legal.length ?? 0) > WALKED;
    const first = find("button", this.list);
    (many || !first ? this.search : first).focus();
  }

  /** A list that nobody has open is not written: it can have hundreds of rows. @param {View} view */
  show(view) {
    const { choosing, past, memo, rail } = this.table;
    if (rail.current !== "actions") {
      return;
    }
    const legal = this.offered(view);
    const { chosen, picked, busy } = choosing;
    const shown = [
      view.mark,
      view.you,
      view.lang,
      view.coming,
      view.lesson?.asked,
      legal.length,
      chosen,
      picked?.i,
      busy,
      past?.ply,
    ];
    memo.part("actions", shown, () => {
      this.legal = legal;
      this.search.value = "";
      this.draw();
    });
  }

  /** What fits what was chosen so far; with an action picked, also its siblings. @param {View} view */
  offered(view) {
    const { choosing, past } = this.table;
    if (past) {
      return [];
    }
    const first = choosing.picked?.path[0];
    return choosing.picked ? view.legal.filter((action) => action.path[0] === first) : choosing.candidates();
  }

  draw() {
    const { shown, view, past } = this.table;
    this.drawComing((shown || view)?.coming ?? []);
    const found = this.found();
    this.drawList(found.slice(0, BOUND));
    const mine = this.legal.length > 0;
    this.count.textContent = mine ? howMany(found.length) : t("Nothing to do right now.");
    this.searchRow.hidden = this.legal.length < SEARCHED;
    const hint = button(t("Hint"), () => this.table.rail.hints.ask(), { ico: "lamp", key: "H" });
    fill(this.tools, mine && !past && hint);
  }

  /** @param {string[]} coming */
  drawComing(coming) {
    const lines = coming.map((line) => h("li", {}, line));
    fill(this.coming, lines.length > 0 && [heading(t("What happens next")), h("ol", {}, lines)]);
  }

  /** The actions that hold every word that was typed. */
  found() {
    const wanted = this.search.value.trim().toLowerCase().split(/\s+/);
    return this.legal.filter((action) => {
      const text = `${action.text} ${action.more}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  }

  /** @param {Legal[]} found */
  drawList(found) {
    const wanted = this.table.shown?.lesson?.asked ?? [];
    const asked = found.filter(({ i }) => wanted.includes(i));
    /** @type {Map<string, Legal[]>} */
    const groups = new Map();
    for (const action of found.filter(({ i }) => !wanted.includes(i))) {
      const [first] = action.path;
      groups.set(first, [...(groups.get(first) || []), action]);
    }
    const active = document.activeElement;
    const held = active instanceof HTMLElement ? active.dataset.i : undefined;
    const names = this.table.view?.names ?? {};
    const single = [...groups.values()].filter((group) => group.length === 1).flat();
    const grouped = [...groups].filter(([, group]) => group.length > 1);
    const rows = (/** @type {Legal[]} */ group) =>
      h(
        "ul",
        {},
        group.map((action) => h("li", {}, this.row(action))),
      );
    fill(
      this.list,
      asked.length > 0 && [h("h3", {}, t("To do now")), rows(asked)],
      single.length > 0 && rows(single),
      grouped.map(([first, group]) => [h("h3", {}, names[first] || first), rows(group)]),
    );
    if (held !== undefined) {
      find(`[data-i="${held}"]`, this.list)?.focus();
    }
  }

  /** Choose an action; the one that is chosen is done. @param {Legal} action */
  choose(action) {
    const { choosing } = this.table;
    if (choosing.picked?.i === action.i && !choosing.busy) {
      choosing.confirm();
    } else {
      choosing.pick(action);
    }
  }

  /** @param {Legal} action */
  row(action) {
    const { choosing, pointing } = this.table;
    const look = () => pointing.peek(action);
    const choose = () => this.choose(action);
    const on = choosing.picked?.i === action.i ? "on" : "";
    return h(
      "button",
      { type: "button", class: on, "data-i": action.i, onclick: choose, onfocus: look, onpointerenter: look },
      h("span", {}, action.text),
      action.more ? h("small", {}, action.more) : null,
    );
  }
}

/** @param {number} count */
function howMany(count) {
  if (count > BOUND) {
    return t("{shown} of {count} choices. Search to find the rest.", { shown: BOUND, count });
  }
  return tn("{count} choice", "{count} choices", count);
}
