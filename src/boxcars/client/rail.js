// The side rail: players, panels, and the tabs of actions, log, chat and the board in words.
import { keep, keys, Refusal } from "./api.js";
import { $, $$, button, clockText, fill, h, heading, icon, levelName, medal, setting, spine } from "./dom.js";
import { ago, t, tn } from "./words.js";

const BOUND = 250;

export class Rail {
  constructor(table, box) {
    Object.assign(this, { table, box, lines: new Map() });
    this.players = h("ul", { class: "players" });
    this.panels = h("div", { class: "panels", tabindex: "0", role: "group", "aria-label": t("Cards"), onscroll: () => (clearTimeout(this.scrolled), (this.scrolled = setTimeout(() => table.renderChoice(), 150))) });
    this.actions = new Actions(table);
    this.log = h("ol", {});
    this.chatLines = h("ol", {});
    const scroll = (list, label) => h("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": label, tabindex: "0" }, list);
    this.describe = h("ul", { class: "describe", tabindex: "0", "aria-label": t("The board in words") });
    const text = h("input", { type: "text", maxlength: "500", "aria-label": t("Say something"), placeholder: t("Say something") });
    const say = (e) => (e.preventDefault(), text.value.trim() && this.table.prompt.do("chat", { text: text.value.trim(), name: setting.get("name", "") }), (text.value = ""));
    this.sayForm = h("form", { class: "row", onsubmit: say }, text, h("button", { class: "btn", type: "submit" }, t("Send")));
    const chat = h("div", { class: "fill" }, scroll(this.chatLines, t("Chat")), this.sayForm);
    this.hints = h("div", { class: "hints" });
    const parts = [["panels", t("Cards"), this.panels], ["actions", t("Actions"), this.actions.el],
      ["log", t("Log"), scroll(this.log, t("Log"))], ["chat", t("Chat"), chat], ["words", t("In words"), this.describe]];
    this.tabs = Object.fromEntries(parts.map(([key, label, body]) => [key, {
      tab: h("button", { type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `pane-${key}`, onclick: () => ((this.chose = true), this.open(key)) }, label),
      pane: h("div", { role: "tabpanel", id: `pane-${key}`, "aria-labelledby": `tab-${key}`, class: "pane" }, body),
    }]));
    const list = h("div", { role: "tablist", class: "tablist", "aria-label": t("Actions and log") }, Object.values(this.tabs).map((p) => p.tab));
    list.addEventListener("keydown", (e) => {
      const keys = Object.keys(this.tabs), at = keys.indexOf(this.current) + (e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : NaN);
      if (!Number.isNaN(at)) this.open(keys[(at + keys.length) % keys.length]), this.tabs[this.current].tab.focus();
    });
    fill(box, h("section", { class: "playersbox", "aria-label": t("Players") }, this.players),
      h("section", { class: "tabbox", id: "actions" }, list, Object.values(this.tabs).map((p) => p.pane)));
    this.column = h("aside", { class: "column", "aria-label": t("Cards") });
    this.broad = matchMedia("(min-width:1500px)");
    this.broad.addEventListener("change", () => this.arrange(), table.until);
    this.open("panels");
    this.arrange();
  }

  // A broad window has a column for the panels; otherwise they are the first tab.
  arrange() {
    const broad = this.broad.matches && this.panels.childElementCount > 0;
    (broad ? this.column : this.tabs.panels.pane).append(this.panels);
    this.column.hidden = !broad;
    this.tabs.panels.tab.hidden = broad || !this.panels.childElementCount;
    document.body.classList.toggle("broad", broad);
    if (this.tabs.panels.tab.hidden && this.current === "panels") this.open("actions");
  }

  open(key) {
    this.current = key;
    for (const [name, { tab, pane }] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(name === key));
      tab.tabIndex = name === key ? 0 : -1;
      pane.hidden = name !== key;
    }
    if (key === "chat") this.unread(this.table.view);
    this.table.renderChoice();
  }

  show(view) {
    const { table } = this;
    table.part("players", [view.seats.map((s) => ({ ...s, clock: null })), view.actor, view.you, view.lang], () => fill(this.players, view.seats.map((s) => this.card(view, s))));
    table.part("panels", [view.panels, view.lang], () => this.drawPanels(view));
    table.part("describe", [view.describe, view.lang], () => fill(this.describe, view.describe.map((line) => h("li", {}, line))));
    this.drawLog(view);
    table.part("chat", [view.chat, view.lang], () => {
      fill(this.chatLines, view.chat.map((c) => h("li", {}, medal(c.seat), h("span", {},
        h("b", {}, c.name || t("Spectator")), " ", c.text), h("time", {}, ago(view.now - c.at)))));
      this.chatLines.parentElement.scrollTop = 1e6;
      this.unread(view);
    });
    this.sayForm.hidden = view.you === null && !view.listed && !view.host; // guests only speak at tables of the lobby
  }

  // A dot where the chat is, also after one was away, until it is looked at.
  unread(view) {
    const { table, tabs } = this, count = view.chat.length, read = keys(table.id).read ?? 0;
    const seen = tabs.chat.pane.getClientRects().length > 0 || view.chat.slice(read).every((c) => c.seat === view.you);
    if (seen && view.you !== null && read !== count) keep(table.id, { read: count });
    for (const el of [tabs.chat.tab, table.tabsNav.lastChild]) el.classList.toggle("news", !seen);
  }

  card(view, s) {
    const now = s.seat === view.actor, mine = s.seat === view.you, card = s.card;
    const what = s.kind === "open" ? t("free seat") : s.kind === "bot" ? t("bot, {level}", { level: levelName(s.level) }) : s.handed === "resigned" ? t("resigned") : s.handed ? t("played by a bot") : !s.here && !(s.seat in (this.table.hot ?? {})) && view.status === "playing" && !this.table.past ? t("away") : mine ? t("you") : "";
    const role = [card?.role, what].filter(Boolean).join(" · ");
    return h("li", { class: `card${now ? " turn-now" : ""}${card?.state ? ` ${card.state}` : ""}`, "data-seat": s.seat, "aria-current": now ? "true" : null },
      spine(s.seat), medal(s.seat), h("div", { class: "id" }, h("div", { class: "who" }, s.name || t("Seat {n}", { n: s.seat + 1 })),
        h("div", { class: "role" }, role)),
      h("div", { class: "time" }, now ? h("div", {}, mine ? t("Your move") : t("to act")) : null, h("div", { class: "clock" })),
      card && h("dl", {}, card.stats.map((x) => h("div", {}, h("dt", {}, x.label), h("dd", {}, x.value)))));
  }

  drawPanels(view) {
    fill(this.panels, view.panels.map((p) => h("section", { class: "panel", "data-panel": p.key }, heading(p.title),
      h("div", { "aria-hidden": p.svg.includes('class="hit') ? null : "true", html: `<svg class="bx" viewBox="0 0 ${p.width} ${p.height}" role="group">${p.svg}</svg>` }),
        h("ul", { class: "sr" }, p.words.map((w) => h("li", {}, w))))));
    const none = this.tabs.panels.tab.hidden && this.column.hidden;
    this.arrange();
    if (none && !this.tabs.panels.tab.hidden && !this.chose) this.open("panels");
    for (const svg of $$("svg[role=group]", this.panels)) svg.setAttribute("aria-label", $("h2", svg.closest("section")).textContent);
  }

  // Lines are appended, never redrawn, so that a screen reader hears only what is new.
  drawLog(view) {
    const own = `${view.lang}:${view.you}:${this.table.past ? "past" : ""}`;
    if (this.logOf !== own || (view.log.length && this.lines.size && !this.lines.has(view.log[0].n) && view.log[0].n < this.least)) {
      this.log.replaceChildren();
      this.lines.clear();
      this.logOf = own;
    }
    const names = view.seats.map((s) => s.name).filter(Boolean);
    for (const line of view.log) {
      let li = this.lines.get(line.n);
      if (!li) {
        const who = names.find((name) => line.text.startsWith(name));
        li = h("li", { class: line.kind, "data-ply": line.ply }, medal(line.seat),
          h("span", {}, who ? [h("b", {}, who), line.text.slice(who.length)] : line.text),
          h("time", { "data-at": line.at }, ago(view.now - line.at)));
        li.addEventListener("click", () => line.kind === "event" && this.table.replay.open(line.ply));
        this.lines.set(line.n, li);
        this.log.prepend(li);
      }
      li.classList.toggle("undone", Boolean(line.undone));
    }
    const kept = new Set(view.log.map((l) => l.n));
    for (const [n, li] of this.lines) if (!kept.has(n)) li.remove(), this.lines.delete(n);
    this.least = view.log[0]?.n ?? 0;
  }

  tick(view) {
    const drift = Date.now() / 1000 - (this.clockAt === view.now ? this.clockBase : ((this.clockAt = view.now), (this.clockBase = Date.now() / 1000)));
    for (const s of view.seats) {
      const el = this.players.querySelector(`[data-seat="${s.seat}"] .clock`);
      if (!el || !s.clock) continue;
      const spent = s.clock.running ? drift : 0, left = Math.max(0, s.clock.left - spent), over = Math.max(0, spent - s.clock.left), total = left + Math.max(0, s.clock.reserve - over);
      el.textContent = left > 0 ? clockText(left) + (s.clock.reserve ? ` + ${clockText(s.clock.reserve)}` : "") : clockText(total);
      el.classList.toggle("low", total < 60);
      el.classList.toggle("out", total < 10);
    }
  }

  async hint() {
    const { table } = this;
    if (!table.view || table.view.you === null || table.view.actor !== table.view.you) return;
    this.open("actions");
    fill(this.hints, h("p", { role: "status" }, t("The bot is thinking…")));
    this.actions.el.prepend(this.hints);
    try {
      const best = await table.call("GET", "hint"), top = Math.max(1, ...best.map((c) => c.visits));
      fill(this.hints, h("div", { class: "hint-head" }, h("b", {}, t("A bot would do")),
        h("button", { type: "button", "aria-label": t("Close the hint"), onclick: () => this.hints.remove() }, icon("close"))),
        h("ol", {}, best.slice(0, 6).map((c, i) => h("li", {}, h("button", { type: "button", onclick: () => this.take(c) },
          h("span", {}, c.text), h("b", {}, `${Math.round(c.value * 100)} %`)),
          h("i", { style: `width:${Math.round((c.visits / top) * 100)}%` }), c.why && c.why !== best[i - 1]?.why && h("small", {}, c.why)))),
            h("p", { class: "small" }, t("Percent: what the bot expects for your seat.")));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fill(this.hints, h("p", { role: "status" }, error.reason.text || t("No hint just now.")));
    }
  }

  take(candidate) {
    const same = JSON.stringify(candidate.action);
    const found = this.table.view.legal.find((a) => JSON.stringify(a.action) === same);
    if (found) this.table.choosing.pick(found);
    else this.table.choosing.send(candidate.action);
  }
}

// Every legal action in words: grouped by its first target, searchable, walked with the arrow keys.
class Actions {
  constructor(table) {
    this.table = table;
    this.search = h("input", { type: "search", placeholder: t("Search actions"), "aria-label": t("Search actions"), oninput: () => this.draw() });
    this.count = h("p", { class: "small", role: "status" });
    this.list = h("div", { class: "actions", role: "group", "aria-label": t("What you can do"), tabindex: "-1" });
    this.tools = h("div", { class: "row tools2" });
    this.coming = h("div", { class: "coming", tabindex: "-1" });
    this.el = h("div", { class: "fill" }, h("div", { class: "row" }, this.search), this.count, this.list, this.coming, this.tools);
    this.el.addEventListener("keydown", (e) => {
      const way = { ArrowDown: 1, ArrowUp: -1 }[e.key];
      if (!way) return;
      e.preventDefault();
      const all = $$("button", this.list), at = all.indexOf(document.activeElement);
      (all[at + way] || (way < 0 ? this.search : all[0]))?.focus();
    });
  }

  focus() {
    this.table.rail.open("actions");
    if (matchMedia("(max-width:760px)").matches) document.body.dataset.sheet = "actions";
    const first = $("button", this.list);
    (this.table.view.legal.length > 12 ? this.search : first || this.search).focus();
  }

  show(view) {
    const { choosing, past } = this.table;
    const legal = past ? [] : choosing.picked ? view.legal.filter((a) => a.path[0] === choosing.picked.path[0]) : choosing.candidates();
    this.table.part("actions", [view.mark, view.you, view.lang, view.coming, legal.length, choosing.chosen, choosing.picked?.i, choosing.busy, past?.ply], () => {
      this.legal = legal;
      this.search.value = "";
      this.draw();
    });
  }

  draw() {
    const next = (this.table.shown || this.table.view).coming || [];
    fill(this.coming, next.length > 0 && [heading(t("What happens next")), h("ol", {}, next.map((line) => h("li", {}, line)))]);
    const { choosing, view } = this.table, wanted = this.search.value.trim().toLowerCase();
    const found = this.legal.filter((a) => wanted.split(/\s+/).every((w) => `${a.text} ${a.more}`.toLowerCase().includes(w)));
    const groups = new Map();
    for (const a of found.slice(0, BOUND)) {
      const [first] = a.path;
      groups.set(first, [...(groups.get(first) || []), a]);
    }
    const row = (a) => h("button", { type: "button", class: choosing.picked?.i === a.i ? "on" : "", "data-i": a.i, onclick: () => (choosing.picked?.i === a.i && !choosing.busy ? choosing.confirm() : choosing.pick(a)), onfocus: () => this.table.peek(a), onpointerenter: () => this.table.peek(a) }, h("span", {}, a.text), a.more && h("small", {}, a.more));
    const held = document.activeElement?.dataset?.i;
    const out = [];
    let plain = [];
    for (const [first, list] of groups) {
      if (list.length === 1) plain.push(h("li", {}, row(list[0])));
      else out.push(h("h3", {}, view.names[first] || first), h("ul", {}, list.map((a) => h("li", {}, row(a)))));
    }
    fill(this.list, plain.length ? h("ul", {}, plain) : null, out);
    if (held !== undefined) this.list.querySelector(`[data-i="${held}"]`)?.focus();
    const mine = this.legal.length > 0;
    this.count.textContent = mine ? (found.length > BOUND ? t("{shown} of {count} choices: search for more", { shown: BOUND, count: found.length }) : tn("{count} choice", "{count} choices", found.length)) : t("Nothing to do just now.");
    this.search.parentElement.hidden = this.legal.length < 8;
    const can = mine && !this.table.past;
    fill(this.tools, can ? button(t("Hint"), () => this.table.rail.hint(), { ico: "lamp", key: "H" }) : null);
  }
}
