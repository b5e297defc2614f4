// Keys of the table.
import { find, findAll } from "../lib/dom.js";
import { walk } from "./board/shapes.js";
import { ZOOM } from "./table_head.js";

/** @import { TablePage } from "./table.js" */

const CONTROLS = "button,a,summary,[tabindex]";

export class Keyboard {
  /** What the reader pressed last with mouse or finger, if no key has moved the focus since. @type {Element | null} */
  pressed = null;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    /** @type {Record<string, () => unknown>} */
    this.shortcuts = {
      "/": () => table.rail.actions.focus(),
      a: () => table.rail.actions.focus(),
      u: () => table.prompt.undo(),
      b: () => find(".board-svg .hit.legal")?.focus(),
      "+": () => table.board.camera.zoom(ZOOM),
      "-": () => table.board.camera.zoom(1 / ZOOM),
      0: () => table.board.camera.fit(true),
      r: () => table.help.toggle(),
      e: () => table.explain(),
      "?": () => table.menu.keys(),
      h: () => table.rail.hints.ask(),
      m: () => table.menu.toggle(),
      p: () => table.lookBack(),
      d: () => table.routes.toggle("pencil"),
      c: () => table.routes.toggle("cities"),
    };
    document.addEventListener("keydown", (event) => this.press(event), table.until);
    document.addEventListener("pointerdown", ({ target }) => this.point(target), { ...table.until, capture: true });
  }

  /** @param {EventTarget | null} target */
  point(target) {
    this.pressed = target instanceof Element ? target.closest(CONTROLS) : null;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key !== "Enter") {
      this.pressed = null;
    }
    const target = event.target instanceof Element ? event.target : document.body;
    const typing = target.matches("input,select,textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || document.body.classList.contains("covered")) {
      return;
    }
    if (event.key === "Escape") {
      this.escape(target, typing);
    } else if (!typing && this.does(event, target)) {
      event.preventDefault();
    }
  }

  /**
   * One step back: out of a field, a drawer, the past, or what was chosen last.
   * @param {Element} target
   * @param {boolean} typing
   */
  escape(target, typing) {
    const { table } = this;
    if (typing && target !== table.help.search) {
      /** @type {HTMLElement} */ (target).blur();
    } else if (table.help.open) {
      table.help.toggle();
    } else if (table.menu.open) {
      table.menu.toggle();
    } else if (table.guide?.open) {
      table.guide.toggle();
    } else if (table.analysis) {
      table.analysis.key("Escape");
    } else if (table.past) {
      table.replay.close();
    } else if (table.turnSummary.el) {
      table.turnSummary.close();
    } else {
      table.choosing.back();
    }
  }

  /**
   * Do what the key stands for; false: nothing.
   * @param {KeyboardEvent} event
   * @param {Element} target
   */
  does({ key }, target) {
    const { table } = this;
    if (target instanceof SVGElement && target.matches(".hit.legal") && this.onBoard(target, key)) {
      return true;
    }
    if (table.analysis?.key(key) || (table.past && table.replay.key(key))) {
      return true;
    }
    if (key === "Enter" && !this.ownsEnter(target) && !table.prompt.goKey.disabled) {
      table.prompt.go();
      return true;
    }
    const nth = /^[1-9]$/.test(key) ? findAll(":is(.tray, .rack) button")[Number(key) - 1] : null;
    if (nth) {
      nth.click();
      return true;
    }
    const act = this.shortcuts[key];
    act?.();
    return Boolean(act);
  }

  /**
   * Whether Enter is meant for what has the focus: it came there by a key, or lies in a drawer. What the reader clicked last
   * (a tab, a neutral spot) is no answer to the question.
   * @param {Element} target
   */
  ownsEnter(target) {
    return target.matches(CONTROLS) && (target !== this.pressed || target.closest(".drawer") !== null);
  }

  /**
   * @param {SVGElement} shape
   * @param {string} key
   */
  onBoard(shape, key) {
    if (key === "Enter" || key === " ") {
      this.table.choosing.click(shape.dataset.target ?? "", shape);
      return true;
    }
    const to = walk(shape, key);
    to?.focus();
    return to !== null;
  }
}
