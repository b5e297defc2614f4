// The rules beside the board.

import { iconButton } from "../../lib/controls.js";
import { fill, find, findAll, h } from "../../lib/dom.js";
import { server } from "../../lib/endpoints.js";
import { refusal } from "../../lib/http_call.js";
import { t } from "../../lib/translate.js";

/** @import { TablePage } from "../table.js" */

export class Help {
  open = false;
  /** The game whose rules are there. */
  loaded = "";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.body = h("div", { class: "rules", tabindex: "0" });
    /** @type {Record<string, string>} clause -> the part of the text that explains it */
    this.parts = {};
    this.page = h("a", { target: "_blank" }, t("Open the rules page"));
    this.exact = h("a", { target: "_blank" }, t("Exact rules"));
    this.none = h("p", { role: "status", hidden: true }, t("Nothing found in the rules."));
    const label = t("Search the rules");
    this.search = h("input", {
      type: "search",
      "aria-label": label,
      placeholder: label,
      oninput: () => this.filter(),
    });
    this.el = h(
      "div",
      { id: "help", class: "drawer help", role: "region", "aria-label": t("Rules"), hidden: true },
      h(
        "div",
        { class: "drawer-head" },
        h("h2", { class: "title" }, t("Rules")),
        this.search,
        iconButton("close", t("Close the rules"), () => this.toggle()),
      ),
      h("p", { class: "small" }, this.page, " · ", this.exact),
      this.none,
      this.body,
    );
  }

  async toggle() {
    this.open = !this.open;
    this.el.hidden = !this.open;
    if (!this.open) {
      this.search.blur(); // until the next frame a hidden field would still swallow keys
      return;
    }
    for (const other of [this.table.menu, this.table.guide]) {
      if (other?.open) {
        other.toggle();
      }
    }
    await this.load();
    this.light(this.table.view?.ask?.clause ?? "");
    this.search.focus();
  }

  async load() {
    const key = this.table.view?.game.key;
    if (!key || this.loaded === key) {
      return;
    }
    this.page.href = `/rules/${key}`;
    this.exact.href = `/rules/${key}/exact`;
    try {
      const found = await this.readable(key);
      this.body.innerHTML = found.html;
      this.body.lang = found.lang;
      for (const figure of findAll("figure, .ref", this.body)) {
        figure.remove(); // the board is beside it
      }
      this.loaded = key;
    } catch (error) {
      refusal(error);
      fill(this.body, h("p", {}, t("The rules of this game aren't available here.")));
    }
  }

  /** The text for players; the clauses of a game that has no more than those. @param {string} key */
  async readable(key) {
    try {
      const guide = await server.guide(key);
      this.parts = guide.clauses;
      return guide;
    } catch (error) {
      if (refusal(error).status !== 404) {
        throw error;
      }
      this.parts = {};
      return await server.rules(key);
    }
  }

  filter() {
    const inside = ":scope > section > :not(ul, ol), :scope > section > :is(ul, ol) > li, ";
    const blocks = findAll(`${inside}:scope > :not(ul, ol, section), :scope > :is(ul, ol) > li`, this.body);
    const shown = searched(
      blocks.map((el) => ({ level: Number(/^H([1-6])$/.exec(el.tagName)?.[1] ?? 0), text: el.textContent ?? "" })),
      this.search.value.trim(),
    );
    for (const [i, el] of blocks.entries()) {
      el.hidden = !shown[i];
    }
    this.none.hidden = shown.includes(true) || !shown.length;
    this.body.scrollTop = 0;
  }

  /**
   * Open the rules at a clause, as a refusal names it.
   * @param {string} id
   */
  async clause(id) {
    await (this.open ? this.load() : this.toggle());
    this.light(id);
  }

  /** Show a clause: that of the question when the rules are opened. @param {string} id */
  light(id) {
    for (const lit of findAll(".lit", this.body)) {
      lit.classList.remove("lit");
    }
    const part = this.partOf(id);
    const at = part ? find(`[id="${part}"], [id^="${part}."]`, this.body) : null;
    const block = at?.closest("p,li,tr") || at;
    if (block?.closest("[hidden]") && this.open) {
      this.search.value = ""; // an earlier search had put it away
      this.filter();
    }
    block?.classList.add("lit");
    block?.scrollIntoView({ block: block.matches("section") ? "start" : "center" });
  }

  /** The part that explains a clause, or one of those that it contains. @param {string} id */
  partOf(id) {
    return this.parts[id] ?? Object.entries(this.parts).find(([clause]) => clause.startsWith(`${id}.`))?.[1] ?? id;
  }
}

/**
 * Which blocks of a text a search leaves: those that hold the words, all below a heading that holds them, and the headings above both.
 * @param {{ level: number, text: string }[]} blocks level: that of a heading, otherwise 0
 * @param {string} words
 */
export function searched(blocks, words) {
  const wanted = words.toLowerCase();
  const shown = blocks.map(({ text }) => text.toLowerCase().includes(wanted));
  /** @type {number[]} */
  let above = [];
  for (const [i, { level }] of blocks.entries()) {
    if (level) {
      above = above.filter((j) => blocks[j].level < level);
    }
    shown[i] ||= above.some((j) => blocks[j].text.toLowerCase().includes(wanted));
    if (shown[i]) {
      for (const j of above) {
        shown[j] = true;
      }
    }
    if (level) {
      above.push(i);
    }
  }
  return shown;
}
