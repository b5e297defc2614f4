// The menu of a table (seat, settings, sharing) and the rules beside the board.
import { call, Refusal } from "./api.js";
import { $, button, copy, fill, footer, h, icon, setting, terms, toast } from "./dom.js";
import { lang, LANGUAGES, learn, t } from "./words.js";

export function languageSelect(onchange) {
  return h("label", { class: "field" }, h("span", { class: "what" }, t("Language")),
    h("select", { onchange: async (e) => { setting.set("lang", e.target.value); await learn(e.target.value); onchange(); } },
    Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === lang }, name))));
}

export function themeButton() {
  return h("button", { type: "button", class: "btn", onclick: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark") }, icon("moon"),
    h("span", { class: "what" }, t("Light or dark")));
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  setting.set("theme", theme);
}

export class Menu {
  constructor(table) {
    Object.assign(this, { table, open: false });
    this.opener = h("button", { type: "button", id: "menu-button", "aria-label": t("Menu"), "aria-expanded": "false", "aria-controls": "menu", onclick: () => this.toggle() }, icon("menu"));
    this.el = h("div", { id: "menu", class: "drawer", role: "region", "aria-label": t("Menu"), hidden: true });
  }

  toggle() {
    this.open = !this.open;
    this.el.hidden = !this.open;
    this.opener.setAttribute("aria-expanded", String(this.open));
    if (this.open && this.table.help.open) this.table.help.toggle();
    if (this.open) this.draw();
    else this.opener.focus();
  }

  draw() {
    const { table } = this, view = table.view, me = view && view.you !== null;
    const act = (label, path, sure, ico, body = {}) => button(label, () => { if (!sure || confirm(sure)) { this.toggle(); table.prompt.do(path, body); } }, { ico });
    const choice = (name, label, options, fallback, after) => h("label", { class: "field" }, label,
      h("select", { onchange: (e) => (setting.set(name, e.target.value), after?.(e.target.value)) },
      options.map(([value, text]) => h("option", { value, selected: setting.get(name, fallback) === value }, text))));
    const playing = view?.status === "playing", seat = me && view.seats[view.you];
    const ask = playing && me && view.undo.on && view.undo.last !== null;
    const away = playing && me ? view.seats.filter((s) => s.kind === "person" && !s.handed && s.seat !== view.you) : [];
    fill(this.el, h("div", { class: "drawer-head" }, h("h2", { class: "title" }, t("Menu")),
      h("button", { type: "button", "aria-label": t("Close the menu"), onclick: () => this.toggle() }, icon("close"))),
      h("div", { class: "stack" },
        view && h("p", { class: "small" }, `${view.game.map_name} · ${terms(view)}`),
        button(t("Copy the link to watch or join"), () => copy(`${location.origin}/t/${table.id}`), { ico: "link" }),
        me && button(t("Copy my secret seat link"), () => copy(`${location.origin}/t/${table.id}#${table.token}`), { ico: "link" }),
        view?.ply > 0 && button(t("Step through the game"), () => (this.toggle(), table.replay.open()), { ico: "clock", key: "P" }),
        view?.status === "over" && h("a", { class: "btn", href: `/api/tables/${table.id}/record`, download: "" }, icon("down"),
          h("span", {}, t("Download the record"))),
        ask && act(t("Ask to take back my last move"), "undo", null, "undo", { to: view.undo.last }),
        playing && me && !seat.handed && act(t("Let a bot play my seat"), "handover", t("A bot plays for you until you take the seat back."), "people"),
        away.map((s) => act(t("Ask to give the seat of {name} to a bot", { name: s.name }), "handover", null, "people", { seat: s.seat })),
        playing && me && !seat.handed && act(t("Resign"), "resign", t("Resign? A bot will play on in your seat."), "no"),
        playing && me && act(t("Ask to abandon the game"), "abandon", t("Ask all players to end this game without a result?"), "close"),
        h("hr"),
        themeButton(),
        languageSelect(() => table.relearn()),
        choice("confirm", t("Confirm"), [["final", t("what cannot be undone")],
          ["always", t("every move")], ["never", t("nothing")]], "final"),
        choice("motion", t("Animations"), [["on", t("on")], ["off", t("off")]], "on"),
        choice("sound", t("Sound"), [["off", t("off")], ["on", t("on")]], "off"),
        choice("notify", t("Notify me of my turn"), [["off", t("off")],
          ["on", t("on")]], "off", async (v) => v === "on" && (await Notification.requestPermission()) !== "granted" && toast(t("The browser does not allow notifications."))),
        h("details", {}, h("summary", {}, t("Keys")), h("dl", { class: "keys" },
          [["A /", t("list of actions")], ["B", t("targets on the board, arrows to walk")],
          ["↵", t("choose, confirm")], ["Esc", t("one step back")],
          ["1–9", t("nth button")], ["U", t("undo")], ["H", t("hint")],
          ["R", t("rules")], ["P ← →", t("replay")], ["+ − 0", t("zoom")], ["M", t("menu")]].map(([k, w]) => [h("dt", {},
          h("kbd", {}, k)), h("dd", {}, w)]))),
        h("p", { class: "small" }, t("Seed commitment: {commitment}", { commitment: view?.game.commitment ?? "" })), footer()));
    $("button", this.el).focus();
  }
}

export class Help {
  constructor(table) {
    Object.assign(this, { table, open: false });
    this.body = h("div", { class: "rules", tabindex: "0" });
    this.search = h("input", { type: "search", "aria-label": t("Search the rules"), placeholder: t("Search the rules"), oninput: () => this.filter() });
    this.el = h("div", { id: "help", class: "drawer help", role: "region", "aria-label": t("Rules"), hidden: true },
      h("div", { class: "drawer-head" }, h("h2", { class: "title" }, t("Rules")), this.search,
      h("button", { type: "button", "aria-label": t("Close the rules"), onclick: () => this.toggle() }, icon("close"))), this.body);
  }

  async toggle() {
    this.open = !this.open;
    this.el.hidden = !this.open;
    if (!this.open) return this.search.blur(); // until the next frame a hidden field would still swallow keys
    if (this.table.menu.open) this.table.menu.toggle();
    await this.load();
    this.search.focus();
  }

  async load() {
    const { key } = this.table.view.game;
    if (this.loaded === key) return;
    try {
      const found = await call("GET", `/api/rules/${key}`);
      this.body.innerHTML = found.html;
      this.body.lang = found.lang;
      this.loaded = key;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fill(this.body, h("p", {}, t("The rules of this game are not here.")));
    }
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const el of this.body.children) el.hidden = Boolean(wanted) && !/^H[1-6]$/.test(el.tagName) && !el.textContent.toLowerCase().includes(wanted);
  }

  // Open the rules at a clause, as a refusal names it.
  async clause(id) {
    if (!this.open) await this.toggle();
    else await this.load();
    const at = document.getElementById(id);
    for (const el of this.body.querySelectorAll(".lit")) el.classList.remove("lit");
    if (!at) return;
    const block = at.closest("p,li,tr") || at;
    block.classList.add("lit");
    block.scrollIntoView({ block: "center" });
  }
}
