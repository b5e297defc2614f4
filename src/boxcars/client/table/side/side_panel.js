// The side rail: players, and the tabs of cards, actions, log, chat and the board in words.
import { fill, h } from "../../lib/dom.js";
import { t } from "../../lib/translate.js";
import { Actions } from "./action_list.js";
import { Chat } from "./chat.js";
import { Log } from "./game_log.js";
import { Hints } from "./hints.js";
import { Notes } from "./notes.js";
import { Papers } from "./own_papers.js";
import { Panels } from "./panels.js";
import { Players } from "./players.js";
import { Recap } from "./recap.js";

/** @import { View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

/** @typedef {"panels" | "actions" | "log" | "chat" | "words"} TabName */

export class Rail {
  /** @type {TabName} */
  current = "panels";
  /** Whether the reader has chosen a tab. */
  chose = false;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.players = new Players(table);
    this.recap = new Recap(table);
    this.papers = new Papers(table);
    this.panels = new Panels();
    this.pinned = new Panels("pinned");
    this.actions = new Actions(table);
    this.log = new Log(table);
    this.chat = new Chat(table);
    this.hints = new Hints(table);
    this.notes = new Notes(table);
    this.describe = h("ul", { class: "describe", tabindex: "0", "aria-label": t("The board as text") });
    this.tabs = {
      panels: this.tab("panels", t("Reference"), this.panels.el),
      actions: this.tab("actions", t("Moves"), this.actions.el),
      log: this.tab("log", t("Log"), this.log.el),
      chat: this.tab("chat", t("Chat"), h("div", { class: "fill" }, this.notes.el, this.chat.el)),
      words: this.tab("words", t("Text"), this.describe),
    };
    const list = h(
      "div",
      { role: "tablist", class: "tablist", "aria-label": t("Moves and log"), onkeydown: (event) => this.walk(event) },
      Object.values(this.tabs).map(({ tab }) => tab),
    );
    const panes = Object.values(this.tabs).map(({ pane }) => pane);
    this.el = h(
      "aside",
      { class: "rail", "aria-label": t("Players, reference and log") },
      h(
        "div",
        { class: "rail-body" },
        h("section", { class: "playersbox", "aria-label": t("Players") }, this.players.el),
        this.pinned.el,
        this.papers.el,
        this.recap.el,
        h("section", { class: "tabbox", id: "actions" }, list, panes),
      ),
      this.chat.foot,
    );
    this.column = h("aside", { class: "column", "aria-label": t("Reference") });
    this.broad = matchMedia("(min-width:1500px)");
    this.broad.addEventListener("change", () => this.arrange(), table.until);
    this.open("panels");
  }

  /**
   * @param {TabName} key
   * @param {string} label
   * @param {HTMLElement} body
   */
  tab(key, label, body) {
    const choose = () => {
      this.chose = true;
      this.open(key);
    };
    const controls = { role: "tab", id: `tab-${key}`, "aria-controls": `pane-${key}` };
    const labelled = { role: "tabpanel", id: `pane-${key}`, "aria-labelledby": `tab-${key}` };
    return {
      tab: h("button", { type: "button", ...controls, onclick: choose }, label),
      pane: h("div", { ...labelled, class: "pane" }, body),
    };
  }

  /** Arrow keys go from tab to tab. @param {KeyboardEvent} event */
  walk({ key }) {
    const ways = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });
    if (Object.hasOwn(ways, key)) {
      const names = /** @type {TabName[]} */ (Object.keys(this.tabs));
      const at = names.indexOf(this.current) + ways[key];
      this.open(names[(at + names.length) % names.length]);
      this.tabs[this.current].tab.focus();
    }
  }

  /** A broad window has a column for the panels; otherwise they are the first tab. */
  arrange() {
    const { tab, pane } = this.tabs.panels;
    const some = this.panels.el.childElementCount > 0;
    const broad = this.broad.matches && some;
    const home = broad ? this.column : pane;
    if (this.panels.el.parentElement !== home) {
      home.append(this.panels.el); // (what is put where it is already is styled and laid out all the same)
    }
    this.column.hidden = !broad;
    tab.hidden = broad || !some;
    document.body.classList.toggle("broad", broad);
    if (tab.hidden && this.current === "panels") {
      this.open("log");
    }
  }

  /** @param {TabName} key */
  open(key) {
    this.current = key;
    for (const [name, { tab, pane }] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(name === key));
      tab.tabIndex = name === key ? 0 : -1;
      pane.hidden = name !== key;
    }
    if (key === "chat" && this.table.view) {
      this.chat.unread(this.table.view);
    }
    if (key === "words" && this.table.view) {
      this.table.live.wantWords();
    }
    this.table.renderChoice();
  }

  /** @param {View} view */
  show(view) {
    const { memo } = this.table;
    if (this.current === "words") {
      this.table.live.wantWords();
    }
    this.players.show(view);
    this.recap.show(view);
    this.hints.keepUp(view);
    this.papers.show(view);
    memo.part("panels", [view.panels, view.lang], () => this.showPanels(view));
    memo.part("describe", [view.describe, view.lang], () =>
      fill(
        this.describe,
        view.describe.map((line) => h("li", {}, line)),
      ),
    );
    this.log.show(view);
    this.chat.show(view);
    this.notes.show(view);
  }

  /** Cards that come into the game are shown, unless the reader looks at something else. @param {View} view */
  showPanels(view) {
    const none = this.tabs.panels.tab.hidden && this.column.hidden;
    this.pinned.draw(view.panels.filter(({ pinned }) => pinned));
    this.panels.draw(view.panels.filter(({ pinned }) => !pinned));
    this.arrange();
    if (none && !this.tabs.panels.tab.hidden && !this.chose) {
      this.open("panels");
    }
  }
}
