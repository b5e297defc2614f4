// Choosing an action: what was clicked so far, preview, confirmation, sending, and why something cannot be done.
import { refusal } from "../lib/api.js";
import { find } from "../lib/dom.js";
import { setting } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { t } from "../lib/words.js";
import { shapesOf } from "./board/shapes.js";
import { candidates, combination, common, goBack, goOn, nextTargets, wayTo } from "./paths.js";

/** @import { Action, Ghost, Legal, Reason, Target, View } from "../types.d.ts" */
/** @import { Next } from "./paths.js" */
/** @import { TablePage } from "./table.js" */

const READ = 8000; // ms that a refusal stands

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
    this.view = view;
    if (view.mark !== this.mark || view.you !== this.seat) {
      this.given = view.pick ? [] : common(view.legal);
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
  }

  /** Whether the reader has chosen anything yet. */
  get begun() {
    return this.chosen.length > this.given.length;
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
    return candidates(this.legal, this.chosen);
  }

  /** @returns {Next} */
  next() {
    return this.picked ? new Map() : nextTargets(this.legal, this.chosen);
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
      const way = wayTo(this.legal, target);
      if (!way) {
        this.why(target, shape);
        return;
      }
      this.chosen = way;
    }
    const first = !this.begun;
    const { chosen, picked } = goOn(this.legal, this.chosen, target);
    this.chosen = chosen;
    if (picked) {
      this.pick(picked, first && picked.path.length > 1);
      return;
    }
    this.table.renderChoice();
    this.table.board.camera.reveal([...this.next().keys()], this.chosen.slice(-1));
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
    this.refusal = null;
    this.picked = null;
    const back = goBack(this.legal, this.chosen);
    this.chosen = back.length > this.given.length ? back : this.given;
    this.table.renderChoice();
  }

  /**
   * An action is fully chosen: do it at once if it can be taken back, otherwise show it and ask.
   * @param {Legal} action
   * @param {boolean} [unseen] nothing of it was shown yet: where it goes and what it earns is, first
   */
  async pick(action, unseen = false) {
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
    this.table.turnSlip.close(); // whoever plays on has read it
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
      this.refusal = status === 0 ? { text: t("No connection: nothing was sent. Try again."), clause: "" } : reason;
      this.table.renderChoice();
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
      return { text: playing ? t("It is not your turn.") : (this.view?.prompt ?? ""), clause: "" };
    }
    const path = [...(this.picked ? [] : this.chosen), target];
    const found = await this.table.server.why(path).catch(() => null);
    return found?.reason || { text: t("That cannot be done now."), clause: "" };
  }
}
