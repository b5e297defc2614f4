// The sheet one draws on: pointer and keyboard, each pointing at what the tool aims at.
import { h } from "../lib/dom.js";
import { t } from "../lib/translate.js";

/** @import { CheckedDraft, EditorTool } from "../types.d.ts" */

const ZOOM = 1.5;
const MOST = 6;
const STILL = 6; // px: a pointer that has moved less has clicked
const NARROW = 760; // px: a window in which the whole sheet would be too small to hit anything

export class Sheet {
  /** @param {(targets: string[]) => void} use what is done where one has pointed */
  constructor(use) {
    this.use = use;
    /** @type {EditorTool | null} */
    this.tool = null;
    /** @type {string[]} */
    this.picks = [];
    /** What is shown to somebody who asked where it is. @type {string[]} */
    this.pointed = [];
    /** @type {Set<string> | null} */
    this.drawn = null;
    this.size = [100, 100];
    this.step = [40, 40];
    this.cursor = [0, 0];
    /** What the cursor was brought to by the arrow keys. */
    this.under = "";
    this.zoom = 1;
    /** The middle of what is in sight; nothing yet: the middle of the sheet. @type {number[] | null} */
    this.middle = null;
    /** Where the pointer went down, and what was in the middle then. @type {{ at: number[], middle: number[], moved: boolean } | null} */
    this.pressed = null;
    this.el = h("div", {
      class: "ws-sheet",
      tabIndex: 0,
      role: "application",
      "aria-label": t(
        "Map sheet. Arrow keys move the pointer, Enter uses the tool, Shift plus an arrow key keeps drawing, + and − zoom.",
      ),
      onpointerdown: (event) => this.down(event),
      onpointermove: (event) => this.move(event),
      onpointerup: (event) => this.up(event),
      onpointercancel: () => this.lost(),
      onwheel: (event) => {
        event.preventDefault();
        this.closer(event.deltaY < 0 ? ZOOM : 1 / ZOOM);
      },
      onkeydown: (event) => this.key(event),
    });
    new ResizeObserver(() => this.look()).observe(this.el);
  }

  /** @param {CheckedDraft} answer */
  draw({ svg, width, height, step }) {
    if (!this.cursor[0]) {
      this.cursor = [width / 2, height / 2];
      this.middle = null;
      this.zoom = window.innerWidth < NARROW ? 2 : 1;
    }
    this.size = [width, height];
    this.step = step;
    const mark = '<circle class="ws-cursor" r="14"/>';
    const whole = `<svg class="bx mini" viewBox="0 0 ${width} ${height}" aria-hidden="true"><use href="#ws-drawn"/><rect/></svg>`;
    this.el.innerHTML = `<svg class="bx"><g id="ws-drawn" class="bx">${svg}</g>${mark}</svg>${whole}`;
    this.look();
    this.show();
    this.mark();
  }

  /** The units of the sheet for a pixel. */
  get scale() {
    const [w, h] = [this.el.clientWidth || 1, this.el.clientHeight || 1];
    return Math.max(this.size[0] / w, this.size[1] / h) / this.zoom;
  }

  /** Show what is in sight, never more of the outside than must be. */
  look() {
    const room = [this.el.clientWidth * this.scale, this.el.clientHeight * this.scale];
    const middle = this.middle ?? this.size.map((all) => all / 2);
    const from = middle.map((at, i) =>
      room[i] >= this.size[i]
        ? (this.size[i] - room[i]) / 2
        : Math.min(this.size[i] - room[i], Math.max(0, at - room[i] / 2)),
    );
    this.middle = from.map((at, i) => at + room[i] / 2);
    const box = [...from, ...room].map((value) => value.toFixed(1));
    this.el.firstElementChild?.setAttribute("viewBox", box.join(" "));
    const sight = this.el.querySelector(".mini rect");
    for (const [i, name] of ["x", "y", "width", "height"].entries()) {
      sight?.setAttribute(name, box[i]);
    }
  }

  /** @param {number} times */
  closer(times) {
    this.zoom = Math.min(MOST, Math.max(1, this.zoom * times));
    this.look();
  }

  /** Bring the cursor into sight. */
  follow() {
    const room = [this.el.clientWidth * this.scale, this.el.clientHeight * this.scale];
    const middle = this.middle ?? this.cursor;
    if (this.cursor.some((at, i) => Math.abs(at - middle[i]) > room[i] / 2 - this.step[i])) {
      this.middle = [...this.cursor];
      this.look();
    }
  }

  /** @param {EditorTool | null} tool */
  take(tool) {
    this.tool = tool;
    this.picks = [];
    this.show();
  }

  /** @param {string} target */
  hold(target) {
    for (const el of this.el.querySelectorAll(".ws-held")) {
      el.classList.remove("ws-held");
    }
    this.el.querySelector(`[data-target="${CSS.escape(target)}"]`)?.classList.add("ws-held");
  }

  /**
   * Show where something is: it is marked until one points at anything else.
   * @param {string[]} targets
   */
  point(targets) {
    this.pointed = targets;
    const box = this.mark()[0]?.getBoundingClientRect();
    const room = this.el.getBoundingClientRect();
    if (box && this.middle) {
      const by = [box.x + box.width / 2 - room.x - room.width / 2, box.y + box.height / 2 - room.y - room.height / 2];
      this.middle = this.middle.map((at, i) => at + by[i] * this.scale);
      this.look();
    }
  }

  /** Mark what is pointed at, in this drawing; the marked ones. */
  mark() {
    for (const el of this.el.querySelectorAll(".ws-pointed")) {
      el.classList.remove("ws-pointed");
    }
    const found = this.pointed.flatMap((target) => [
      ...this.el.querySelectorAll(`[data-target="${CSS.escape(target)}"]`),
    ]);
    for (const el of found) {
      el.classList.add("ws-pointed");
    }
    return found;
  }

  /** What the next click is to point at; without a tool: whatever can be looked at. */
  get aim() {
    return this.tool ? this.tool.aim[this.picks.length].split(",") : null;
  }

  show() {
    this.el.dataset.aim = this.aim?.join(" ") ?? "any";
    const mark = this.el.querySelector(".ws-cursor");
    mark?.setAttribute("transform", `translate(${this.cursor[0]} ${this.cursor[1]})`);
  }

  /**
   * The target at a place of the screen.
   * @param {number} x
   * @param {number} y
   */
  found(x, y) {
    const { aim } = this;
    if (aim?.includes("at")) {
      const svg = /** @type {SVGSVGElement} */ (this.el.firstElementChild);
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()?.inverse());
      return `at:${Math.max(0, Math.round(at.x))},${Math.max(0, Math.round(at.y))}`;
    }
    const there = document.elementsFromPoint(x, y).filter((el) => this.el.contains(el));
    const targets = there.map((el) => el.getAttribute("data-target") ?? "");
    return targets.find((target) => target && (!aim || aim.includes(target.split(":")[0]))) ?? "";
  }

  /** Where the cursor is on the screen. */
  get spot() {
    const mark = this.el.querySelector(".ws-cursor")?.getBoundingClientRect();
    return mark ? [mark.x + mark.width / 2, mark.y + mark.height / 2] : [0, 0];
  }

  /** What the cursor points at; where it stands between two things, it goes to the nearest. */
  foundByCursor() {
    const fits = this.aim?.includes(this.under.split(":")[0]);
    const here = fits ? this.under : this.found(this.spot[0], this.spot[1]);
    return here || this.stand(this.beside([0, 0]));
  }

  /**
   * Bring the cursor to something; what that is.
   * @param {{ target: string, at: number[] } | null} next
   */
  stand(next) {
    if (next) {
      const svg = /** @type {SVGSVGElement} */ (this.el.firstElementChild);
      const at = new DOMPoint(next.at[0], next.at[1]).matrixTransform(svg.getScreenCTM()?.inverse());
      this.under = next.target;
      this.cursor = [at.x, at.y];
    }
    return next?.target ?? "";
  }

  /**
   * The nearest thing that the tool aims at, in a direction.
   * @param {number[]} way
   */
  beside([dx, dy]) {
    const { aim, spot } = this;
    /** @type {{ target: string, far: number, at: number[] } | null} */
    let best = null;
    for (const el of aim ? this.el.querySelectorAll("[data-target]") : []) {
      const target = el.getAttribute("data-target") ?? "";
      if (target === this.under || !aim?.includes(target.split(":")[0])) {
        continue;
      }
      const box = el.getBoundingClientRect();
      const at = [box.x + box.width / 2, box.y + box.height / 2];
      const [x, y] = [at[0] - spot[0], at[1] - spot[1]];
      const along = x * dx + y * dy;
      const ahead = along > 3 && Math.abs(x * dy) + Math.abs(y * dx) <= 2 * along;
      const far = Math.abs(x) + Math.abs(y);
      if ((ahead || !(dx || dy)) && far < (best?.far ?? Number.POSITIVE_INFINITY)) {
        best = { target, far, at };
      }
    }
    return best;
  }

  /**
   * By an arrow key: to the next thing the tool aims at; where it aims at any spot, a step.
   * @param {number[]} way
   */
  walk(way) {
    if (!this.stand(this.beside(way)) && (!this.aim || this.aim.includes("at"))) {
      this.under = "";
      this.cursor = this.cursor.map((at, i) => Math.min(this.size[i], Math.max(0, at + way[i] * this.step[i])));
    }
    this.follow();
    this.show();
  }

  /** @param {string} target */
  pick(target) {
    if (!target) {
      return;
    }
    this.point([]);
    const picks = [...this.picks, target];
    if (this.tool && picks.length < this.tool.aim.length) {
      this.picks = picks;
      this.show();
      this.hold(target);
      return;
    }
    this.picks = [];
    this.show();
    this.use(picks);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const target = this.found(event.clientX, event.clientY);
    this.el.focus();
    this.el.setPointerCapture(event.pointerId);
    if (this.tool?.drag && target) {
      this.drawn = new Set([target]);
      this.brush(target);
      event.preventDefault();
    } else {
      this.pressed = { at: [event.clientX, event.clientY], middle: this.middle ?? [0, 0], moved: false };
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { pressed } = this;
    if (this.drawn) {
      const target = this.found(event.clientX, event.clientY);
      if (target) {
        this.drawn.add(target);
        this.brush(target);
      }
    } else if (pressed) {
      const by = [event.clientX - pressed.at[0], event.clientY - pressed.at[1]];
      pressed.moved ||= Math.hypot(by[0], by[1]) > STILL;
      if (pressed.moved) {
        this.middle = pressed.middle.map((at, i) => at - by[i] * this.scale);
        this.look();
      }
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { drawn, pressed } = this;
    this.lost();
    if (drawn) {
      this.use([...drawn]);
    } else if (pressed && !pressed.moved) {
      this.pick(this.found(event.clientX, event.clientY));
    }
  }

  lost() {
    this.drawn = null;
    this.pressed = null;
  }

  /** @param {string} target */
  brush(target) {
    this.el.querySelector(`[data-target="${CSS.escape(target)}"]`)?.classList.add("ws-held");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, number[]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) {
      this.walk(way);
      if (event.shiftKey && this.tool?.drag) {
        this.pick(this.foundByCursor());
      }
    } else if (event.key === "+" || event.key === "-") {
      this.closer(event.key === "+" ? ZOOM : 1 / ZOOM);
      this.follow();
    } else if (event.key === "Enter" || event.key === " ") {
      this.pick(this.foundByCursor());
    } else {
      return;
    }
    event.preventDefault();
  }
}
