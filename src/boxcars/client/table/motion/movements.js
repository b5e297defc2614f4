// The eleven kinds of movement. Only transform and opacity move (and new rails, and a ribbon that opens); each returns when it
// has landed.
import { find, h } from "../../lib/dom.js";
import { besides, named, placeAt } from "./anchors.js";
import { corners, countLength, framesAlong, PIECES, rideLength } from "./timing.js";

/** @import { Movement } from "../../types.d.ts" */
/** @import { Place } from "./anchors.js" */
/** @import { Story } from "./animation.js" */
/** @typedef {(story: Story, beat: Movement, nth: number) => Promise<void>} Move */

const OUT = "cubic-bezier(.2,.8,.2,1)";
const DROP = "cubic-bezier(.5,0,.8,.4)";
const ARC = "cubic-bezier(.45,.05,.25,1)";
const APART = 90; // ms between things that fly together
const FLIGHT = 400;
const LIFT = 30; // px: the height of an arc
const CARD = { w: 31, h: 46 }; // px: a card where nothing says how large it is
const DRAWING = 26; // units of a small drawing round (0, 0)
const LEAST = 20; // px, so that it can be seen on a phone
const WAGON = { ms: 200, apart: 170, high: 26 };
const CLOSE = 120;
const RAILS = 220;
const SLIDE = 240;
const DIE = 30;
const RISE = 900;
const RISE_OF_OTHERS = 600;
const SAID = 1200;
const SAID_SHORT = 1000;

/** @type {Record<Movement["kind"], Move>} */
export const MOVES = { fly, lay, lift, slide, ride, turn, count, dice, stamp, rise: showGain, say };

/**
 * @param {number} x
 * @param {number} y
 * @param {string} [more]
 */
const at = (x, y, more = "") => `translate(${x}px,${y}px) ${more}`;

/**
 * The picture of a face, and its size on the screen.
 * @param {Story} story
 * @param {string} face
 * @param {Place} place where it is to have the size of what lies there
 */
function picture(story, face, place) {
  if (face.startsWith("<")) {
    const side = Math.max(LEAST, DRAWING * story.unit);
    const half = DRAWING / 2;
    return { svg: `<svg class="bx" viewBox="${-half} ${-half} ${DRAWING} ${DRAWING}">${face}</svg>`, w: side, h: side };
  }
  const size = place.thing ? place : CARD;
  const [, , wide, tall] = (document.getElementById(face)?.getAttribute("viewBox") ?? "0 0 2 3").split(" ").map(Number);
  const high = Math.min(size.h, (Math.max(size.w, size.h) * tall) / wide);
  return { svg: `<svg class="bx"><use href="#${CSS.escape(face)}"/></svg>`, w: (high * wide) / tall, h: high };
}

/**
 * What travels: the face that the beat names, the piece that it brings, or a copy of what lay there.
 * @param {Story} story
 * @param {Movement} beat
 * @param {Place} from
 */
function traveller(story, beat, from) {
  const { face = "" } = beat;
  if (face.startsWith("<") || document.getElementById(face)) {
    const { svg, ...size } = picture(story, face, from);
    return story.copy(svg, size);
  }
  const piece = beat.ids?.length ? document.getElementById(beat.ids[0]) : null;
  if (piece) {
    const { svg, ...size } = picture(story, piece.innerHTML.replaceAll(" id=", " data-was="), from);
    return story.copy(svg, size);
  }
  return from.thing && from.el instanceof HTMLElement ? story.copy(from.el, from) : null;
}

/** @type {Move} */
async function fly(story, beat, nth) {
  await story.wait(nth * APART);
  const ways = story.over ? null : story.ways(beat);
  const copy = ways && traveller(story, beat, ways.from);
  if (ways && copy) {
    const { from, to } = ways;
    story.sound(beat, { x: to.x });
    if (beat.faces?.length) {
      turnOver(story, copy, picture(story, beat.faces[0], from).svg);
    }
    const high = Number.parseFloat(copy.style.height);
    const most = copy.firstElementChild?.hasAttribute("viewBox") ? 1 : 3; // a drawing has the size of the board
    const shrink = Math.min(most, to.thing ? to.h / high : 0.6);
    const gone = to.thing ? 1 : 0;
    const middle = at(
      (from.x + to.x) / 2,
      Math.min(from.y, to.y) - LIFT,
      `scale(${(1.06 + shrink) / 2 + 0.05}) rotate(-6deg)`,
    );
    const frames = [
      { transform: at(from.x, from.y) },
      { transform: middle, offset: 0.45 },
      { transform: at(to.x, to.y, `scale(${shrink})`), opacity: 1, offset: gone ? 1 : 0.85 },
      ...(gone ? [] : [{ transform: at(to.x, to.y, `scale(${shrink})`), opacity: 0 }]),
    ];
    await story.animate(copy, frames, { duration: FLIGHT, easing: ARC });
    story.land(copy);
  }
  story.pay(beat);
  for (const el of story.comes(beat)) {
    story.show(el);
  }
}

/**
 * On its way a card turns its face up.
 * @param {Story} story
 * @param {HTMLElement} copy
 * @param {string} svg
 */
async function turnOver(story, copy, svg) {
  const card = copy.firstElementChild;
  if (!card) {
    return;
  }
  const edge = { transform: "rotateY(90deg)" };
  await story.wait(FLIGHT * 0.5);
  await story.animate(card, [{ transform: "none" }, edge], { duration: FLIGHT * 0.12 });
  copy.innerHTML = svg;
  if (copy.firstElementChild && !story.over) {
    await story.animate(copy.firstElementChild, [edge, { transform: "none" }], { duration: FLIGHT * 0.12 });
  }
}

/** Wagons come down one by one; rails are uncovered along their way. @type {Move} */
async function lay(story, beat) {
  if (beat.face) {
    await uncover(story, beat);
    return;
  }
  const x = story.place(beat.to)?.x;
  const pieces = (beat.ids ?? []).flatMap((id) => document.getElementById(id) ?? []);
  const duration = (pieces.length - 1) * WAGON.apart + WAGON.ms;
  const all = pieces.map(async (piece, i) => {
    const begins = i * WAGON.apart;
    story.pieces += 1;
    const moving = story.pieces <= PIECES;
    if (moving) {
      story.show(piece);
    }
    const falls =
      moving && story.animate(piece, drop(piece, begins / duration, (begins + WAGON.ms) / duration), { duration });
    await story.wait(begins + WAGON.ms);
    story.show(piece);
    if (!story.over) {
      story.sound(beat, { pitch: 1 + i * 0.04, x });
    }
    await falls;
  });
  await Promise.all(all);
  await story.drawn();
  const rest = besides(pieces);
  if (rest.length && !story.over) {
    story.sound({ ...beat, sound: "hammer" }, { gain: 0.5, x });
  }
  const closes = rest.map((part) => {
    story.show(part);
    return story.animate(part, [{ opacity: 0 }, { opacity: 1 }], { duration: CLOSE });
  });
  await Promise.all(closes); // what follows moves elsewhere, and begins when this stands
}

/**
 * From above to its place, whatever transform it has there. All pieces of a train begin and end together, so that the
 * browser takes the board apart into layers once for all of them; each falls in its own while.
 * @param {Element} piece
 * @param {number} from
 * @param {number} to
 */
function drop(piece, from, to) {
  const own = piece instanceof SVGGraphicsElement ? piece.transform.baseVal.consolidate()?.matrix : null;
  const base = own ? `matrix(${own.a},${own.b},${own.c},${own.d},${own.e},${own.f})` : "";
  const above = { transform: `translate(0px,${-WAGON.high}px) ${base} scale(1.25)`, opacity: 0 };
  const there = { transform: base || "none", opacity: 1 };
  return [above, { ...above, offset: from, easing: DROP }, { ...there, offset: to }, there];
}

/**
 * @param {Story} story
 * @param {Movement} beat
 */
async function uncover(story, beat) {
  story.sheet.insertAdjacentHTML("beforeend", beat.face ?? "");
  const covers = [...story.sheet.querySelectorAll(".uncover")];
  const ms = Math.min(RAILS, 700 / covers.length);
  const frames = [{ strokeDashoffset: 0 }, { strokeDashoffset: -1 }];
  story.sound(beat, { x: story.place(beat.to)?.x });
  for (const cover of covers) {
    await story.animate(cover, frames, { duration: ms, easing: OUT });
    cover.remove();
  }
}

/** What is gone shrinks away; what arrives sinks into its place. @type {Move} */
async function lift(story, beat) {
  const goal = story.place(beat.to);
  if (beat.face && goal) {
    const { svg, ...size } = picture(story, beat.face, goal);
    story.sound(beat, { gain: 0.6, x: goal.x });
    await away(story, story.copy(svg, size), goal);
    return;
  }
  const gone = (beat.ids ?? []).map((id) => story.before.get(id));
  await Promise.all(
    gone.map((old) => {
      if (!old || document.getElementById(old.place.el.id)) {
        return null;
      }
      const { svg, ...size } = picture(story, `<g>${old.markup.replaceAll(" id=", " data-was=")}</g>`, old.place);
      story.sound(beat, { gain: 0.6, x: old.place.x });
      return away(story, story.copy(svg, size), old.place);
    }),
  );
}

/**
 * @param {Story} story
 * @param {Element | null} copy
 * @param {Place} place
 */
async function away(story, copy, { x, y }) {
  if (copy) {
    const frames = [{ transform: at(x, y) }, { transform: at(x, y, "scale(.3)"), opacity: 0 }];
    await story.animate(copy, frames, { duration: 180, easing: OUT });
    story.land(copy);
  }
}

/** What stands elsewhere now goes there. @type {Move} */
async function slide(story, beat) {
  story.sound(beat);
  const moved = (beat.ids ?? []).map((id) => slideHome(story, id));
  await Promise.all(moved);
}

/**
 * @param {Story} story
 * @param {string} id
 */
async function slideHome(story, id) {
  const el = document.getElementById(id);
  const old = story.before.get(id);
  const now = el && placeAt(el, true);
  if (!(el instanceof SVGGraphicsElement) || !old || !now) {
    return;
  }
  const scale = el.ownerSVGElement?.getScreenCTM()?.a ?? 1;
  const own = el.transform.baseVal.consolidate()?.matrix;
  const base = own ? `matrix(${own.a},${own.b},${own.c},${own.d},${own.e},${own.f})` : "";
  const [dx, dy] = [(old.place.x - now.x) / scale, (old.place.y - now.y) / scale];
  if (Math.hypot(dx, dy) < 1) {
    return;
  }
  const frames = [{ transform: `translate(${dx}px,${dy}px) ${base}` }, { transform: base || "none" }];
  await story.animate(el, frames, { duration: SLIDE, easing: "ease-in-out" });
}

/** Over the board, link by link. @type {Move} */
async function ride(story, beat) {
  const matrix = story.sheet.getScreenCTM();
  const piece = beat.ids?.length ? document.getElementById(beat.ids[0]) : null;
  const old = beat.ids?.length ? story.before.get(beat.ids[0]) : undefined;
  const points = corners(beat.path ?? "").map(([x, y]) => {
    const point = matrix ? new DOMPoint(x, y).matrixTransform(matrix) : { x, y };
    return /** @type {[number, number]} */ ([point.x, point.y]);
  });
  if (old) {
    points.unshift([old.place.x, old.place.y]);
  }
  const here = { x: 0, y: 0, w: 0, h: 0, thing: false, el: story.sheet };
  const face = beat.face || (piece ? `<g>${piece.innerHTML.replaceAll(" id=", " data-was=")}</g>` : "");
  const { svg, w, h: high } = picture(story, face, here);
  const grown = piece ? 2.4 : 1; // (an engine with its load is larger than a cube)
  const copy = points.length > 1 && face ? story.copy(svg, { w: w * grown, h: high * grown }) : null;
  if (copy) {
    const inner = copy.firstElementChild;
    if (piece && inner) {
      const half = (DRAWING * grown) / 2;
      inner.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
    }
    const duration = rideLength(beat.links ?? points.length - 1);
    story.sound(beat, { length: duration / 1000, x: points[0][0] });
    await story.animate(copy, framesAlong(points), { duration, easing: "ease-in-out" });
    story.land(copy);
  }
  if (piece) {
    story.show(piece);
  }
}

/** A card turns its face up where it lies. @type {Move} */
async function turn(story, beat) {
  const place = story.place(beat.to);
  if (place) {
    story.show(place.el);
    story.sound(beat, { gain: 0.5, x: place.x });
    const frames = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
    await story.animate(place.el, frames, { duration: 160, easing: OUT });
  }
}

/** A number ticks; what it grew by rises beside it. @type {Move} */
async function count(story, beat) {
  const by = beat.by ?? 0;
  const shown = named(beat.to ?? "");
  const place = story.place(beat.to, beat.seat);
  if (place && by > 0) {
    rise(story, `+${by}`, place, beat.seat ?? -1);
  }
  const steps = Math.min(Math.abs(by), 10);
  for (let step = 1; step <= steps; step++) {
    const part = Math.round((by * step) / steps) - Math.round((by * (step - 1)) / steps);
    for (const el of shown) {
      const known = story.numbers.get(el);
      if (known && !story.over) {
        known.owed -= part;
        story.showNumber(el);
      }
    }
    if (!story.over) {
      story.sound(beat, { pitch: 1 + step * 0.03, x: place?.x });
    }
    await story.wait(countLength(by) / steps);
  }
}

/**
 * @param {Story} story
 * @param {string} text
 * @param {Place} place
 * @param {number} seat
 */
async function rise(story, text, { x, y, w }, seat) {
  const note = h("b", { class: `rise f${seat + 1}` }, text);
  story.layer.append(note);
  const [from, to] = [at(x + w / 2, y), at(x + w / 2, y - 14)];
  const frames = [
    { transform: from, opacity: 0 },
    { transform: to, opacity: 1, offset: 0.3 },
    { transform: to, opacity: 1, offset: 0.75 },
    { transform: to, opacity: 0 },
  ];
  await story.animate(note, frames, { duration: 900, easing: OUT });
  note.remove();
}

/** A throw from the seat; the faces change until the dice lie still. @type {Move} */
async function dice(story, beat, nth) {
  const goal = story.place(beat.to, beat.seat) ?? middle();
  const from = story.ways(beat)?.from ?? { ...goal, y: goal.y - 90 };
  const faces = beat.faces ?? [];
  if (!nth) {
    story.sound(beat, { x: goal.x });
  }
  const row = goal.x - ((faces.length - 1) * (DIE + 6)) / 2;
  const throws = faces.map(async (face, i) => {
    const die = story.copy(dieFace(face), { w: DIE, h: DIE });
    if (!die) {
      return;
    }
    const [x, y] = [row + i * (DIE + 6), goal.y - nth * (DIE + 6)];
    const frames = [
      { transform: at(from.x, from.y, "scale(.5) rotate(-200deg)"), opacity: 0 },
      { transform: at((from.x + x) / 2, Math.min(from.y, y) - LIFT, "rotate(-90deg)"), opacity: 1, offset: 0.4 },
      { transform: at(x, y) },
    ];
    const thrown = story.animate(die, frames, { duration: 900, easing: OUT });
    for (let n = 0; n < 8 && !story.over; n++) {
      die.innerHTML = dieFace(String(1 + Math.floor(Math.random() * 6)));
      await story.wait(70);
    }
    die.innerHTML = dieFace(face);
    await thrown;
    die.style.transform = at(x, y);
    await story.wait(500);
    await away(story, die, { ...goal, x, y });
  });
  await Promise.all(throws);
}

/** The middle of the page, for what has no place of its own. @returns {Place} */
function middle() {
  return { x: innerWidth / 2, y: innerHeight / 2, w: 0, h: 0, thing: false, el: document.body };
}

/** Where the pips of each number lie, in thirds. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "035268"];

/** @param {string} face */
function dieFace(face) {
  const pips = PIPS[Number(face)];
  const marks = pips
    ? [...pips].map(
        (n) => `<circle cx="${7 + (Number(n) % 3) * 8}" cy="${7 + Math.floor(Number(n) / 3) * 8}" r="2.6"/>`,
      )
    : [`<text x="15" y="20">${CSS.escape(face).replaceAll("\\", "")}</text>`];
  return `<svg class="die-face" viewBox="0 0 30 30"><rect x="1" y="1" width="28" height="28" rx="6"/>${marks.join("")}</svg>`;
}

/** A stamp comes down on something. @type {Move} */
async function stamp(story, beat) {
  const place = story.place(beat.to, beat.seat);
  if (!place || story.over) {
    return;
  }
  const mark = h("b", { class: beat.word ? "stamped" : "stamped punch" }, beat.word ?? "");
  story.layer.append(mark);
  story.sound(beat, { x: place.x });
  const centre = "translate(-50%,-50%) rotate(-6deg)";
  const frames = [
    { transform: at(place.x, place.y, `${centre} scale(1.8)`), opacity: 0, easing: DROP },
    { transform: at(place.x, place.y, centre), opacity: 1, offset: 0.3 },
    { transform: at(place.x, place.y, centre), opacity: 1, offset: 0.8 },
    { transform: at(place.x, place.y, centre), opacity: 0 },
  ];
  await story.animate(mark, frames, { duration: 860 });
  mark.remove();
}

/** What a delivery brings rises from its place; that of others is smaller and shorter. @type {Move} */
async function showGain(story, beat) {
  const place = story.place(beat.to, beat.seat);
  if (!place || story.over) {
    return;
  }
  const own = beat.seat === story.view.you;
  const words = h("b", { class: own ? "risen own" : "risen" }, beat.word ?? "");
  story.layer.append(words);
  story.sound(beat, { x: place.x });
  const centre = "translate(-50%,-50%)";
  const frames = [
    { transform: at(place.x, place.y, `${centre} translateY(18px)`), opacity: 0 },
    { transform: at(place.x, place.y, centre), opacity: 1, offset: 0.25 },
    { transform: at(place.x, place.y, centre), opacity: 1, offset: 0.8 },
    { transform: at(place.x, place.y, `${centre} translateY(-8px)`), opacity: 0 },
  ];
  await story.animate(words, frames, { duration: own ? RISE : RISE_OF_OTHERS, easing: OUT });
  words.remove();
}

/**
 * A ribbon over the middle of the board.
 * @param {Movement} beat
 */
export function ribbon({ word = "", note, tone }) {
  const room = find(".board")?.getBoundingClientRect() ?? { left: 0, top: 0, width: innerWidth, height: innerHeight };
  const strip = h("div", { class: tone ? `said ${tone}` : "said" }, h("b", {}, word), note && h("small", {}, note));
  strip.style.left = `${room.left}px`;
  strip.style.top = `${room.top + room.height / 2}px`;
  strip.style.width = `${room.width}px`;
  return strip;
}

/** Something is said to all. @type {Move} */
async function say(story, beat) {
  story.sound(beat);
  if (!beat.word || story.over) {
    return;
  }
  const strip = ribbon(beat);
  story.layer.append(strip);
  const frames = [
    { opacity: 1, clipPath: "inset(0 100% 0 0)" },
    { opacity: 1, clipPath: "inset(0 0 0 0)", offset: 0.27 },
    { opacity: 1, clipPath: "inset(0 0 0 0)", offset: 0.82 },
    { opacity: 0, clipPath: "inset(0 0 0 0)" },
  ];
  await story.animate(strip, frames, { duration: beat.tone ? SAID : SAID_SHORT, easing: OUT });
  strip.remove();
}
