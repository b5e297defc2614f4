// The rules beside the board.
import { refusal } from "../../lib/api.js";
import { iconButton } from "../../lib/controls.js";
import { fill, find, findAll, h } from "../../lib/dom.js";
import { server } from "../../lib/server.js";
import { t } from "../../lib/words.js";

/** @import { TablePage } from "../table.js" */

export class Help {
  open = false;
  /** The game whose rules are there. */
  loaded = "";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.body = h("div", { class: "rules", tabindex: "0" });
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
    try {
      const found = await server.rules(key);
      this.body.innerHTML = found.html;
      this.body.lang = found.lang;
      this.loaded = key;
    } catch (error) {
      refusal(error);
      fill(this.body, h("p", {}, t("The rules of this game are not here.")));
    }
  }

  /** Headings stay, whatever is searched. */
  filter() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const el of findAll(":scope > *", this.body)) {
      const fits = /^H[1-6]$/.test(el.tagName) || el.textContent?.toLowerCase().includes(wanted);
      el.hidden = wanted !== "" && !fits;
    }
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
    const at = id ? find(`[id="${id}"], [id^="${id}."]`, this.body) : null;
    const block = at?.closest("p,li,tr") || at;
    block?.classList.add("lit");
    block?.scrollIntoView({ block: "center" });
  }
}
