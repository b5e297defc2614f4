// The table page: one live view, drawn part by part. Each part has a file of its own.

import { toast } from "../lib/controls.js";
import { fill, h, whenIdle } from "../lib/dom.js";
import { AtTable } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { Live, NO_SEAT, NO_TABLE } from "../lib/live_view.js";
import { profileToken } from "../lib/profile_token.js";
import { forget, keep, keys, pin, pinned } from "../lib/seat_tokens.js";
import { calm, setting } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { t } from "../lib/translate.js";
import { bestOf, fullText } from "./action_paths.js";
import { Replay } from "./after/replay.js";
import { Banners } from "./banners.js";
import { Front } from "./before_board.js";
import { BoardView } from "./board/board.js";
import { actionItems, Choosing } from "./choose_action.js";
import { Cover } from "./hot_seat_cover.js";
import { Keyboard } from "./keyboard.js";
import { Menu } from "./menu/menu.js";
import { Help } from "./menu/rules_panel.js";
import { pace, Stage } from "./motion/stage.js";
import { Sheets } from "./phone_tabs.js";
import { RouteTool } from "./planning/route_tool.js";
import { showTools, toolButtons } from "./planning/route_tray.js";
import { Pointing } from "./pointer_events.js";
import { HeldMove } from "./prompt/held_move.js";
import { Prompt } from "./prompt/prompt.js";
import { lies } from "./prompt/trays.js";
import { Memo } from "./redraw_changed.js";
import { Rail } from "./side/side_panel.js";
import { Head, ZOOM } from "./table_head.js";
import { notifyTurn } from "./turn_notification.js";
import { Strip } from "./turn_order.js";
import { TurnSummaryPanel } from "./turn_summary.js";
import { ViewQueue } from "./view_queue.js";

/** @import { Legal, No, Target, View } from "../types.d.ts" */

/** @param {string} id */
export function openTable(id) {
  /** @type {TablePage} */
  const page = new TablePage(id, () => {
    page.leave();
    openTable(id);
  });
}

export class TablePage {
  /** The newest view that was taken over. @type {View | null} */
  view = null;
  /** The view that is drawn: the newest, or one of the past. @type {View | null} */
  shown = null;
  /** The position of the past that is looked at. @type {{ ply: number, view: View } | null} */
  past = null;
  /** @type {import("../coach/coach.js").Coach | null} */
  coach = null;
  /** @type {import("../coach/table_tips.js").Guide | null} */
  guide = null;
  /** @type {import("../analysis/analysis.js").Analysis | null} */
  analysis = null;

  /**
   * @param {string} id
   * @param {() => void} reopen builds the page anew (in another language)
   */
  constructor(id, reopen) {
    this.id = id;
    this.reopen = reopen;
    this.gone = new AbortController();
    this.until = { signal: this.gone.signal };
    const { token, shared } = seatsHere(id);
    this.server = new AtTable(id, token);
    this.memo = new Memo();
    this.queue = new ViewQueue({
      show: (view) => this.take(view),
      hurried: () => this.choosing.busy || this.past !== null || document.hidden || calm(),
      playing: () => this.stage.playing,
      pace,
    });
    this.choosing = new Choosing(this);
    this.later = new HeldMove(this);
    this.routes = new RouteTool(this);
    this.cover = shared && new Cover(this, shared);

    sound.attend();
    this.menu = new Menu(this);
    this.help = new Help(this);
    this.head = new Head(this);
    this.front = new Front(this);
    const boardRoot = h("div", { class: "scroll" });
    this.boardMain = h("main", { class: "board" }, boardRoot, this.zoomButtons());
    this.last = h("p", { class: "last-round", role: "status" });
    this.boardMain.append(this.last);
    this.board = new BoardView(boardRoot);
    this.stage = new Stage(this.board.layers.story, () => this.queue.rested(), this.until);
    this.prompt = new Prompt(this);
    this.board.moved = () => this.prompt.follow();
    this.rail = new Rail(this);
    this.tools = toolButtons(this); // on a phone; elsewhere the same two stand beside the keys
    this.boardMain.append(this.rail.recap.slip, this.rail.papers.foot, this.later.el, this.tools);
    this.sheets = new Sheets(this);
    this.strip = new Strip(this);
    this.banners = new Banners(this);
    this.turnSummary = new TurnSummaryPanel(this);
    this.replay = new Replay(this);
    this.pointing = new Pointing(this);
    this.build();

    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, (event) => this.hurry(event), { ...this.until, capture: true });
    }
    this.keyboard = new Keyboard(this);
    this.live = new Live(id, token, {
      onview: (view) => this.queue.hear(view),
      online: (on, code) => this.online(on, code),
      name: setting.get("name", ""),
    });
    this.ticking = setInterval(() => this.tick(), 500);
  }

  zoomButtons() {
    const zoom = (/** @type {number} */ factor) => this.board.camera.zoom(factor);
    return h(
      "div",
      { class: "zoom" },
      h("button", { type: "button", "aria-label": t("Zoom in"), onclick: () => zoom(ZOOM) }, "+"),
      h("button", { type: "button", "aria-label": t("Zoom out"), onclick: () => zoom(1 / ZOOM) }, "−"),
    );
  }

  build() {
    fill(
      document.body,
      h("a", { class: "skip", href: "#actions" }, t("Go to the list of moves")),
      this.head.el,
      this.strip.el,
      this.banners.el,
      this.boardMain,
      this.prompt.el,
      this.rail.column,
      this.rail.el,
      this.sheets.el,
      this.menu.el,
      this.help.el,
    );
    document.body.className = "table-page";
    this.rail.arrange();
    this.sheets.open("board");
  }

  /**
   * A click or a key ends whatever is being told, and then does what it was meant to do.
   * @param {Event} event
   */
  hurry(event) {
    this.stage.held = event instanceof KeyboardEvent && event.repeat;
    this.stage.finish();
    this.front.hurry();
    this.queue.catchUp();
  }

  leave() {
    this.stage.finish();
    this.live.close();
    clearInterval(this.ticking);
    this.queue.stop();
    this.gone.abort();
  }

  /**
   * Go on in another seat.
   * @param {string} token
   */
  sit(token) {
    this.server.token = token;
    this.live.sit(token);
  }

  /**
   * Ask the server for something that changes the table; what it refuses is told in the prompt.
   * @param {string} path
   * @param {object} body
   */
  async ask(path, body) {
    try {
      await this.server.post(path, body);
    } catch (error) {
      const { status, reason, data } = refusal(error);
      if (status === 409) {
        this.stale(data);
        return;
      }
      this.choosing.refuse(reason);
    }
  }

  /**
   * The next view to be shown.
   * @param {View} view
   */
  take(view) {
    const { cover } = this;
    const first = !this.view;
    const turned = first || view.actor !== this.view?.actor;
    this.queue.note(view);
    this.view = view;
    this.remember(view);
    if (cover?.hides(view)) {
      this.stage.finish();
      cover.lay(view);
      return;
    }
    if (cover?.waitsFor(view)) {
      return;
    }
    if (cover && view.you !== null && view.you === view.actor) {
      cover.revealed = view.you;
    }
    this.draw(view, first);
    const asked = first && view.status === "over" ? new URLSearchParams(location.search).get("analysis") : null;
    if (asked !== null) {
      this.lookBack(asked === "" ? undefined : Number(asked));
    }
    if (turned && view.legal.length) {
      this.stage.afterwards(() => notifyTurn(view, this.choosing.acted));
    }
    const due = view.legal.length ? "● " : "";
    document.title = `${due}${view.game.map_name} · ${view.game.name} · Boxcars`;
  }

  /**
   * @param {View} view
   * @param {boolean} first
   */
  async draw(view, first) {
    const { past, cover } = this;
    const covered = cover?.lying();
    if (past) {
      this.replay.news(view);
    } else {
      await this.render(view);
    }
    if (covered && covered === cover?.lying()) {
      cover.lift();
    }
    if (!past && (first || view.legal.length)) {
      const starts = view.legal.map((action) => action.path[0]);
      const ways = view.legal.flatMap((action) => action.path.slice(0, 3));
      if (first) {
        this.board.camera.open(view.focus, [...starts, ...view.touched], ways);
        this.board.camera.reveal(starts, ways);
      } else if (view.ask?.at) {
        this.board.camera.reveal(view.ask.at);
      } else if (!this.board.camera.held && !starts.some((target) => lies(view, target))) {
        this.board.camera.reveal(starts); // what lies in the dock is in sight, and who looks elsewhere is left there
      }
      this.coach?.bringIntoSight();
    }
  }

  /**
   * Keep what the lobby shows of this table.
   * @param {View} view
   */
  remember(view) {
    const { token } = this.server;
    if (view.you !== null && token && token !== profileToken()) {
      keep(this.id, {
        seats: { [view.you]: token },
        title: `${view.game.name} · ${view.game.map_name}`,
        at: Date.now(),
        over: view.status === "over",
      });
    }
  }

  /** @param {View} view */
  async render(view) {
    const { later } = this;
    const begin = this.stage.ready(this.shown, view, later.flew);
    later.flew = false;
    this.shown = view;
    document.body.dataset.status = view.status;
    document.body.classList.toggle("my-move", view.legal.length > 0 || view.forms.length > 0);
    this.head.show(view, this);
    this.strip.show(view);
    this.sheets.show(view);
    this.banners.show(view);
    this.last.textContent = view.last;
    const drawn = this.board.show(view);
    this.rail.show(view);
    await drawn;
    if (this.shown !== view) {
      return;
    }
    this.board.touch([...view.touched, ...(view.ask?.at ?? [])]);
    this.choosing.take(view);
    this.routes.show(view);
    this.renderChoice();
    begin();
    later.goOn(view);
    this.stage.afterwards(() => whenIdle(() => this.board.followUp()));
    this.turnSummary.show(view);
    this.front.show(view);
    if (view.lesson) {
      await this.learn(view);
    } else if (view.you !== null && view.status === "playing" && setting.get("coach", "") !== "off") {
      (await this.guided(view)).show(view);
    }
  }

  /** The coach of ordinary tables, who comes when first needed. @param {View} view */
  async guided(view) {
    const { Guide } = await import("../coach/table_tips.js");
    this.guide ??= new Guide(this, view);
    return this.guide;
  }

  /** What can I do, and what is it good for? */
  async explain() {
    if (this.view && !this.view.lesson) {
      (await this.guided(this.view)).toggle();
    }
  }

  /** A lesson is taken here: its coach comes when it is first needed. @param {View} view */
  async learn(view) {
    const { Coach } = await import("../coach/coach.js");
    this.coach ??= new Coach(this);
    this.coach.show(view);
  }

  /**
   * The moves of the game one after the other; when it is over, with its analysis.
   * @param {number} [ply]
   */
  async lookBack(ply) {
    if (this.view?.status !== "over") {
      this.replay.open(ply);
      return;
    }
    this.turnSummary.close();
    const { Analysis } = await import("../analysis/analysis.js");
    if (!this.analysis) {
      this.analysis = new Analysis(this);
      await this.analysis.begin(ply);
    }
  }

  /** Draw what depends on what was chosen so far: marks, prompt, list of actions, ghost. */
  renderChoice() {
    const { shown, choosing, past, routes } = this;
    if (!shown || choosing.view !== shown) {
      return;
    }
    showTools(this.tools, this, shown);
    if (routes.active) {
      this.renderRoutes(shown);
      return;
    }
    /** @type {Map<Target, Legal[]>} */
    const next = past ? new Map() : choosing.next();
    const words = [...next].map(
      ([target, behind]) => /** @type {const} */ ([target, targetWords(shown, target, behind)]),
    );
    const lit = new Map(words);
    for (const item of past || choosing.begun ? [] : actionItems(shown)) {
      const [target] = item.at ?? []; // (the first is its own place; the others are pressed for other things, too)
      if (target) {
        lit.set(target, item.label);
      }
    }
    this.board.mark(lit, past ? [] : choosing.chosen);
    this.board.badge(shown.lesson?.puzzle ? new Map() : bestOf(next)); // a puzzle does not show where its answer lies
    this.prompt.show(shown, next);
    this.rail.actions.show(shown);
    this.coach?.mark();
    document.body.classList.toggle("begun", !past && choosing.begun);
    const sure = past ? null : choosing.ready();
    const offers = past ? [] : choosing.lines();
    if (offers.length) {
      this.showLines(offers);
    } else if (sure) {
      this.showGhost(sure);
    } else {
      this.board.ghost("");
    }
    routes.draw();
    this.noteState([...choosing.chosen, ...choosing.on].join());
  }

  /** Draw what depends on the routes that are planned. @param {View} view */
  renderRoutes(view) {
    const { routes } = this;
    this.board.mark(routes.lit(view), routes.ends, new Set(routes.plan?.cities));
    this.board.badge(new Map());
    this.board.ghost("");
    this.prompt.show(view, new Map());
    this.rail.actions.show(view);
    document.body.classList.toggle("begun", routes.ends.length > 0);
    routes.draw();
    this.noteState([routes.mode, ...routes.ends, routes.chosen].join());
  }

  /** Say where the page stands, for tests. @param {string} chosen */
  noteState(chosen) {
    const { shown, past, choosing, later, routes } = this;
    document.body.dataset.at = [
      shown?.seq,
      shown?.you,
      shown?.mark,
      past?.ply ?? "",
      chosen,
      choosing.picked?.i ?? (later.held ? `held ${later.held.action.i}` : ""),
      choosing.busy || routes.working,
    ].join(":");
  }

  /** @param {Legal} sure */
  async showGhost(sure) {
    const ghost = await this.choosing.preview(sure);
    if (this.choosing.ready() === sure) {
      this.board.ghost(ghost.svg);
    }
  }

  /** Several lines to the same place: all of them, each with its letter. @param {Legal[]} offers */
  async showLines(offers) {
    const { choosing } = this;
    const { mark } = choosing;
    const ghosts = await Promise.all(offers.map((action) => choosing.preview(action)));
    const same = offers.map(({ i }) => i).join();
    if (
      mark === choosing.mark &&
      same ===
        choosing
          .lines()
          .map(({ i }) => i)
          .join()
    ) {
      const drawn = offers.map(({ i }, k) => ({ i, svg: ghosts[k].svg }));
      this.board.offers(drawn, choosing.picked?.i ?? -1);
    }
  }

  /**
   * The table had moved on since the view that was acted upon.
   * @param {No | null} data
   */
  stale(data) {
    toast(t("The game has moved on. This is the current position."));
    this.queue.clear();
    if (data?.view) {
      this.live.view = data.view;
      this.take(data.view);
    } else {
      this.live.hello();
    }
  }

  /**
   * @param {boolean} on
   * @param {number} [code]
   */
  online(on, code) {
    document.body.classList.toggle("offline", !on);
    if (on) {
      this.head.say("");
    } else if (code === NO_TABLE) {
      this.head.say(t("This table doesn't exist."));
      this.front.sayNoTable();
    } else if (code === NO_SEAT) {
      this.getUp();
    } else {
      this.head.say(t("Reconnecting…"));
    }
  }

  /** The host has freed the seat, or its owner left it elsewhere: the line comes back as a spectator's. */
  getUp() {
    forget(this.id, this.server.token);
    this.server.token = null;
    this.live.token = null;
    toast(t("You no longer have this seat. You can still watch."), "bad");
  }

  tick() {
    if (this.view) {
      this.rail.players.tick(this.view);
    }
  }
}

/**
 * The seat to open the table in: by the link (which is then kept to in this tab), or the first that this device holds.
 * `shared`: the tokens of a table whose people share this device.
 * @param {string} id
 */
function seatsHere(id) {
  const given = location.hash.slice(1);
  if (given) {
    pin(id, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  const known = keys(id);
  const tokens = Object.values(known.seats);
  const shared = known.hot && !pinned(id) && tokens.length > 1 ? known.seats : null;
  return { token: pinned(id) || (tokens[0] ?? known.host ?? profileToken()), shared };
}

/**
 * What a lit place does: its only action in full, or its name.
 * @param {View} view
 * @param {Target} target
 * @param {Legal[]} behind
 */
function targetWords(view, target, behind) {
  return behind.length === 1 ? fullText(behind[0]) : view.names[target] || target;
}
