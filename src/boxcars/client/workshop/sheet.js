// The sheet one draws on: pointer and keyboard, each pointing at what the tool aims at.
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @import { Drafted, WorkTool } from "../types.d.ts" */

export class Sheet {
  /** @param {(targets: string[]) => void} use what is done where one has pointed */
  constructor(use) {
    this.use = use;
    /** @type {WorkTool | null} */
    this.tool = null;
    /** @type {string[]} */
    this.picks = [];
    /** @type {Set<string> | null} */
    this.drawn = null;
    this.size = [100, 100];
    this.step = [40, 40];
    this.cursor = [0, 0];
    this.el = h("div", {
      class: "ws-sheet",
      tabIndex: 0,
      role: "application",
      "aria-label": t("The sheet. Arrow keys move the pointer, Enter uses the tool."),
      onpointerdown: (event) => this.down(event),
      onpointermove: (event) => this.move(event),
      onpointerup: () => this.up(),
      onkeydown: (event) => this.key(event),
    });
  }

  /** @param {Drafted} answer */
  draw({ svg, width, height, step }) {
    if (!this.cursor[0]) {
      this.cursor = [width / 2, height / 2];
    }
    this.size = [width, height];
    this.step = step;
    const mark = '<circle class="ws-cursor" r="14"/>';
    this.el.innerHTML = `<svg class="bx" viewBox="0 0 ${width} ${height}">${svg}${mark}</svg>`;
    this.show();
  }

  /** @param {WorkTool | null} tool */
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

  /** @param {string} target */
  pick(target) {
    if (!target) {
      return;
    }
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
    if (this.tool?.drag && target) {
      this.drawn = new Set([target]);
      this.brush(target);
      event.preventDefault();
    } else {
      this.pick(target);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const target = this.drawn && this.found(event.clientX, event.clientY);
    if (target) {
      this.drawn?.add(target);
      this.brush(target);
    }
  }

  up() {
    if (this.drawn) {
      const targets = [...this.drawn];
      this.drawn = null;
      this.use(targets);
    }
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
      this.cursor = this.cursor.map((at, i) => Math.min(this.size[i], Math.max(0, at + way[i] * this.step[i])));
      this.show();
    } else if (event.key === "Enter" || event.key === " ") {
      const mark = this.el.querySelector(".ws-cursor")?.getBoundingClientRect();
      if (mark) {
        this.pick(this.found(mark.x + mark.width / 2, mark.y + mark.height / 2));
      }
    } else {
      return;
    }
    event.preventDefault();
  }
}
