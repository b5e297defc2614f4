// One story: what the last action moved, told over a page that already shows the new position. Whatever has not landed
// is only hidden; whenever the story ends (told, cut, failed) everything stands as it was drawn.
import { h } from "../../lib/dom.js";
import { calm, setting } from "../../lib/settings.js";
import { sound } from "../../lib/sound.js";
import { besides, named, placeAt, placeOf } from "./anchors.js";
import { Telling } from "./cancellable.js";
import { MOVES, ribbon } from "./movements.js";
import { COPIES, numberIn, PIECES, scenes, soundOf } from "./timing.js";

/** @import { Movement, View } from "../../types.d.ts" */
/** @import { Place } from "./anchors.js" */

/** Something as it lay before the new position was drawn. @typedef {{ place: Place, markup: string }} Before */

const ITEM = "item:";
const SLOW = 32; // ms of a frame
const PATIENCE = 3; // slow frames in a row
const STAND = 900; // ms: what is said to all, where nothing travels
const FADE = 80; // ms: all that moves where nothing travels
const MOST_BACK = 200; // pieces that are looked at before a step back

export class Story extends Telling {
  /** Where the beats begin, as it was before. @type {Map<string, Place | null>} */
  origins = new Map();
  /** Where the anchors are now that it is drawn: looked at once, before anything is written. @type {Map<string, Place | null>} */
  places = new Map();
  /** Pieces that leave or move, as they were. @type {Map<string, Before>} */
  before = new Map();
  /** Trays' items that were there, and how many lay on each. @type {Map<string, string>} */
  items = new Map();
  /** What is hidden, and its style as it was drawn. @type {Map<Element, string | null>} */
  hidden = new Map();
  /** Numbers that are still to be counted up, and their text as it was drawn. @type {Map<Element, { text: string, owed: number }>} */
  numbers = new Map();
  /** How many pixels a unit of the board has. */
  unit = 1;
  /** How wide the window is: to ask it later would have the page laid out in the middle of a frame. */
  width = 1;
  copies = 0;
  pieces = 0;
  heard = false;
  slow = false;

  /**
   * Look at the page before the new view is drawn.
   * @param {View} view
   * @param {SVGGElement} sheet the layer of the board for what lies over it
   * @param {(story: Story) => void} ended
   */
  constructor(view, sheet, ended) {
    super();
    this.view = view;
    this.beats = view.beats;
    this.sheet = sheet;
    this.ended = ended;
    this.still = calm();
    this.layer = h("div", { class: "flights", "aria-hidden": "true" });
    for (const beat of this.beats) {
      this.lookAt(beat);
    }
    for (const item of document.querySelectorAll("[data-item]")) {
      this.items.set(item.getAttribute("data-item") ?? "", item.querySelector(".n")?.textContent ?? "");
    }
  }

  /** @param {Movement} beat */
  lookAt(beat) {
    if (beat.from) {
      const place = placeOf(beat.from);
      this.origins.set(beat.from, place && { ...place, el: /** @type {Element} */ (place.el.cloneNode(true)) });
    }
    for (const id of beat.ids ?? []) {
      const el = document.getElementById(id);
      const place = el && placeAt(el, true);
      if (el && place) {
        this.before.set(id, { place, markup: el.innerHTML });
      }
    }
  }

  /** The new position is drawn: hide what has not come yet, and begin. */
  async begin() {
    for (const { from, to, seat } of this.beats) {
      this.place(from, seat);
      this.place(to, seat);
      this.place(to);
    }
    this.unit = this.sheet.getScreenCTM()?.a ?? 1;
    this.width = innerWidth;
    document.body.append(this.layer);
    document.body.classList.add("story");
    const coming = this.beats.flatMap((beat) => this.comes(beat));
    for (const beat of this.beats) {
      this.owe(beat);
    }
    if (this.still) {
      await this.tellStill(coming);
      return;
    }
    for (const el of coming) {
      this.hide(el);
    }
    this.watch();
    for (const together of scenes(this.beats)) {
      const seen = new Map();
      const moves = together.map((beat) => {
        const nth = seen.get(beat.kind) ?? 0;
        seen.set(beat.kind, nth + 1);
        return MOVES[beat.kind](this, beat, nth);
      });
      await Promise.all(moves);
      await this.drawn();
      if (this.over) {
        return;
      }
    }
    this.finish();
  }

  /** Nothing travels: what is new fades in, the numbers have changed, one sound is heard. @param {Element[]} coming */
  async tellStill(coming) {
    for (const [el, { text }] of this.numbers) {
      write(el, text);
    }
    const last = this.beats.filter((beat) => soundOf(beat)).at(-1);
    if (last) {
      this.sound(last);
    }
    const fades = coming
      .slice(0, PIECES)
      .map((el) => this.animate(el, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE }));
    await Promise.all([...fades, this.sayStill()]);
    this.finish();
  }

  /** What is said to all stands for a moment. */
  async sayStill() {
    const said = this.beats.find(({ kind, word }) => kind === "say" && word);
    if (said) {
      const strip = ribbon(said);
      this.layer.append(strip);
      await this.animate(strip, [{ opacity: 1 }, { opacity: 1 }], { duration: STAND });
      strip.remove();
    }
  }

  /**
   * What a beat brings and is drawn already.
   * @param {Movement} beat
   * @returns {Element[]}
   */
  comes(beat) {
    if (beat.kind === "lay" || beat.kind === "fly" || beat.kind === "ride") {
      const pieces = (beat.ids ?? []).flatMap((id) => document.getElementById(id) ?? []);
      if (beat.kind !== "fly") {
        return [...pieces, ...besides(pieces)];
      }
      const items = (beat.to ?? "").split(" ").filter((anchor) => anchor.startsWith(ITEM));
      const fresh = items.filter((anchor) => !this.items.has(anchor.slice(ITEM.length)));
      return [...pieces, ...fresh.flatMap(named)];
    }
    return beat.kind === "turn" ? [this.place(beat.to)?.el ?? []].flat() : [];
  }

  /**
   * A number shows what it was until it is counted up.
   * @param {Movement} beat
   */
  owe(beat) {
    const { kind, to = "", by = 0 } = beat;
    for (const el of kind === "count" ? named(to) : []) {
      this.owes(el, by);
    }
    for (const { el, before } of kind === "fly" ? this.stacks(beat) : []) {
      if (!this.numbers.has(el)) {
        this.owes(el, Number(el.textContent) - before);
      }
    }
  }

  /**
   * @param {Element} el
   * @param {number} by
   */
  owes(el, by) {
    const known = this.numbers.get(el) ?? { text: el.textContent ?? "", owed: 0 };
    known.owed += by;
    this.numbers.set(el, known);
    this.showNumber(el);
  }

  /**
   * The numbers on the stacks to which a card flies, and how many cards lay there.
   * @param {Movement} beat
   */
  stacks({ to = "" }) {
    const items = to.split(" ").filter((anchor) => anchor.startsWith(ITEM));
    return items.flatMap((anchor) => {
      const before = this.items.get(anchor.slice(ITEM.length));
      const found = named(anchor).flatMap((item) => item.querySelector(".n") ?? []);
      return before ? found.map((el) => ({ el, before: Number(before) })) : [];
    });
  }

  /** A card has landed on its stack. @param {Movement} beat */
  pay(beat) {
    for (const { el } of this.stacks(beat)) {
      const known = this.numbers.get(el);
      if (known && !this.over) {
        known.owed = 0;
        this.showNumber(el);
      }
    }
  }

  /** @param {Element} el */
  showNumber(el) {
    const known = this.numbers.get(el);
    const number = known && numberIn(known.text);
    if (known && number) {
      write(el, known.owed ? number.put(number.value - known.owed) : known.text);
    }
  }

  /** @param {Element} el */
  hide(el) {
    if (!this.hidden.has(el)) {
      this.hidden.set(el, el.getAttribute("style"));
      const one = /** @type {HTMLElement | SVGElement} */ (el);
      one.style.setProperty("opacity", "0");
    }
  }

  /** @param {Element} el */
  show(el) {
    const style = this.hidden.get(el);
    if (style === undefined) {
      return;
    }
    this.hidden.delete(el);
    if (style === null) {
      el.removeAttribute("style");
    } else {
      el.setAttribute("style", style);
    }
  }

  /**
   * Where a beat begins and ends; null: nothing flies.
   * @param {Movement} beat
   */
  ways(beat) {
    const from = this.origins.get(beat.from ?? "") ?? this.place(beat.from, beat.seat);
    const to = this.place(beat.to, beat.seat);
    return from && to ? { from, to } : null;
  }

  /**
   * The place of these anchors on the page as it is drawn now: no story moves anything but what it tells.
   * @param {string | undefined} anchors
   * @param {number} [seat]
   */
  place(anchors, seat) {
    const key = `${anchors} ${seat}`;
    const known = this.places.get(key);
    if (known !== undefined) {
      return known;
    }
    const found = placeOf(anchors, seat);
    this.places.set(key, found);
    return found;
  }

  /**
   * Something that travels over the page; null: there are too many of them.
   * @param {string | Element} what markup of a picture, or something to be copied
   * @param {{ w: number, h: number }} size
   */
  copy(what, { w, h: high }) {
    if (this.copies >= COPIES || this.over) {
      return null;
    }
    this.copies += 1;
    const size = `width:${w}px;height:${high}px;margin:${-high / 2}px 0 0 ${-w / 2}px`;
    const el = h("div", { class: "flight", style: size });
    if (typeof what === "string") {
      el.innerHTML = what;
    } else {
      el.append(what);
    }
    this.layer.append(el);
    return el;
  }

  /** @param {Element} copy */
  land(copy) {
    this.copies -= 1;
    copy.remove();
  }

  /**
   * The sound of a beat: of others half as loud, and from where it happens.
   * @param {Movement} beat
   * @param {{ pitch?: number, length?: number, gain?: number, x?: number }} [how]
   */
  sound(beat, { gain = 1, x, ...how } = {}) {
    const { you, seats } = this.view;
    const actor = beat.seat === undefined ? undefined : seats[beat.seat];
    const own = actor === undefined || beat.seat === you;
    if (you === null && actor?.kind === "bot" && this.heard) {
      return; // bots among themselves: one sound a move
    }
    this.heard = true;
    const pan = x === undefined ? 0 : (x / this.width - 0.5) * 0.6;
    sound.play(soundOf(beat), { ...how, gain: gain * (own ? 1 : 0.5), pan });
  }

  /** Where frames come too slowly nothing more is told, unless it is to be seen at any price. */
  watch() {
    if (setting.get("motion", "on") === "always") {
      return;
    }
    let last = 0;
    let late = 0;
    const frame = (/** @type {number} */ now) => {
      late = last && now - last > SLOW ? late + 1 : 0;
      last = now;
      if (late >= PATIENCE) {
        this.slow = true;
        this.finish();
      } else if (!this.over) {
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  }

  /** However far it was told: now all stands as it was drawn. */
  finish() {
    if (!this.cut()) {
      return;
    }
    this.layer.remove();
    this.sheet.replaceChildren();
    for (const el of [...this.hidden.keys()]) {
      this.show(el);
    }
    for (const [el, { text }] of this.numbers) {
      write(el, text);
    }
    document.body.classList.remove("story");
    this.ended(this);
  }
}

/**
 * Another text for a number. The node stays: a browser asks of a new one which rules look at it (`:has`), wherever they are.
 * @param {Element} el
 * @param {string} text
 */
function write(el, text) {
  const node = el.firstChild;
  if (node instanceof Text && el.childNodes.length === 1) {
    node.data = text;
  } else {
    el.textContent = text;
  }
}

/**
 * The beats of a step back: whatever leaves the board goes, whatever stood elsewhere returns. Made from the pieces that
 * lie there, before the older position is drawn.
 * @param {SVGGElement} sheet
 * @returns {Movement[]}
 */
export function backwards(sheet) {
  const pieces = [...(sheet.ownerSVGElement?.querySelectorAll(".piece[id]") ?? [])];
  const ids = pieces.slice(0, MOST_BACK).map((piece) => piece.id);
  return [
    { kind: "lift", ids, sound: "card" },
    { kind: "slide", ids, sound: "" },
  ];
}
