// The pointer over the table: clicks on shapes, previews of what is pointed at.
import { around, findAll } from "../lib/dom.js";
import { markTwins } from "./board/marks.js";
import { shapeNear } from "./board/shapes.js";

/** @import { Legal } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

const PRESS = 350; // ms: a long press
const LATE = 1500; // ms: the finger that pressed so long has left
const LINGER = 110; // ms: who only passes by sees no preview

export class Pointing {
  /** @type {Element | null} */
  hovered = null;
  timer = 0;
  /** What was pointed at last. */
  told = "";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    document.body.addEventListener("click", (event) => this.click(event), table.until);
    document.body.addEventListener("pointerdown", (event) => this.press(event), table.until);
    document.body.addEventListener("pointerover", (event) => this.point(event), table.until);
    document.body.addEventListener("focusin", (event) => this.point(event), table.until);
  }

  /** @param {PointerEvent | MouseEvent} event */
  click(event) {
    const hit = around(event, ".hit[data-target]");
    if (!hit || this.table.past || document.body.classList.contains("covered")) {
      return;
    }
    const shape = meant(event, hit);
    this.table.choosing.click(shape.dataset.target ?? "", shape);
  }

  /** A long press on a deck takes two of its cards. @param {PointerEvent} event */
  press(event) {
    const thing = around(event, ".tray [data-pick]:has(> .n)");
    const { choosing, later } = this.table;
    const target = thing?.dataset.pick ?? "";
    const [action, other] = choosing.next().get(target) ?? [];
    if (!thing || !action || other || later.held || !later.takes(action)) {
      return;
    }
    const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
    const timer = setTimeout(() => {
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), LATE);
      later.hold(action, target);
    }, PRESS);
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
      thing.addEventListener(kind, () => clearTimeout(timer), { once: true });
    }
  }

  /** @param {Event} event */
  point(event) {
    this.twins(event);
    const hit = around(event, ".hit.legal");
    clearTimeout(this.timer);
    const { table } = this;
    if (table.past || table.choosing.picked || table.routes.active) {
      return;
    }
    if (!hit) {
      if (this.hovered) {
        table.board.ghost("");
      }
      this.hovered = null;
      return;
    }
    this.hovered = hit;
    this.timer = setTimeout(() => {
      const behind = table.choosing.next().get(hit.dataset.target ?? "");
      if (behind) {
        this.peek(behind[0]);
      }
    }, LINGER);
  }

  /**
   * A thing and its places on the board belong together: pointing at one rings the other.
   * @param {Event} event
   */
  twins(event) {
    const thing = around(event, "[data-thing],[data-lights]");
    const shape = around(event, ".board-svg .hit[data-target]");
    const targets = [thing?.dataset.thing, ...(thing?.dataset.lights?.split(" ") ?? [])].filter(
      (one) => one !== undefined,
    );
    const at = shape?.dataset.target ?? "";
    const told = `${targets} ${at}`;
    if (told === this.told) {
      return;
    }
    this.told = told;
    markTwins(this.table.board, targets);
    for (const el of findAll("[data-thing],[data-lights]")) {
      const own = [el.dataset.thing, ...(el.dataset.lights?.split(" ") ?? [])];
      el.classList.toggle("twin", at !== "" && own.includes(at));
    }
  }

  /**
   * Preview an action without choosing it.
   * @param {Legal} action
   */
  async peek(action) {
    const { choosing, board } = this.table;
    const { mark } = choosing;
    const ghost = await choosing.preview(action);
    if (mark === choosing.mark && !choosing.picked && !this.table.routes.active) {
      board.ghost(ghost.svg);
    }
  }
}

/**
 * Of shapes that lie over each other the lit one is meant; a finger may land beside it.
 * @param {PointerEvent | MouseEvent} event
 * @param {HTMLElement | SVGElement} hit
 * @returns {HTMLElement | SVGElement}
 */
function meant(event, hit) {
  if (event.target instanceof Element && event.target.classList.contains("legal")) {
    return hit;
  }
  const there = document.elementsFromPoint(event.clientX, event.clientY);
  const lit = there.find((el) => el.matches(".hit.legal"));
  if (lit) {
    return /** @type {SVGElement} */ (lit);
  }
  const touched = "pointerType" in event && event.pointerType === "touch";
  return (touched && shapeNear(event.clientX, event.clientY)) || hit;
}
