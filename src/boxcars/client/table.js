// The table page: one live view, drawn part by part; the parts live in prompt.js, rail.js, after.js and menu.js.
import { call, keep, keys, Live, pin, pinned } from "./api.js";
import { Replay, scoreSheet } from "./after.js";
import { BoardView, walk } from "./board.js";
import { Choosing } from "./choose.js";
import { $, button, calm, car, fill, h, icon, setting, toast } from "./dom.js";
import { Help, Menu } from "./menu.js";
import { Prompt } from "./prompt.js";
import { Rail } from "./rail.js";
import { waitingRoom } from "./waiting.js";
import { t } from "./words.js";

const STEP = 400; // ms between two moves of other people
const BACKLOG = 8; // more moves than this are not worth waiting for

export class TablePage {
  constructor(id) {
    Object.assign(this, { id, view: null, past: null, revealed: null, memo: {}, queue: [], shownAt: 0 });
    const given = location.hash.slice(1);
    if (given) {
      pin(id, given);
      history.replaceState(null, "", location.pathname + location.search);
    }
    const known = keys(id),
      seats = Object.entries(known.seats);
    this.hot = known.hot && !pinned(id) && seats.length > 1 ? known.seats : null;
    this.token = pinned(id) || (seats.length ? seats[0][1] : known.host);
    this.gone = new AbortController();
    this.until = { signal: this.gone.signal };
    this.choosing = new Choosing(this);
    this.build();
    document.addEventListener("pointerdown", () => this.catchUp(), { ...this.until, capture: true });
    document.addEventListener("keydown", (e) => this.key(e), this.until);
    this.live = new Live(id, this.token, { onview: (view) => this.hear(view), online: (on, code) => this.online(on, code) });
    this.ticking = setInterval(() => this.tick(), 500);
  }

  leave() {
    this.live.close();
    clearInterval(this.ticking);
    clearTimeout(this.stepping);
    this.gone.abort();
  }

  call(method, path, body) {
    return call(method, `/api/tables/${this.id}/${path}`, body, this.token);
  }

  build() {
    const boardRoot = h("div", { class: "scroll" });
    const tool = (name, label, act, cls = "") =>
      h("button", { type: "button", class: cls, "aria-label": label, title: label, onclick: act }, icon(name));
    this.head = {
      where: h("h1", { class: "where" }),
      stations: h("ol", { class: "stations", "aria-label": t("Phases of the turn") }),
      turn: h("div", { class: "turn" }),
      net: h("div", { class: "net", role: "status" }),
    };
    this.promptBox = h("section", { class: "prompt", "aria-label": t("What is asked") });
    this.railBox = h("aside", { class: "rail", "aria-label": t("Players, cards and log") });
    this.boardMain = h(
      "main",
      { class: "board" },
      boardRoot,
      h(
        "div",
        { class: "zoom" },
        h("button", { type: "button", "aria-label": t("Zoom in"), onclick: () => this.board.zoom(1.3) }, "+"),
        h("button", { type: "button", "aria-label": t("Zoom out"), onclick: () => this.board.zoom(1 / 1.3) }, "−"),
      ),
    );
    const sheets = [
      ["tile", "board", t("Board")],
      ["check", "actions", t("Actions")],
      ["people", "players", t("Players")],
      ["cards", "panels", t("Cards")],
      ["log", "log", t("Log")],
    ];
    this.tabsNav = h(
      "nav",
      { class: "tabs", "aria-label": t("Parts of the table") },
      sheets.map(([ico, key, label]) =>
        h("button", { type: "button", "data-sheet": key, onclick: () => this.sheet(key) }, icon(ico), label),
      ),
    );
    this.menu = new Menu(this);
    this.help = new Help(this);
    fill(
      document.body,
      h("a", { class: "skip", href: "#actions" }, t("To the list of actions")),
      h(
        "header",
        { class: "head" },
        h("a", { class: "brand", href: "/", "aria-label": t("Boxcars: to the lobby") }, car(), h("span", {}, "Boxcars")),
        this.head.where,
        this.head.stations,
        this.head.turn,
        this.head.net,
        h(
          "div",
          { class: "tools" },
          tool("plus", t("Zoom in"), () => this.board.zoom(1.3), "wide"),
          tool("minus", t("Zoom out"), () => this.board.zoom(1 / 1.3), "wide"),
          tool("book", t("Rules"), () => this.help.toggle()),
          this.menu.opener,
        ),
      ),
      this.boardMain,
      this.promptBox,
      this.railBox,
      this.tabsNav,
      this.menu.el,
      this.help.el,
    );
    document.body.className = "table-page";
    this.shown = null;
    this.board = new BoardView(boardRoot, {});
    this.prompt = new Prompt(this, this.promptBox);
    this.rail = new Rail(this, this.railBox);
    this.railBox.before(this.rail.column);
    this.replay = new Replay(this);
    document.body.addEventListener("click", (e) => this.clicked(e), this.until);
    for (const kind of ["pointerover", "focusin"]) document.body.addEventListener(kind, (e) => this.pointed(e), this.until);
    this.sheet("board");
  }

  // A part is drawn again only when what it shows has changed.
  part(name, data, draw) {
    const text = JSON.stringify(data);
    if (this.memo[name] === text) return;
    this.memo[name] = text;
    draw();
  }

  // Other people's moves are shown one after another. The answer to one's own never waits; a click or a key ends the waiting.
  hear(view) {
    const last = this.queue.at(-1) || this.view;
    if (last && view.ply <= last.ply) this.queue.pop();
    this.queue.push(view);
    const soon = this.queue.length === 1 && (!last || view.ply <= last.ply || performance.now() > this.shownAt + STEP);
    if (soon || this.choosing.busy || this.past || document.hidden || calm() || this.queue.length > BACKLOG) this.catchUp();
    else this.stepping ||= setTimeout(() => this.step(), this.shownAt + STEP - performance.now());
  }

  step() {
    this.stepping = 0;
    this.take(this.queue.shift());
    if (this.queue.length) this.stepping = setTimeout(() => this.step(), STEP);
  }

  catchUp() {
    clearTimeout(this.stepping);
    this.stepping = 0;
    const view = this.queue.at(-1),
      touched = this.queue.flatMap((v) => v.touched),
      riders = this.queue.map((v) => v.riders).join("");
    this.queue = [];
    if (view) this.take({ ...view, touched, riders });
  }

  take(view) {
    if (view.ply !== this.view?.ply) this.shownAt = performance.now();
    const first = !this.view,
      turned = !first && view.actor !== this.view.actor;
    this.view = view;
    if (view.you !== null && this.token)
      keep(this.id, { seats: { [view.you]: this.token }, title: `${view.game.name} · ${view.game.map_name}`, at: Date.now(), over: view.status === "over" });
    if (this.hot && view.status === "playing" && view.actor in this.hot && this.revealed !== view.actor) return this.cover(view);
    const covered = $("#cover");
    if (covered && view.status === "playing" && view.you !== this.revealed) return;
    if (this.hot && view.you !== null && view.you === view.actor) this.revealed = view.you;
    const drawn = this.past ? this.replay.news(view) : this.render(view);
    if (covered) Promise.resolve(drawn).then(() => covered === $("#cover") && this.uncover());
    if (first || view.legal.length) drawn?.then(() => this.board.reveal(view.legal.map((a) => a.path[0]), view.legal.flatMap((a) => a.path.slice(0, 3)), first ? view.touched : []));
    if ((turned || first) && view.legal.length) this.summon();
    document.title = `${view.legal.length ? "● " : ""}${view.game.map_name} · ${view.game.name} · Boxcars`;
  }

  async render(view) {
    const { head } = this;
    this.shown = view;
    document.body.dataset.status = view.status;
    document.body.classList.toggle("my-move", view.legal.length > 0 || view.forms.length > 0);
    this.part("where", [view.game, view.lang], () =>
      fill(head.where, h("b", {}, view.game.map_name), h("i", {}, view.game.name)),
    );
    this.part("stations", view.stations, () =>
      fill(head.stations, view.stations.map((s) => h("li", { class: s.state, "aria-current": s.state === "now" ? "step" : null }, s.name))));
    this.part("turn", [view.turn], () => fill(head.turn, view.turn || ""));
    const drawn = this.board.show(view);
    this.rail.show(view);
    await drawn;
    if (this.shown !== view) return;
    this.board.touch(view.touched);
    this.part("riders", [view.ply, view.riders], () => this.board.ride(view.riders));
    this.choosing.take(view);
    this.renderChoice();
    const waiting = view.status === "open";
    if (waiting || view.outcome || this.memo.front)
      this.part("front", [waiting && view.seats, waiting && view.host, view.outcome, view.lang, this.past?.ply], () => this.front(view));
  }

  // What stands before the board: the waiting room, or the score sheet.
  front(view) {
    $("#front")?.remove();
    if (view.status === "open")
      this.boardMain.append(
        h("div", { id: "front", tabindex: "0", role: "region", "aria-label": t("Waiting room") }, waitingRoom(this, view)),
      );
    else if (view.outcome && !this.past && !this.sheetClosed) {
      const close = () => ((this.sheetClosed = true), $("#front")?.remove(), this.renderChoice());
      this.boardMain.append(
        h("div", { id: "front", tabindex: "0", role: "region", "aria-label": t("Final score") }, scoreSheet(this, view, close)),
      );
    }
  }

  renderChoice() {
    const view = this.shown,
      { choosing } = this;
    if (!view || !this.rail || choosing.view !== view) return;
    const next = this.past ? new Map() : choosing.next();
    const words = ([target, actions]) => [target, actions.length === 1 ? [actions[0].text, actions[0].more].filter(Boolean).join(": ") : view.names[target] || target];
    this.board.mark(new Map([...next].map(words)), this.past ? [] : choosing.chosen);
    this.prompt.show(view, next);
    this.rail.actions.show(view);
    if (!this.past && choosing.picked) choosing.preview(choosing.picked).then((g) => choosing.picked && this.board.ghost(g.svg));
    else this.board.ghost("");
    document.body.dataset.at = [
      view.seq,
      view.you,
      view.mark,
      this.past?.ply ?? "",
      choosing.chosen.join(),
      choosing.picked?.i ?? "",
      choosing.busy,
    ].join(":");
  }

  stale(data) {
    toast(t("The table had moved on; here is the current position."));
    const view = data?.view || data;
    this.queue = [];
    if (view?.seats) this.take((this.live.view = view));
    else this.live.hello();
  }

  online(on, code) {
    document.body.classList.toggle("offline", !on);
    this.head.net.textContent = on ? "" : code === 4404 ? t("There is no such table.") : t("Reconnecting…");
    if (code !== 4404 || $("#front")) return;
    const lobby = h("a", { class: "btn go", href: "/" }, t("To the lobby"));
    this.boardMain.append(h("div", { id: "front" }, h("article", { class: "sheet" }, h("h2", { class: "title" }, t("There is no such table.")), lobby)));
  }

  // -- pointer and keys ---------------------------------------------------------------------------------------------------

  clicked(e) {
    const hit = e.target.closest?.(".hit[data-target]");
    if (!hit || this.past || document.body.classList.contains("covered")) return;
    const lit = e.target.classList.contains("legal")
      ? hit
      : document.elementsFromPoint(e.clientX, e.clientY).find((el) => el.matches?.(".hit.legal")) ||
        (e.pointerType === "touch" && BoardView.near(e.clientX, e.clientY)) ||
        hit;
    this.choosing.click(lit.dataset.target, lit);
  }

  pointed(e) {
    const hit = e.target.closest?.(".hit.legal");
    clearTimeout(this.hovering);
    if (this.past || this.choosing.picked) return;
    if (!hit) {
      if (this.hovered) this.board.ghost("");
      this.hovered = null;
      return;
    }
    this.hovered = hit;
    this.hovering = setTimeout(() => {
      const actions = this.choosing.next().get(hit.dataset.target);
      if (actions) this.peek(actions[0]);
    }, 110);
  }

  // Preview an action without choosing it.
  async peek(action) {
    const mark = this.choosing.mark,
      ghost = await this.choosing.preview(action);
    if (mark === this.choosing.mark && !this.choosing.picked) this.board.ghost(ghost.svg);
  }

  key(e) {
    const typing = e.target.matches?.("input,select,textarea");
    if (this.queue.length) return (typing || e.preventDefault(), this.catchUp()); // it was meant for what could be seen
    if (e.ctrlKey || e.metaKey || e.altKey || document.body.classList.contains("covered")) return;
    if (e.key === "Escape") {
      if (typing && e.target !== this.help.search) return e.target.blur();
      if (this.help.open) return this.help.toggle();
      if (this.menu.open) return this.menu.toggle();
      return this.past ? this.replay.close() : this.choosing.back();
    }
    if (typing) return;
    if (e.target.matches?.(".hit.legal")) {
      if (e.key === "Enter" || e.key === " ") return (e.preventDefault(), this.choosing.click(e.target.dataset.target, e.target));
      const to = walk(e.target, e.key);
      if (to) return (e.preventDefault(), to.focus());
    }
    if (this.past && this.replay.key(e)) return e.preventDefault();
    const act = {
      "/": () => this.rail.actions.focus(),
      a: () => this.rail.actions.focus(),
      u: () => this.prompt.undo(),
      b: () => $(".board-svg .hit.legal")?.focus(),
      "+": () => this.board.zoom(1.3),
      "-": () => this.board.zoom(1 / 1.3),
      0: () => this.board.fit(true),
      r: () => this.help.toggle(),
      h: () => this.rail.hint(),
      m: () => this.menu.toggle(),
      p: () => this.replay.open(),
    }[e.key];
    const nth = /^[1-9]$/.test(e.key) && this.promptBox.querySelectorAll(".tray button")[e.key - 1];
    if (nth) return (e.preventDefault(), nth.click());
    if (act) return (e.preventDefault(), act());
  }

  sheet(key) {
    document.body.dataset.sheet = document.body.dataset.sheet === key ? "board" : key;
    for (const b of this.tabsNav.children)
      b.setAttribute("aria-pressed", String(b.dataset.sheet === document.body.dataset.sheet));
    if (["actions", "log", "panels"].includes(key)) this.rail.open(key);
    else this.renderChoice();
  }

  // -- hot seat: a screen that hides everything until the device has been handed over ------------------------------------------

  cover(view) {
    document.body.classList.add("covered");
    $("#cover")?.remove();
    const who = view.seats[view.actor].name;
    // The cover goes when the new player's own view has come: what lies under it still belongs to the last one.
    const go = () => {
      this.token = this.hot[view.actor];
      this.revealed = view.actor;
      Object.assign(this, { memo: {}, queue: [] });
      this.live.sit(this.token);
    };
    for (const el of document.body.children) el.inert = true;
    this.board.layers.pieces.innerHTML = "";
    this.board.drawn = null;
    fill(this.rail.panels);
    document.body.append(h("div", { id: "cover", role: "dialog", "aria-modal": "true", "aria-labelledby": "cover-title" }, car(),
      h("h2", { id: "cover-title", class: "title" }, t("Hand over to {name}", { name: who })),
      h("p", {}, t("Everything secret is hidden until {name} is ready.", { name: who })),
      button(t("I am {name}", { name: who }), go, { go: true, id: "ready" })));
    $("#ready").focus();
  }

  uncover() {
    $("#cover").remove();
    document.body.classList.remove("covered");
    for (const el of document.body.children) el.inert = false;
  }

  summon() {
    if (setting.get("sound", "off") === "on") chime();
    if (document.hidden && setting.get("notify", "off") === "on" && Notification.permission === "granted")
      new Notification(t("It is your move"), { body: `${this.view.game.name}: ${this.view.prompt}`, tag: this.id });
  }

  tick() {
    if (this.view) this.rail.tick(this.view);
  }
}

function chime() {
  const audio = (chime.audio ||= new AudioContext()),
    now = audio.currentTime;
  for (const [i, f] of [
    [0, 587],
    [0.13, 880],
  ]) {
    const tone = audio.createOscillator(),
      loud = audio.createGain();
    tone.frequency.value = f;
    loud.gain.setValueAtTime(0.08, now + i);
    loud.gain.exponentialRampToValueAtTime(0.001, now + i + 0.35);
    tone.connect(loud).connect(audio.destination);
    tone.start(now + i);
    tone.stop(now + i + 0.4);
  }
}
