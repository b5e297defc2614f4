// A move that a phone shows at once and sends a little later: until then nothing has left the device, so it is taken back for free.
import { button } from "../../lib/controls.js";
import { find, h } from "../../lib/dom.js";
import { calm, setting } from "../../lib/settings.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/translate.js";

/** @import { Legal, Target, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const BLITZ = 30; // seconds a turn: then the clock matters more than a slip of the finger
const HASTE = 800; // ms
const FLIGHT = 240; // ms

export class HeldMove {
  /** @type {{ action: Legal, then: Target } | null} */
  held = null;
  /** What is pressed in the position after it, and whether that is sent at once. */
  next = { target: "", now: false };
  /** Whether the reader has seen it fly already. */
  flew = false;
  timer = 0;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.words = h("span", { class: "words" });
    this.line = h("i", { "aria-hidden": "true" });
    const undo = button(t("Undo"), () => this.drop(), { ico: "undo", class: "btn", "data-undo": "held" });
    this.el = h("div", { class: "taken-bar", role: "status", hidden: true }, this.words, undo, this.line);
    document.addEventListener("visibilitychange", () => document.hidden && this.send(), table.until);
  }

  /** Whether a move is held back rather than asked about: on a phone, unless everything is to be confirmed. @param {Legal} action */
  takes(action) {
    const { prompt, view } = this.table;
    return Boolean(action.hold && !view?.lesson && prompt.small.matches && setting.get("confirm", "final") === "final");
  }

  /**
   * @param {Legal} action
   * @param {Target} [then] what is pressed after it, with the same press
   */
  hold(action, then = "") {
    const { view } = this.table;
    this.held = { action, then };
    const most = view?.pace.kind === "live" && view.pace.turn <= BLITZ ? HASTE : Number.POSITIVE_INFINITY;
    const wait = Math.min(action.hold ?? 0, most);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), wait);
    this.words.textContent = then ? t("Two cards taken") : (action.held ?? action.text);
    this.el.hidden = false;
    this.line.style.animationDuration = `${wait}ms`;
    this.line.replaceWith(this.line); // its animation begins anew
    document.body.classList.add("holding");
    sound.play("card");
    this.fly(action.path[0]);
    this.table.renderChoice();
  }

  /** What was taken goes to one's hand. @param {Target} target */
  fly(target) {
    const thing = find(`.tray [data-thing="${CSS.escape(target)}"] .face`);
    const hand = find(".prompt .hand .things") ?? find(".prompt .hand");
    this.flew = true;
    if (!thing || !hand || calm()) {
      return;
    }
    const from = thing.getBoundingClientRect();
    const to = hand.getBoundingClientRect();
    const copy = /** @type {HTMLElement} */ (thing.cloneNode(true));
    const place = `left:${from.left}px;top:${from.top}px;width:${from.width}px;height:${from.height}px`;
    copy.setAttribute("style", `position:fixed;z-index:9;pointer-events:none;${place}`);
    document.body.append(copy);
    const away = `translate(${to.left - from.left}px,${to.top - from.top}px) scale(.7)`;
    const flight = copy.animate([{ transform: "none" }, { transform: away }], { duration: FLIGHT, easing: "ease-in" });
    flight.onfinish = () => copy.remove();
  }

  /** Nothing was sent: it is as if nothing had been pressed. */
  drop() {
    this.end();
    this.flew = false;
    this.table.choosing.forget();
    this.table.renderChoice();
  }

  /**
   * Send it now.
   * @param {Target} [then] what was pressed next
   */
  send(then) {
    const { held } = this;
    if (held) {
      this.next = then ? { target: then, now: false } : { target: held.then, now: true };
      this.end();
      this.table.choosing.send(held.action.action);
    }
  }

  end() {
    clearTimeout(this.timer);
    this.held = null;
    this.el.hidden = true;
    document.body.classList.remove("holding");
  }

  /** The position after it is there: press what was pressed meanwhile, if it is still possible. @param {View} view */
  goOn(view) {
    const { target, now } = this.next;
    const { choosing } = this.table;
    if (choosing.busy) {
      return;
    }
    this.next = { target: "", now: false };
    if (!target || !view.legal.length) {
      return;
    }
    const [action] = choosing.next().get(target) ?? [];
    if (action && now) {
      choosing.send(action.action);
    } else if (action) {
      choosing.click(target);
    }
  }
}
