// The prompt bar: one sentence, what was chosen so far, and whatever is not on the board: buttons, numbers, forms,
// confirmation.
import { button } from "../../lib/controls.js";
import { fill, find, h } from "../../lib/dom.js";
import { icon } from "../../lib/drawings.js";
import { t } from "../../lib/words.js";
import { fullText, numbersAmong } from "../paths.js";
import { openForm } from "./form.js";
import { labelOf } from "./labels.js";
import { Stepper } from "./stepper.js";
import { openVotes } from "./votes.js";

/** @import { Form, Legal, View } from "../../types.d.ts" */
/** @import { Next } from "../paths.js" */
/** @import { TablePage } from "../table.js" */
/** @import { Child } from "../../lib/dom.js" */

const PHONE = 761; // px
const ONE_ROW = 80; // px: a bar higher than this has the tray below the sentence
const NEWS = 4; // lines of what the others did
const SIGNS = 40; // pictures to choose from

export class Prompt {
  /** What the sentence says now. @type {string | null} */
  said = null;
  /** The height of the bar before anything was chosen. */
  least = 0;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.lamp = h("div", { class: "lamp" });
    this.words = h("p", { "aria-live": "polite", id: "asked" });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": t("Choices"), tabindex: "-1" });
    this.side = h("div", { class: "side" });
    const label = t("What is asked");
    this.el = h("section", { class: "prompt", "aria-label": label }, this.lamp, this.words, this.tray, this.side);
    this.stepper = new Stepper(table);
  }

  /**
   * @param {View} view
   * @param {Next} next
   */
  show(view, next) {
    if (this.table.past) {
      this.table.replay.show();
      return;
    }
    const active = document.activeElement;
    const held = active instanceof HTMLElement ? active.dataset.pick : undefined;
    this.drawState(view);
    this.drawWords(view);
    fill(this.tray, openVotes(this.table, view), this.takeBack(view), this.choices(view, next));
    this.tray.hidden = !this.tray.childElementCount;
    fill(this.side, this.sideButtons(view));
    this.settle();
    if (held) {
      find(`[data-pick="${CSS.escape(held)}"]`, this.el)?.focus();
    }
  }

  /** Whether the reader is asked. @param {View} view */
  asked(view) {
    return this.table.choosing.mine && view.status === "playing";
  }

  /** @param {View} view */
  drawState(view) {
    if (this.table.choosing.refusal) {
      this.el.className = "prompt no";
      fill(this.lamp, icon("no"));
    } else if (this.asked(view)) {
      this.el.className = "prompt";
      fill(this.lamp, icon("tile"));
    } else {
      this.el.className = "prompt wait";
      fill(this.lamp, icon(view.status === "over" ? "check" : "people"));
    }
  }

  /** The sentence is touched only when it changes, so that it is read aloud once. @param {View} view */
  drawWords(view) {
    const { refusal, picked } = this.table.choosing;
    const line = refusal?.text ?? picked?.text ?? view.prompt;
    const below = this.below(view);
    const text = line + (below instanceof Node ? below.textContent : below);
    if (this.said !== text) {
      this.said = text;
      fill(this.words, h("b", {}, line), below && h("span", {}, below));
    }
  }

  /**
   * What stands below the sentence.
   * @param {View} view
   * @returns {string | HTMLElement}
   */
  below(view) {
    const { refusal, busy, picked, chosen } = this.table.choosing;
    if (refusal) {
      return refusal.clause ? this.clauseLink(refusal.clause) : "";
    }
    if (busy) {
      return t("Sending…");
    }
    if (picked) {
      return joined([picked.more, t("Confirm, or choose something else.")]);
    }
    if (view.you !== null && view.seats[view.you]?.handed) {
      return t("A bot plays your seat.");
    }
    const path = chosen.map((target) => view.names[target] || target).join(" · ");
    const watching = view.you === null && view.status === "playing" ? t("You are watching.") : "";
    return joined([watching, path, view.note, path ? "" : news(view)]);
  }

  /** @param {string} clause */
  clauseLink(clause) {
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.table.help.clause(clause);
    };
    return h("a", { href: `#${clause}`, onclick: open }, t("Rule {clause}", { clause }));
  }

  /**
   * What can be chosen here: numbers, pictures or buttons, and forms.
   * @param {View} view
   * @param {Next} next
   * @returns {Child[]}
   */
  choices(view, next) {
    const { choosing } = this.table;
    if (!this.asked(view) || choosing.picked) {
      return [];
    }
    const numbers = numbersAmong(next);
    const first = choosing.chosen.length === 0;
    return [
      numbers && this.stepper.draw(numbers, next),
      (!first && this.signs()) || this.buttons(view, next, numbers !== null),
      first && view.forms.map((form) => this.formButton(form)),
    ];
  }

  /**
   * @param {View} view
   * @param {Next} next
   * @param {boolean} numbered whether the numbers are on a slider
   */
  buttons(view, next, numbered) {
    const { choosing } = this.table;
    const off = choosing.offBoard(next).filter((target) => !numbered || !target.startsWith("n:"));
    const first = choosing.chosen.length === 0;
    return off.map((target) => {
      const behind = next.get(target) ?? [];
      const more = behind.length === 1 && behind[0].more ? h("small", {}, behind[0].more) : null;
      return button([labelOf(view.names, next, target, first), more], () => choosing.click(target), {
        "data-pick": target,
        ...this.looking(behind[0]),
      });
    });
  }

  /** Pointing at a choice shows what it would do. @param {Legal} action */
  looking(action) {
    const look = () => this.table.pointing.peek(action);
    return { onfocus: look, onpointerenter: look };
  }

  /** Choices that have a picture each (tiles as they would lie) are shown at once, however many steps they are away. */
  signs() {
    const { choosing } = this.table;
    const leaves = choosing.candidates();
    const signs = leaves.map((action) => document.getElementById(`sign-${action.path.at(-1)}`));
    if (leaves.length > SIGNS || !signs.some(Boolean)) {
      return null;
    }
    return leaves.map((action, i) => this.signButton(action, signs[i]));
  }

  /**
   * @param {Legal} action
   * @param {HTMLElement | null} sign
   */
  signButton(action, sign) {
    const { choosing } = this.table;
    const pick = () => choosing.pick(action);
    const more = {
      "data-pick": action.path.slice(choosing.chosen.length).join("/"),
      "aria-label": fullText(action),
      title: action.text,
      ...this.looking(action),
    };
    if (!sign) {
      return button(action.text, pick, more);
    }
    const picture = `<svg class="bx" aria-hidden="true"><use href="#${sign.id}"/></svg>`;
    const price = action.more && h("small", {}, action.more);
    return h("button", { type: "button", class: "btn sign", onclick: pick, ...more, html: picture }, price || null);
  }

  /** @param {Form} form */
  formButton(form) {
    const pick = { "data-pick": `form:${form.verb}` };
    if (form.fields.length) {
      return button(`${form.title} …`, () => this.openForm(form), pick);
    }
    return button(form.title, () => this.table.choosing.send(form.base), pick);
  }

  /** @param {Form} form */
  openForm(form) {
    const el = openForm(form, {
      send: (action) => this.table.choosing.send(action),
      cancel: () => this.table.renderChoice(),
    });
    fill(this.tray, el);
    this.el.classList.add("tall");
    find("input,select", el)?.focus();
  }

  /** A seat that a bot plays for its owner can be taken back. @param {View} view */
  takeBack(view) {
    const me = view.you === null ? null : view.seats[view.you];
    if (!me?.handed || me.handed === "resigned" || view.status !== "playing") {
      return null;
    }
    return button(t("Take my seat back"), () => this.table.ask("takeback", {}), { go: true });
  }

  /** @param {View} view */
  sideButtons(view) {
    const { table } = this;
    const { chosen, refusal, busy, picked } = table.choosing;
    const over = view.status === "over";
    const backTo = refusal && !chosen.length ? t("Choose again") : t("Back");
    const back = { ico: /** @type {const} */ ("back"), key: "Esc" };
    return [
      !chosen.length &&
        view.undo.to.length > 0 &&
        button(t("Undo"), () => this.undo(), { ico: "undo", key: "U", id: "undo" }),
      (chosen.length > 0 || refusal) && !busy && button(backTo, () => table.choosing.back(), back),
      over && table.front.closed && button(t("Final score"), () => table.front.reopen(view), { ico: "log" }),
      over && button(t("Replay"), () => table.replay.open(), { ico: "clock", key: "P" }),
      picked &&
        !busy &&
        button(t("Confirm"), () => table.choosing.confirm(), { go: true, ico: "check", key: "↵", id: "confirm" }),
    ];
  }

  /** What does not fit beside the sentence stands below it; the board stays where it is while one chooses. */
  settle() {
    const { el } = this;
    el.style.minHeight = "";
    el.style.marginTop = "";
    el.classList.toggle("tall", !this.tray.hidden && el.offsetHeight > ONE_ROW);
    if (!this.table.choosing.chosen.length || innerWidth < PHONE) {
      this.least = el.offsetHeight;
      return;
    }
    el.style.minHeight = `${this.least}px`;
    el.style.marginTop = `${this.least - el.offsetHeight}px`;
  }

  undo() {
    const to = this.table.view?.undo.to ?? [];
    if (to.length) {
      this.table.ask("undo", { to: Math.max(...to) });
    }
  }
}

/**
 * What the others did since one's own last move, the newest first: why one is asked now, or what one is waiting behind.
 * @param {View} view
 */
export function news(view) {
  if (view.status !== "playing") {
    return "";
  }
  const told = view.log.filter((line) => line.kind === "event" && !line.undone);
  const own = told.findLastIndex((line) => line.seat === view.you);
  const since = told.slice(own + 1).slice(-NEWS);
  return since
    .reverse()
    .map((line) => line.text)
    .join(" ");
}

/** @param {(string | null)[]} parts */
function joined(parts) {
  return parts.filter(Boolean).join(" · ");
}
