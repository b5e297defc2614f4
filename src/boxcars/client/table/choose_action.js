// Choosing an action: what was clicked so far, preview, confirmation, sending, and why something cannot be done.

import { find } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { setting } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { t } from "../lib/translate.js";
import { candidates, combination, common, goBack, goOn, nextTargets, wayTo } from "./action_paths.js";
import { shapesOf } from "./board/shapes.js";
import { payments } from "./prompt/payments.js";

/** @import { Action, Ghost, Legal, Reason, Target, TrayItem, View } from "../types.d.ts" */
/** @import { Next } from "./action_paths.js" */
/** @import { TablePage } from "./table.js" */

const READ = 4000; // ms that a refusal stands

export class Choosing {
  /** @type {View | null} */
  view = null;
  /** What every action begins with: it is chosen from the start. @type {Target[]} */
  given = [];
  /** @type {Target[]} */
  chosen = [];
  /** @type {Legal | null} */
  picked = null;
  mark = -1;
  /** @type {number | null} */
  seat = null;
  busy = false;
  /** When the reader played last. */
  acted = Number.NEGATIVE_INFINITY;
  /** @type {Pick<Reason, "text" | "clause"> | null} */
  refusal = null;
  /** @type {Map<string, Promise<Ghost>>} */
  ghosts = new Map();
  /** The action of the turn that was chosen (an item of an `actions` tray): only what belongs to it is left. @type {string | null} */
  place = null;
  /** Of a combination: what is on. @type {Set<Target>} */
  on = new Set();
  timer = 0;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * A new view: start again unless it is the same position.
   * @param {View} view
   */
  take(view) {
    const before = this.view;
    this.view = view;
    if (before && view.you === this.seat && view.mark !== this.mark && !this.busy && sameChoice(before, view)) {
      this.mark = view.mark; // others have chosen meanwhile
      return;
    }
    if (view.mark !== this.mark || view.you !== this.seat) {
      this.given = view.pick ? [] : common(view.legal);
      this.table.later?.end();
      this.forget();
      this.mark = view.mark;
      this.seat = view.you;
      this.busy = false;
      this.ghosts.clear();
      this.on = new Set(view.pick?.start);
    }
  }

  forget() {
    this.chosen = this.given;
    this.picked = null;
    this.refusal = null;
    this.place = null;
  }

  /** Whether the reader has chosen anything yet. */
  get begun() {
    return this.chosen.length > this.given.length || this.place !== null;
  }

  /** The actions that belong to what was chosen first. */
  get offered() {
    return this.place === null ? this.legal : this.legal.filter((action) => action.of === this.place);
  }

  get legal() {
    return this.view?.legal ?? [];
  }

  /** Whether there is anything to do for the reader. */
  get mine() {
    return this.legal.length > 0 || (this.view?.forms.length ?? 0) > 0;
  }

  /** What would be done by Confirm: what was picked, or the combination that is on. */
  ready() {
    return this.picked ?? (this.view?.pick ? combination(this.legal, this.on) : null);
  }

  candidates() {
    return candidates(this.offered, this.chosen);
  }

  /** Lines to the same place between which the reader chooses, in the order of their slips; none where there is only one. */
  lines() {
    const [first] = this.picked?.path ?? this.chosen;
    const { view } = this;
    const behind = first && view ? this.offered.filter(({ path, of, cost }) => path[0] === first && of && cost) : [];
    return (view && behind.length > 1 && payments(view, behind)) || [];
  }

  /** @returns {Next} */
  next() {
    return this.picked ? new Map() : nextTargets(this.offered, this.chosen);
  }

  /**
   * Targets that stand nowhere on the board become buttons (those of papers, too: a question is answered where it is asked).
   * @param {Next} next
   */
  offBoard(next) {
    const { svg } = this.table.board;
    const shapes = shapesOf(next.keys());
    return [...next.keys()].filter((target) => !shapes.get(target)?.some((shape) => svg.contains(shape)));
  }

  /**
   * @param {Target} target
   * @param {Element} [shape] what was clicked, if it was a shape
   */
  click(target, shape) {
    if (this.busy || this.table.coach?.takes(target)) {
      return;
    }
    if (this.table.routes?.active) {
      this.table.routes.click(target);
      return;
    }
    if (this.table.later?.held) {
      this.table.later.send(target);
      return;
    }
    this.refusal = null;
    if (this.view?.pick?.of.includes(target)) {
      this.toggle(target);
      return;
    }
    if (this.picked?.path.includes(target)) {
      this.confirm();
      return;
    }
    this.picked = null;
    if (!this.next().has(target)) {
      const way = wayTo(this.offered, target);
      const other = way ? null : actionAt(this.view, target);
      if (other) {
        this.open(other);
        return;
      }
      const elsewhere = way ?? wayTo(this.legal, target);
      if (!elsewhere) {
        this.why(target, shape);
        return;
      }
      this.place = way ? this.place : null;
      this.chosen = elsewhere;
    }
    const first = !this.begun;
    const { chosen, picked } = goOn(this.offered, this.chosen, target);
    this.chosen = chosen;
    if (picked) {
      this.pick(picked, first && picked.path.length > 1);
      return;
    }
    this.table.renderChoice();
    this.table.board.camera.reveal([...this.next().keys()], this.chosen.slice(-1));
  }

  /**
   * An action of the turn: do it if there is only one way, otherwise go on with what belongs to it. Once more: leave it.
   * @param {TrayItem} item
   */
  open(item) {
    if (this.busy) {
      return;
    }
    const { place } = this;
    const own = this.legal.filter((action) => action.of === item.id);
    const some = own.length > 0 || this.view?.forms.some(({ verb }) => verb === item.form);
    if (!some) {
      sound.play("no");
      this.say(this.mine ? (item.why ?? t("You can't do that now.")) : t("It's not your turn."));
      return;
    }
    if (own.length === 1) {
      this.click(own[0].path[0]);
      return;
    }
    this.forget();
    this.place = place === item.id ? null : item.id;
    this.table.renderChoice();
    this.table.board.camera.reveal([...this.next().keys()]);
  }

  /** One thing of a combination. @param {Target} target */
  toggle(target) {
    const off = this.on.delete(target);
    if (!off) {
      this.on.add(target);
    }
    sound.play("card", { pitch: off ? 0.8 : 1.1 });
    this.table.renderChoice();
  }

  back() {
    if (this.table.routes?.active) {
      this.refusal = null;
      this.table.routes.back();
      return;
    }
    if (this.table.later?.held) {
      this.table.later.drop();
      return;
    }
    this.refusal = null;
    this.picked = null;
    const deep = this.chosen.length > this.given.length;
    const back = goBack(this.offered, this.chosen);
    this.chosen = back.length > this.given.length ? back : this.given;
    if (!deep) {
      this.place = null;
    }
    this.table.renderChoice();
  }

  /**
   * An action is fully chosen: do it at once if it can be taken back, otherwise show it and ask.
   * @param {Legal} action
   * @param {boolean} [unseen] nothing of it was shown yet: where it goes and what it earns is, first
   */
  async pick(action, unseen = false) {
    if (this.table.later?.takes(action)) {
      this.forget();
      this.table.later.hold(action);
      return;
    }
    this.picked = action;
    this.chosen = [...action.path];
    this.refusal = null;
    const when = setting.get("confirm", "final");
    if (when === "never") {
      await this.send(action.action);
      return;
    }
    const asked = this.preview(action);
    this.table.renderChoice();
    const ghost = await asked;
    if (this.picked !== action) {
      return;
    }
    const showing = unseen && action.badge?.startsWith("+");
    if (when === "final" && !ghost.final && !action.cost && !showing) {
      await this.send(action.action);
      return;
    }
    this.table.renderChoice();
    find("#confirm")?.focus();
  }

  confirm() {
    this.table.later?.send();
    if (this.picked) {
      this.send(this.picked.action);
    }
  }

  /**
   * What the action would change; asked for once.
   * @param {Legal} action
   */
  async preview(action) {
    const at = `${this.mark}:${action.i}`;
    const known = this.ghosts.get(at);
    if (known) {
      return known;
    }
    const asked = this.table.server
      .ghost(this.view?.ply ?? 0, this.mark, action.i)
      .catch(() => ({ svg: "", final: true }));
    this.ghosts.set(at, asked);
    return asked;
  }

  /** @param {Action} action */
  async send(action) {
    if (this.busy || (await this.table.guide?.doubts(action))) {
      return;
    }
    this.busy = true;
    this.acted = performance.now();
    this.table.board.camera.held = false;
    this.table.turnSummary.close(); // whoever plays on has read it
    this.table.renderChoice();
    try {
      await this.table.server.act(this.view?.ply ?? 0, this.mark, action);
    } catch (error) {
      const { status, reason, data } = refusal(error);
      this.busy = false;
      this.forget();
      if (status === 409) {
        this.table.stale(data);
        return;
      }
      this.refuse(status === 0 ? { text: t("No connection. Your move wasn't sent. Try again."), clause: "" } : reason);
    }
  }

  /**
   * A click on something that cannot be done: the rule's own reason.
   * @param {Target} target
   * @param {Element} [shape]
   */
  async why(target, shape) {
    sound.play("no");
    if (shape) {
      this.table.board.refuse(shape);
    }
    this.refuse(await this.reasonAgainst(target));
  }

  /** Why a thing cannot be had. @param {string} text */
  say(text) {
    this.refuse({ text, clause: "" });
  }

  /** A refusal is read and then gives way to the question. @param {Pick<Reason, "text" | "clause">} reason */
  refuse(reason) {
    clearTimeout(this.timer);
    this.refusal = reason;
    this.table.renderChoice();
    this.timer = setTimeout(() => {
      if (this.refusal === reason) {
        this.refusal = null;
        this.table.renderChoice();
      }
    }, READ);
  }

  /** @param {Target} target */
  async reasonAgainst(target) {
    if (!this.mine) {
      const playing = this.view?.status === "playing";
      return { text: playing ? t("It's not your turn.") : (this.view?.prompt ?? ""), clause: "" };
    }
    const path = [...(this.picked ? [] : this.chosen), target];
    const found = await this.table.server.why(path).catch(() => null);
    return found?.reason || { text: t("You can't do that now."), clause: "" };
  }
}

/**
 * The action of the turn that a place on the board stands for: a click on one's own train starts it.
 * @param {View | null} view
 * @param {Target} target
 */
export function actionAt(view, target) {
  return (view ? actionItems(view) : []).find(({ at }) => at?.includes(target)) ?? null;
}

/**
 * Whether the same combination is asked for in both positions: others choose at the same time.
 * @param {View} before
 * @param {View} now
 */
function sameChoice(before, now) {
  return Boolean(before.pick && now.pick) && JSON.stringify(before.legal) === JSON.stringify(now.legal);
}

/** The actions of a turn that can be chosen now. @param {View} view */
export function actionItems(view) {
  const items = view.trays.filter(({ place }) => place === "actions").flatMap((tray) => tray.items);
  return items.filter((item) => view.legal.some((action) => action.of === item.id));
}
