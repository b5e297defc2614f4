// The tabs of a phone: which part of the table lies over the board.
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/translate.js";

/** @import { IconName } from "../lib/icons.js" */
/** @import { View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

export class Sheets {
  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    /** @type {[IconName, string, string][]} */
    const sheets = [
      ["map", "board", t("Map")],
      ["cards", "panels", t("Reference")],
      ["people", "players", t("Players")],
      ["log", "log", t("Log")],
      ["chat", "chat", t("Chat")],
    ];
    this.buttons = sheets.map(([ico, key, label]) =>
      h("button", { type: "button", "data-sheet": key, onclick: () => this.open(key) }, icon(ico), label),
    );
    const menu = h(
      "button",
      { type: "button", class: "menu2", onclick: () => table.menu.toggle() },
      icon("menu"),
      t("Menu"),
    );
    this.own = this.buttons[1];
    this.el = h("nav", { class: "tabs", "aria-label": t("Sections of the game") }, this.buttons, menu);
  }

  /** What the game calls its own sheet. @param {View} view */
  show({ game }) {
    const words = this.own.lastChild;
    if (words && words.textContent !== game.tab_name) {
      words.textContent = game.tab_name;
    }
  }

  /** The one behind which the chat is. */
  get last() {
    return this.buttons[this.buttons.length - 1];
  }

  /**
   * Open a sheet; the open one is closed by the same button, all of them by the map.
   * @param {string} key
   */
  open(key) {
    const { dataset } = document.body;
    dataset.sheet = dataset.sheet === key ? "board" : key;
    this.table.rail.recap.fold();
    for (const tab of this.buttons) {
      tab.setAttribute("aria-pressed", String(tab.dataset.sheet === dataset.sheet));
    }
    if (key === "actions" || key === "log" || key === "panels" || key === "chat") {
      this.table.rail.open(key);
    } else {
      this.table.renderChoice();
    }
  }
}
