// The dock: one sentence, three keys that keep their places, a row of what can be chosen, one's hand. What is asked
// changes what lies in it, never its size; only a form of many fields borrows some of the board's.

import { victory } from "../../lib/common_texts.js";
import { button } from "../../lib/controls.js";
import { fill, find, h } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { pointed, t, tn } from "../../lib/translate.js";
import { otherTurns } from "../../lib/waiting_turns.js";
import { rememberRule, ruleAddress } from "../../rules/met_rule.js";
import { bestFirst, fullText, numbersAmong } from "../action_paths.js";
import { allShapes } from "../board/shapes.js";
import { Rack } from "../board/tile_rack.js";
import { planSlips, showTools, toolButtons } from "../planning/route_tray.js";
import { openForm } from "./action_form.js";
import { actionRow, fixedTrays, ownForm } from "./action_row.js";
import { alike, endings, labelOf, shorter, unmistaken } from "./button_labels.js";
import { gainRows } from "./gain_rows.js";
import { face, refill } from "./item_pictures.js";
import { Stepper } from "./number_stepper.js";
import { paymentRow, payments } from "./payments.js";
import { StandingBid } from "./standing_bid.js";
import { tileChoices } from "./tile_choices.js";
import { lies, Trays, takenFrom, traysOf } from "./trays.js";

/** @import { Form, Legal, Reason, Tray, View } from "../../types.d.ts" */
/** @import { Next } from "../action_paths.js" */
/** @import { TablePage } from "../table.js" */
/** @import { IconName } from "../../lib/icons.js" */

const LONG_ROW = 4; // things that a phone shows without scrolling
const LONG = 40; // letters: a longer question is written smaller,
const LONGER = 54; // and one that is longer still, smaller again on a phone
const NOTE = 56; // letters: so is a longer note, on a phone
const SIGNS = 40; // pictures to choose from
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NAMED = 9; // so many cities are listed by name
const BESIDE = 4; // answers in words beside pictures; more are chosen step by step
const TILES = 6; // pictures of tiles; more are shown on demand
const FEW = 2; // answers: they stand in the middle, with who comes next below them
const SMALL = "(max-width:760px),(max-height:500px)"; // phones, upright and on their side

export class Prompt {
  /** What the sentence says now. @type {string | null} */
  said = null;
  /** The hex for which every tile is shown. */
  allTiles = "";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.ico = h("span", { class: "ico" });
    const all = t("All moves as a list");
    const list = h("span", { class: "all", "aria-hidden": "true" }, icon("log"), t("List"));
    const open = { type: "button", class: "lamp", "aria-label": all, title: `${all} (A)` };
    this.lamp = h("button", { ...open, onclick: () => table.rail.actions.focus() }, this.ico, list);
    this.words = h("p", { class: "say", "aria-live": "polite", id: "asked" });
    this.title = h("h2");
    this.row = h("div", { class: "row", tabindex: "-1" });
    this.tray = h("div", { class: "zone tray", role: "group", "aria-label": t("Choices") }, this.title, this.row);
    this.fixedTitle = h("h2");
    this.fixedRow = h("div", { class: "row" });
    this.fixed = h("div", { class: "zone fixed" }, this.fixedTitle, this.fixedRow);
    this.handTitle = h("h2");
    this.handRow = h("div", { class: "row" });
    this.hand = h("div", { class: "zone hand" }, this.handTitle, this.handRow);
    this.undoKey = button(t("Undo"), () => this.undo(), { ico: "undo", id: "undo", title: "U" });
    this.backKey = button(t("Back"), () => table.choosing.back(), { ico: "back", id: "back", title: "Esc" });
    this.goKey = button(t("Confirm"), () => this.go(), { go: true, ico: "check", id: "confirm", title: "↵" });
    this.nextKey = h(
      "a",
      { class: "btn go", id: "next-turn", hidden: true },
      icon("next"),
      h("span", {}, t("Next game")),
    );
    this.tools = toolButtons(table);
    this.keys = h("div", { class: "three" }, this.tools, this.undoKey, this.backKey, this.goKey, this.nextKey);
    const parts = [this.lamp, this.words, this.keys, this.fixed, this.tray, this.hand];
    this.el = h("section", { class: "prompt", "aria-label": t("What to do now") }, parts);
    this.small = matchMedia(SMALL);
    this.small.addEventListener("change", () => table.renderChoice(), table.until);
    this.brought = -1; // the move before which something was brought into sight
    this.trays = new Trays(table);
    this.stepper = new Stepper(table);
    this.standing = new StandingBid(table);
    this.rack = new Rack(table);
    table.boardMain.append(this.rack.line, this.rack.el);
  }

  /**
   * @param {View} view
   * @param {Next} next
   */
  show(view, next) {
    this.drawHand(view);
    if (this.table.past) {
      this.table.replay.show();
      return;
    }
    const active = document.activeElement;
    const held = active instanceof HTMLElement ? active.dataset.pick : undefined;
    this.drawState(view);
    this.drawWords(view);
    this.drawFixed(view, next);
    this.drawTray(view, next);
    this.drawKeys(view);
    if (held && document.activeElement !== active) {
      find(`:is(.prompt, .rack) [data-pick="${CSS.escape(held)}"]`)?.focus();
    }
  }

  /** Whether the reader is asked. @param {View} view */
  asked(view) {
    return this.table.choosing.mine && view.status === "playing";
  }

  /** @param {View} view */
  drawState(view) {
    const { refusal } = this.table.choosing;
    const asked = this.asked(view);
    this.el.classList.toggle("no", refusal !== null);
    this.el.classList.toggle("wait", !refusal && !asked);
    this.el.classList.remove("replay");
    const lamp = /** @type {IconName | undefined} */ (view.ask?.lamp);
    const actor = view.seats[view.actor];
    const waiting = actor && this.table.rail.players.thinking(view, actor) ? "wheel" : "people";
    const idle = view.status === "over" ? "check" : waiting;
    this.el.classList.toggle("thinks", idle === "wheel");
    const { routes } = this.table;
    const now = routes.lamp() ?? (asked ? (lamp ?? "tile") : idle);
    fill(this.ico, icon(refusal ? "no" : now));
  }

  /** The sentence is touched only when it changes, so that it is read aloud once. @param {View} view */
  drawWords(view) {
    const { refusal, picked } = this.table.choosing;
    if (this.table.routes.active && !refusal) {
      this.say(...this.table.routes.words());
      return;
    }
    const chosen = picked?.cost && this.small.matches ? view.names[picked.path[0]] : picked?.text; // the slips say the rest
    this.say(pointed(refusal?.text ?? chosen ?? this.question(view)), this.below(view));
  }

  /**
   * @param {string} line
   * @param {string | HTMLElement} below
   */
  say(line, below) {
    const text = line + (below instanceof Node ? below.textContent : below);
    if (this.said !== text) {
      this.said = text;
      const small = text.length - line.length > NOTE ? "long" : null;
      const note = below && h("span", { class: small }, below);
      const length = [line.length > LONG && "long", line.length > LONGER && "longer"].filter(Boolean).join(" ");
      fill(this.words, h("b", { class: length || null }, line), note);
    }
  }

  /** What is asked, or what the others are doing. @param {View} view */
  question(view) {
    const { ask, lesson } = view;
    if (lesson?.quiz) {
      return t("The coach has a question for you");
    }
    if (lesson?.next) {
      return t("Read this, then press Next");
    }
    const action = this.ownAction(view);
    if (action && this.table.choosing.chosen.length === this.table.choosing.given.length) {
      return action.ask ?? view.prompt;
    }
    if (this.paying(view)) {
      return this.lines() ?? t("How do you want to pay?");
    }
    return (this.asked(view) && this.small.matches && ask?.short) || view.prompt;
  }

  /**
   * What stands below the sentence.
   * @param {View} view
   * @returns {string | HTMLElement}
   */
  below(view) {
    const { refusal, busy, picked, chosen, begun } = this.table.choosing;
    if (refusal) {
      return refusal.clause ? this.ruleLink(refusal) : "";
    }
    if (busy) {
      return t("Sending…");
    }
    if (picked) {
      return picked.more;
    }
    if (view.you !== null && view.seats[view.you]?.handed) {
      return t("A bot is playing your seat.");
    }
    if (view.lesson?.quiz || view.lesson?.next) {
      return ""; // what the game asks can wait
    }
    if (view.outcome) {
      return victory(view.outcome, view.seats);
    }
    if (!this.asked(view) && view.orders?.chosen) {
      return t("You've chosen. The game goes on when everybody has.");
    }
    if (!this.asked(view)) {
      return joined([view.you === null && view.status === "playing" ? t("You're watching.") : "", following(view)]);
    }
    const next = this.table.choosing.next();
    const own = chosen.slice(this.table.choosing.given.length);
    const path = own.map((target) => view.names[target] || target).join(" · ");
    const off = this.table.choosing.offBoard(next);
    if (begun && next.size > off.length && !off.some((target) => lies(view, target))) {
      return joined([path, t("choose on the board")]); // nothing lies in the row, except buttons
    }
    if (this.small.matches && path) {
      return path; // the rest was read before, and would end in three dots
    }
    return joined([path, this.paying(view) ? "" : (view.ask?.note ?? view.note)]);
  }

  /** The action of the turn that was chosen, and nothing of it yet. @param {View} view */
  ownAction(view) {
    const { place } = this.table.choosing;
    return traysOf(view, "actions")
      .flatMap(({ items }) => items)
      .find(({ id }) => id === place);
  }

  /** Several ways to the same place, as the words that their sentences begin with. */
  lines() {
    const behind = this.table.choosing.candidates();
    return behind.some(({ of }) => of) ? alike(behind).join(" ").replace(/[:,]$/, "") : null;
  }

  /** What a thing that was chosen can be paid with, where there is a choice. @param {View} view */
  paying(view) {
    const { begun, picked } = this.table.choosing;
    return begun && !picked && this.asked(view) && payments(view, this.table.choosing.candidates()) !== null;
  }

  /** The way to the rule that refused, with what it said. @param {Pick<Reason, "text" | "clause">} refusal */
  ruleLink({ clause, text }) {
    const href = ruleAddress(this.table.view?.game.key ?? "", clause);
    return h("a", { href, onclick: () => rememberRule(clause, text) }, t("Read the rule"));
  }

  /**
   * What lies in the row: what can be chosen here, or what is on offer anyway.
   * @param {View} view
   * @param {Next} next
   */
  drawTray(view, next) {
    const { routes } = this.table;
    const asides = this.afterwards(view);
    const nodes = asides.filter((node) => node instanceof Node);
    this.rack.clear();
    const { title, things: laid, more = "" } = this.laid(view, next);
    const alone = !routes.active && !this.table.choosing.begun && !this.standing.open;
    const things = alone ? [...laid, ...this.standing.row(view)] : laid;
    this.title.textContent = title;
    const all = [...nodes, ...things];
    const few =
      all.length > 0 && all.length <= FEW && all.every((node) => node instanceof Element && node.matches(".btn"));
    const line = more || (few && !routes.active && this.asked(view) && following(view));
    this.row.classList.toggle("few", few);
    document.body.classList.remove("filling");
    refill(this.row, line ? [...all, h("p", { class: "then" }, line)] : all);
    this.bring(view.ply);
  }

  /**
   * What lies in the row: of a tool that is used, of a standing bid, or what is asked.
   * @param {View} view
   * @param {Next} next
   */
  laid(view, next) {
    const { routes } = this.table;
    if (routes.active) {
      return routes.tray();
    }
    return this.standing.open && this.standing.offered(view) ? this.standing.form(view) : this.choices(view, next);
  }

  /** What can be chosen is brought into sight, once for each question: of a long row the reader may look at the rest. @param {number} ply */
  bring(ply) {
    const lit = this.row.querySelector(".thing.lit") ?? this.row.querySelector(".thing.on"); // the only one is chosen already
    if (!lit || this.brought === ply) {
      return;
    }
    this.brought = ply;
    const windows = [this.row, lit.closest(".things") ?? this.row].map((el) => el.getBoundingClientRect()); // either may scroll
    const inner = lit.getBoundingClientRect();
    const right = Math.min(...windows.map((room) => room.right));
    if (inner.right > right || inner.bottom > Math.min(...windows.map((room) => room.bottom), innerHeight)) {
      lit.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }

  /**
   * @param {View} view
   * @param {Next} next
   * @returns {{ title: string, things: Node[], more?: string }}
   */
  choices(view, next) {
    const { choosing } = this.table;
    const { begun, chosen, picked } = choosing;
    const asked = this.asked(view);
    const first = picked?.path[0];
    const behind = picked ? view.legal.filter((action) => action.path[0] === first) : choosing.candidates();
    const pays = asked && chosen.length > 0 ? payments(view, behind) : null;
    if (pays) {
      const lines = behind.some(({ of }) => of);
      const title = lines ? t("Lines to {place}", { place: view.names[chosen[0]] ?? "" }) : t("Pay with");
      const letter = (/** @type {number} */ i) => (lines ? LETTERS[i] : "");
      return { title, things: pays.map((action, i) => paymentRow(this.table, view.names, action, letter(i))) };
    }
    const numbers = asked && !picked ? numbersAmong(next) : null;
    if (numbers) {
      return { title: "", things: [this.stepper.draw(numbers, next), ...this.buttons(view, next, true)] };
    }
    const signs = asked && (chosen.length > 0 || picked) ? this.signs(behind) : null;
    if (signs) {
      const tiles = behind.some(({ effect }) => effect); // they lie in the tray: the board shows where they go
      const beside = !tiles && this.rack.lay(this.beside(), signs);
      return beside
        ? { title: "", things: [], more: t("Pick one of the options next to the place on the board.") }
        : { title: "", things: signs };
    }
    const turn = traysOf(view, "actions")[0];
    if (turn && view.status !== "over") {
      return this.actionsOf(view, next, turn);
    }
    const midway = begun && !picked; // then only what leads on lies there
    const offers = view.status === "over" ? [] : this.offers(view, next); // then nothing is on offer
    const trays = offers.filter(({ items }) => !midway || items.some(({ target = "" }) => next.has(target)));
    const more = asked && !picked ? this.buttons(view, next, false) : [];
    const forms = asked && !begun ? view.forms.map((form) => this.formButton(form)) : [];
    const rows = trays.map((tray) => this.trays.row(tray));
    const told = asked && !begun && !trays.length && !view.lesson?.puzzle; // what brings most is for the reader to find
    const gains = told ? gainRows(this.table, view.legal) : [];
    const plans = asked && !begun ? planSlips(this.table.routes, view) : [];
    const answers = [...plans, ...more, ...forms, ...gains];
    const items = trays.flatMap((tray) => tray.items);
    const long = this.small.matches && items.length > LONG_ROW; // a phone hides answers behind so many cards
    const lit = items.some(({ target = "" }) => next.has(target) || (!long && chosen.includes(target)));
    const elsewhere = asked && !picked && !lit && !answers.length && !view.pick && next.size > 0;
    return {
      title: trays[0]?.title ?? "",
      things: lit ? [...rows, ...answers] : [...answers, ...rows],
      more: elsewhere ? whereToChoose(view, next) : "",
    };
  }

  /**
   * Games with a row of actions: the row in its fixed places, or the answers to a question that has others.
   * @param {View} view
   * @param {Next} next
   * @param {Tray} turn
   * @returns {{ title: string, things: Node[], more?: string }}
   */
  actionsOf(view, next, turn) {
    const { choosing } = this.table;
    const { place, picked } = choosing;
    const asked = this.asked(view);
    const ids = new Set(turn.items.map(({ id }) => id));
    const others = new Map(
      [...next].filter(([, behind]) => place !== null || !behind.every(({ of = "" }) => ids.has(of))),
    );
    const answers = asked && !picked ? this.buttons(view, others, false, place !== null) : [];
    const chosen = turn.items.find(({ id }) => id === place);
    const verb = chosen?.form ?? "";
    const forms =
      asked && !picked
        ? view.forms.filter((form) => ownForm(turn, form) === (place !== null) && (!place || form.verb === verb))
        : [];
    const things = [...answers, ...forms.map((form) => this.formButton(form))];
    const lit = choosing.begun && choosing.chosen.length > 0 && !picked;
    if (things.length || lit) {
      return { title: chosen?.label ?? "", things, more: things.length ? "" : whereToChoose(view, next) };
    }
    return { title: turn.title, things: [actionRow(this.table, view, turn)] };
  }

  /** Things with a place of their own: what is asked does not move them. @param {View} view @param {Next} next */
  drawFixed(view, next) {
    const { choosing } = this.table;
    const trays = fixedTrays(view);
    this.el.classList.toggle("placed", trays.length > 0);
    document.body.classList.toggle("reserved", trays.length > 0);
    this.fixedTitle.textContent = trays[0]?.title ?? "";
    refill(
      this.fixedRow,
      trays.map((tray) => this.trays.row(tray)),
    );
    for (const tray of trays) {
      const taken = takenFrom(tray.items, choosing.chosen);
      this.trays.mark(tray, (item) => {
        const on = taken.has(item);
        return { lit: !on && next.has(item.target ?? ""), on };
      });
    }
  }

  /** The rack stays beside its hex. */
  follow() {
    if (!this.rack.el.hidden) {
      this.rack.lay(this.beside(), [...this.rack.el.childNodes]);
    }
  }

  /** The hex that was chosen on a board with room beside it. */
  beside() {
    const hexes = this.small.matches ? [] : allShapes(this.table.choosing.chosen);
    return hexes.find((shape) => shape.matches(".board-svg .hx"));
  }

  /**
   * The trays on offer, marked.
   * @param {View} view
   * @param {Next} next
   */
  offers(view, next) {
    const { choosing } = this.table;
    const { pick } = view;
    const trays = traysOf(view, "offer").filter(({ places }) => !places);
    for (const tray of trays) {
      this.trays.row(tray);
      const taken = takenFrom(tray.items, choosing.chosen);
      const gone = takenFrom(tray.items, this.table.later.held?.action.path ?? []);
      this.trays.mark(tray, (item) => {
        const { target = "" } = item;
        const on = pick?.of.includes(target) ? choosing.on.has(target) : taken.has(item);
        const away = gone.has(item) && item.count === undefined;
        return { lit: !on && !away && (next.has(target) || pick?.of.includes(target)), on, away };
      });
    }
    return trays;
  }

  /** One's own cards, and which of them a payment takes. @param {View} view */
  drawHand(view) {
    const trays = traysOf(view, "hand");
    this.el.classList.toggle("handless", !trays.length);
    this.handTitle.textContent = trays[0]?.title ?? "";
    refill(
      this.handRow,
      trays.map((tray) => this.trays.row(tray)),
    );
    this.rise(this.table.past ? null : this.table.choosing.picked);
  }

  /** The cards of a payment rise; those that may be chosen themselves are lit. @param {Legal | null} action */
  rise(action) {
    const { choosing, shown } = this.table;
    const cost = new Map(action?.cost);
    const next = shown && this.asked(shown) ? choosing.next() : new Map();
    for (const tray of shown ? traysOf(shown, "hand") : []) {
      this.trays.mark(tray, ({ face: kind, target = "" }) => ({
        lit: next.has(target),
        on: cost.has(kind) || choosing.chosen.includes(target),
        minus: cost.get(kind),
      }));
    }
  }

  /**
   * @param {View} view
   * @param {Next} next
   * @param {boolean} numbered whether the numbers are on a slider
   * @param {boolean} [named] places on the board get a button, too, if they are few and have a name
   */
  buttons(view, next, numbered, named = false) {
    const { choosing } = this.table;
    if (view.pick) {
      return [];
    }
    const cities = named ? [...next.keys()].filter((target) => target.startsWith("city:")) : [];
    const off = [...choosing.offBoard(next), ...(cities.length <= NAMED ? cities : [])].filter(
      (target) => (!numbered || !target.startsWith("n:")) && !lies(view, target),
    );
    const first = choosing.chosen.length === 0;
    const called = (/** @type {string} */ target) => named && view.names[target];
    const labels = off.map((target) => called(target) || labelOf(view.names, next, target, first));
    const words = shorter(labels);
    return off.map((target, i) => {
      const behind = next.get(target) ?? [];
      const [one, other] = behind;
      const alone = behind.length === 1 || (behind.length === 2 && one.path.length === 2 && other.path.length === 2);
      const best = named && one.badge?.startsWith("+") ? one.badge : "";
      const note = best || (alone && one.more);
      const more = note ? h("small", {}, note) : null; // of two ways the first says what it is good for
      const picture = one?.face && behind.every((way) => way.face === one.face) ? face(one.face, one.w, one.h) : null;
      return button([picture, words[i], more], () => choosing.click(target), {
        "data-pick": target,
        title: words[i] === labels[i] ? null : labels[i],
        ...this.looking(one),
      });
    });
  }

  /** Pointing at a choice shows what it would do. @param {Legal} action */
  looking(action) {
    const look = () => this.table.pointing.peek(action);
    return { onfocus: look, onpointerenter: look };
  }

  /**
   * Choices that have a picture each (tiles as they would lie) are shown at once, however many steps they are away.
   * @param {Legal[]} all
   */
  signs(all) {
    const puzzle = this.table.shown?.lesson?.puzzle;
    const leaves = puzzle ? all : bestFirst(all);
    if (leaves.length > 1 && leaves.every(({ effect }) => effect)) {
      return this.picker(leaves);
    }
    const groups = new Set(leaves.map(({ group }) => group));
    const several = groups.size > 1 && !groups.has(undefined);
    if (several && leaves.every((action) => action.face || signOf(action))) {
      return bunches(unlike(leaves), (action, words) => this.signButton(action, action.face ?? "", "", words));
    }
    const faces = leaves.map((action) => action.face || signOf(action));
    const plain = faces.filter((one) => !one).length;
    if (leaves.length > SIGNS || plain > Math.min(BESIDE, faces.length - 1)) {
      return null;
    }
    const alike = new Set(faces).size < faces.length; // one cube, two cities: the picture does not tell them apart
    const names = alike ? unmistaken(this.table.shown?.names ?? {}, leaves) : [];
    const signs = leaves.map((action, i) => this.signButton(action, faces[i], names[i] ?? ""));
    const first = signs.filter((_, i) => !faces[i]); // what is no picture would be lost behind many
    return [...first, ...signs.filter((sign) => !first.includes(sign))];
  }

  /**
   * Tiles to lay, one for each thing they do: first those that complete a link, then the most useful others; more on demand.
   * @param {Legal[]} leaves
   */
  picker(leaves) {
    const { choosing } = this.table;
    const place = choosing.chosen.join();
    const { completing, others } = tileChoices(leaves);
    const all = this.allTiles === place;
    const room = Math.max(2, TILES - completing.length);
    const shown = all ? others : others.slice(0, room);
    const sign = (/** @type {Legal} */ action) => this.tileButton(action, completing.includes(action));
    const more = () => {
      this.allTiles = place;
      this.table.renderChoice();
    };
    const rest = others.length - shown.length;
    return [
      completing.length > 0 && bunch(t("Completes a link"), completing.map(sign)),
      shown.length > 0 && bunch(completing.length ? t("Other tiles") : t("Tiles"), shown.map(sign)),
      rest > 0 && button(tn("{count} more tile", "{count} more tiles", rest), more, { class: "btn more-tiles" }),
    ].filter((node) => node instanceof Element);
  }

  /**
   * @param {Legal} action
   * @param {boolean} wide whether it names the link that it completes
   */
  tileButton(action, wide) {
    const { choosing } = this.table;
    const on = choosing.picked?.effect === action.effect ? " on" : "";
    return h(
      "button",
      {
        type: "button",
        class: `sign tile${wide ? " wide" : ""}${on}`,
        "data-pick": action.path.join("/"),
        "aria-label": fullText(action),
        title: action.text,
        onclick: () => (choosing.picked === action ? choosing.confirm() : choosing.pick(action)),
        ...this.looking(action),
      },
      face(action.face ?? "", action.w, action.h),
      h("b", {}, (wide ? action.completes : action.label) ?? ""),
      action.badge && h("small", {}, action.badge),
    );
  }

  /**
   * @param {Legal} action
   * @param {string} sign
   * @param {string} name what tells it apart, if the picture does not
   * @param {string} [words] what stands on it where there is no picture
   */
  signButton(action, sign, name, words = action.text) {
    const { choosing } = this.table;
    const pick = () => (choosing.picked === action ? choosing.confirm() : choosing.pick(action));
    const on = choosing.picked === action ? " on" : "";
    const more = {
      "data-pick": action.path.join("/"),
      "aria-label": fullText(action),
      title: action.text,
      ...this.looking(action),
    };
    if (!sign) {
      return button(words, pick, more);
    }
    const price = action.badge ?? action.more;
    const tag = price && name !== action.more && h("small", {}, price);
    return h(
      "button",
      { type: "button", class: `sign${name ? " named" : ""}${on}`, onclick: pick, ...more },
      face(sign, action.w, action.h),
      name && h("b", {}, name),
      tag || null,
    );
  }

  /** @param {Form} form */
  formButton(form) {
    const pick = { "data-pick": `form:${form.verb}` };
    if (form.fields.length) {
      return button(`${form.title}\u00a0…`, () => this.openForm(form), pick);
    }
    return button(form.title, () => this.table.choosing.send(form.base), pick);
  }

  /** @param {Form} form */
  openForm(form) {
    const el = openForm(form, {
      send: (action) => this.table.choosing.send(action),
      cancel: () => this.table.renderChoice(),
    });
    document.body.classList.add("filling"); // a form needs more room than a row of things
    fill(this.row, el);
    find("input,select", el)?.focus();
  }

  /** What there is to do when the game is over. @param {View} view */
  afterwards(view) {
    const { front } = this.table;
    if (view.status !== "over") {
      return [];
    }
    return [
      front.closed && button(t("Final score"), () => front.reopen(view), { ico: "log" }),
      button(t("Analyze"), () => this.table.lookBack(), { ico: "eye", title: "P" }),
    ];
  }

  /** Who has moved, and is to move elsewhere, finds the way there in the place of Confirm. @param {View} view */
  drawNext(view) {
    const idle = view.you !== null && view.status === "playing" && !this.asked(view) && this.goKey.disabled;
    const [next] = idle ? otherTurns(this.table.id) : [];
    this.nextKey.hidden = !next;
    this.goKey.hidden = Boolean(next);
    if (next) {
      this.nextKey.href = `/t/${next.table}`;
      this.nextKey.title = next.name;
    }
  }

  /** Undo, Back and Confirm keep their places; what cannot be used is drawn empty. @param {View} view */
  drawKeys(view) {
    const { begun, refusal, picked } = this.table.choosing;
    const { routes, later } = this.table;
    const busy = this.table.choosing.busy || routes.working;
    const planning = routes.active;
    this.undoKey.disabled = busy || begun || planning || !view.undo.to.length;
    this.backKey.disabled = busy || !(begun || refusal || later.held || planning);
    this.goKey.disabled = busy || !(planning ? routes.ready() : this.table.choosing.ready());
    showTools(this.tools, this.table, view);
    this.el.classList.toggle("tooled", !this.tools.hidden);
    const label = this.goWords(view, picked);
    const words = find("span:not(.ico)", this.goKey);
    if (words && words.textContent !== label) {
      words.textContent = label;
    }
    this.drawNext(view);
    this.el.classList.toggle("idle", this.goKey.disabled && this.backKey.disabled && this.undoKey.disabled);
  }

  /**
   * @param {View} view
   * @param {Legal | null} picked
   */
  goWords(view, picked) {
    if (this.table.routes.active) {
      return this.table.routes.goWords();
    }
    if (view.pick && this.asked(view)) {
      return view.pick.go[this.table.choosing.on.size];
    }
    return picked?.badge ? `${t("Confirm")} ${picked.badge}` : t("Confirm");
  }

  /** Do what is fully chosen. */
  go() {
    if (this.table.routes.active) {
      this.table.routes.confirm();
      return;
    }
    const action = this.table.choosing.ready();
    if (action) {
      this.table.choosing.send(action.action);
    }
  }

  undo() {
    const to = this.table.view?.undo.step ?? null;
    if (to !== null) {
      this.table.ask("undo", { to });
    }
  }
}

/**
 * Who comes next, as those who wait want to know.
 * @param {View} view
 */
export function following(view) {
  const [next, after] = view.ask?.next ?? [];
  if (next === undefined) {
    return "";
  }
  if (next === view.you) {
    return t("You're next");
  }
  const who = view.seats[next]?.name;
  return after === view.you ? t("Next: {who}, then you", { who }) : t("Next: {who}", { who });
}

/**
 * What looks the same under one heading is the same: it is offered once.
 * @param {Legal[]} leaves
 */
function unlike(leaves) {
  return [...new Map(leaves.map((action) => [`${action.group} ${action.face ?? action.i}`, action])).values()];
}

/**
 * Many pictures of several kinds: what belongs together stands together, under its heading.
 * @param {Legal[]} leaves
 * @param {(action: Legal, words: string) => HTMLElement} sign
 */
function bunches(leaves, sign) {
  /** @type {Map<string, Legal[]>} */
  const found = new Map();
  for (const action of leaves) {
    const { group = "" } = action;
    found.set(group, [...(found.get(group) ?? []), action]);
  }
  return [...found].map(([title, own]) => {
    const words = endings(own.map(({ text }) => text));
    return bunch(
      title,
      own.map((action, i) => sign(action, words[i])),
    );
  });
}

/**
 * Signs of one kind under their heading.
 * @param {string} title
 * @param {HTMLElement[]} signs
 */
function bunch(title, signs) {
  return h("div", { class: "bunch", role: "group", "aria-label": title }, h("b", {}, title), h("div", {}, signs));
}

/** @param {Legal} action */
function signOf(action) {
  const id = `sign-${action.path.at(-1)}`;
  return document.getElementById(id) ? id : "";
}

/** @param {(string | null | undefined)[]} parts */
function joined(parts) {
  return parts.filter(Boolean).join(" · ");
}

/**
 * Where what may be chosen lies, when it does not lie in the row.
 * @param {View} view
 * @param {Next} next
 */
function whereToChoose(view, next) {
  const own = traysOf(view, "hand").some(({ items }) => items.some(({ target = "" }) => next.has(target)));
  return own ? t("Choose one of your cards.") : t("Choose a highlighted place on the board.");
}
