// Choosing an action: what was clicked so far, preview, confirmation, sending, and why something cannot be done.
import { refusal } from "../lib/api.js";
import { find } from "../lib/dom.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { shapesOf } from "./board/shapes.js";
import { candidates, goBack, goOn, nextTargets } from "./paths.js";

/** @import { Action, Ghost, Legal, Reason, Target, View } from "../types.d.ts" */
/** @import { Next } from "./paths.js" */
/** @import { TablePage } from "./table.js" */

export class Choosing {
  /** @type {View | null} */
  view = null;
  /** @type {Target[]} */
  chosen = [];
  /** @type {Legal | null} */
  picked = null;
  mark = -1;
  /** @type {number | null} */
  seat = null;
  busy = false;
  /** @type {Pick<Reason, "text" | "clause"> | null} */
  refusal = null;
  /** @type {Map<string, Promise<Ghost>>} */
  ghosts = new Map();

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
      this.forget();
      this.mark = view.mark;
      this.seat = view.you;
      this.busy = false;
      this.ghosts.clear();
    }
  }

  forget() {
    this.chosen = [];
    this.picked = null;
    this.refusal = null;
  }

  get legal() {
    return this.view?.legal ?? [];
  }

  /** Whether there is anything to do for the reader. */
  get mine() {
    return this.legal.length > 0 || (this.view?.forms.length ?? 0) > 0;
  }

  candidates() {
    return candidates(this.legal, this.chosen);
  }

  /** @returns {Next} */
  next() {
    return this.picked ? new Map() : nextTargets(this.legal, this.chosen);
  }

  /**
   * Targets that stand nowhere on the screen become buttons.
   * @param {Next} next
   */
  offBoard(next) {
    return [...next.keys()].filter((target) => !shapesOf(target).length);
  }

  /**
   * @param {Target} target
   * @param {Element} [shape] what was clicked, if it was a shape
   */
  click(target, shape) {
    if (this.busy) {
      return;
    }
    this.refusal = null;
    if (this.picked?.path.includes(target)) {
      this.confirm();
      return;
    }
    this.picked = null;
    if (!this.next().has(target)) {
      if (!this.legal.some((action) => action.path[0] === target)) {
        this.why(target, shape);
        return;
      }
      this.chosen = [];
    }
    const { chosen, picked } = goOn(this.legal, this.chosen, target);
    this.chosen = chosen;
    if (picked) {
      this.pick(picked);
      return;
    }
    this.table.renderChoice();
    this.table.board.camera.reveal([...this.next().keys()], this.chosen.slice(-1));
  }

  back() {
    this.refusal = null;
    this.picked = null;
    this.chosen = goBack(this.legal, this.chosen);
    this.table.renderChoice();
  }

  /**
   * An action is fully chosen: do it at once if it can be taken back, otherwise show it and ask.
   * @param {Legal} action
   */
  async pick(action) {
    this.picked = action;
    this.chosen = [...action.path];
    this.refusal = null;
    const when = setting.get("confirm", "final");
    if (when === "never") {
      await this.send(action.action);
      return;
    }
    this.table.renderChoice();
    const ghost = await this.preview(action);
    if (this.picked !== action) {
      return;
    }
    if (when === "final" && !ghost.final) {
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
    if (this.busy) {
      return;
    }
    this.busy = true;
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
    if (shape) {
      this.table.board.refuse(shape);
    }
    this.refusal = await this.reasonAgainst(target);
    this.table.renderChoice();
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
