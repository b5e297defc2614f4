// Choosing an action by its path: what was clicked so far, what may be clicked next, preview, confirmation. No rule runs here.
import { call, newKey, Refusal } from "./api.js";
import { BoardView } from "./board.js";
import { setting } from "./dom.js";
import { t } from "./words.js";

export class Choosing {
  constructor(table) {
    Object.assign(this, { table, chosen: [], picked: null, view: null, mark: -1, ghosts: new Map(), busy: false, refusal: null });
  }

  // A new view: start again unless it is the same position.
  take(view) {
    this.view = view;
    if (view.mark !== this.mark || view.you !== this.seat) {
      Object.assign(this, { chosen: [], picked: null, mark: view.mark, seat: view.you, refusal: null, busy: false });
      this.ghosts.clear();
    }
  }

  get mine() {
    return this.view.legal.length > 0 || this.view.forms.length > 0;
  }

  candidates() {
    return this.view.legal.filter((a) => this.chosen.every((target, i) => a.path[i] === target));
  }

  // The next targets, in the order of the list: target -> actions behind it.
  next() {
    const out = new Map();
    if (this.picked) return out;
    for (const action of this.candidates()) {
      const target = action.path[this.chosen.length];
      if (!out.has(target)) out.set(target, []);
      out.get(target).push(action);
    }
    return out;
  }

  // A run of numbers becomes a slider; a few beside other choices stay buttons.
  numbers(next = this.next()) {
    const values = [...next.keys()].map((target) => /^n:(-?\d+)$/.exec(target)?.[1]).filter((v) => v !== undefined);
    return values.length > 3 || (values.length > 1 && values.length === next.size)
      ? values.map(Number).sort((a, b) => a - b)
      : null;
  }

  click(target, el) {
    if (this.busy) return;
    this.refusal = null;
    if (this.picked && this.picked.path.includes(target)) return this.confirm();
    if (this.picked) this.picked = null;
    if (!this.next().has(target)) {
      const start = this.view.legal.some((a) => a.path[0] === target);
      if (!start) return this.why(target, el);
      this.chosen = [];
    }
    this.chosen.push(target);
    for (;;) {
      const left = this.candidates(),
        next = this.next();
      if (left.length === 1) return this.pick(left[0]);
      if (next.size !== 1) break;
      this.chosen.push([...next.keys()][0]);
    }
    this.table.renderChoice();
    this.table.board.reveal([...this.next().keys()], this.chosen.slice(-1));
  }

  back() {
    this.refusal = null;
    if (this.picked) this.picked = null;
    do this.chosen.pop();
    while (this.chosen.length && this.next().size === 1);
    this.table.renderChoice();
  }

  clear() {
    Object.assign(this, { chosen: [], picked: null, refusal: null });
    this.table.renderChoice();
  }

  // An action is fully chosen: do it at once if it can be taken back, otherwise show it and ask.
  async pick(action) {
    this.picked = action;
    this.chosen = [...action.path];
    this.refusal = null;
    const when = setting.get("confirm", "final");
    if (when === "never") return this.send(action.action);
    this.table.renderChoice();
    const ghost = await this.preview(action);
    if (this.picked !== action) return;
    if (when === "final" && !ghost.final) return this.send(action.action);
    this.waiting = true;
    this.table.renderChoice();
    document.querySelector("#confirm")?.focus();
  }

  confirm() {
    if (this.picked) this.send(this.picked.action);
  }

  async preview(action) {
    const at = `${this.mark}:${action.i}`;
    if (!this.ghosts.has(at))
      this.ghosts.set(
        at,
        this.table
          .call("GET", `ghost?ply=${this.view.ply}&mark=${this.mark}&i=${action.i}`)
          .catch(() => ({ svg: "", final: true })),
      );
    return this.ghosts.get(at);
  }

  async send(action) {
    if (this.busy) return;
    this.busy = true;
    this.table.renderChoice();
    try {
      await this.table.call("POST", "act", { ply: this.view.ply, mark: this.mark, key: newKey(), action });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.busy = false;
      Object.assign(this, { picked: null, chosen: [] });
      if (error.status === 409) return this.table.stale(error.data);
      this.refusal = error.status === 0 ? { text: t("No connection: nothing was sent. Try again."), clause: "" } : error.reason;
      this.table.renderChoice();
    }
  }

  // A click on something that cannot be done: the rule's own reason.
  async why(target, el) {
    if (el) this.table.board.refuse(el);
    if (!this.mine) {
      this.refusal = { text: this.view.status === "playing" ? t("It is not your turn.") : this.view.prompt, clause: "" };
    } else {
      const path = [...(this.picked ? [] : this.chosen), target].map(encodeURIComponent).join(",");
      const found = await this.table.call("GET", `why?path=${path}`).catch(() => null);
      this.refusal = found?.reason || { text: t("That cannot be done now."), clause: "" };
    }
    this.table.renderChoice();
  }

  // Targets that stand nowhere on the screen become buttons.
  offBoard(next = this.next()) {
    return [...next.keys()].filter((target) => !BoardView.find(target).length);
  }
}
