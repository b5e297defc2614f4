// The graph of win chances: a line for each seat, and a slider at the same time.
import { EMBLEMS } from "../lib/icons.js";
import { percent, t } from "../lib/translate.js";

/** @import { ReviewedDecision } from "../types.d.ts" */

const DASHES = ["", "9 5", "1 5", "4 3", "10 4 1 4", "2 2"];
const LEFT = 46;
const RIGHT = 34;
const TOP = 8;
const MEDAL = 17; // how far the medals at the ends stand apart, however close it was
const AXIS = 34; // of the turns below

/**
 * Heights so that none covers another.
 * @param {number[]} heights
 * @param {number} base
 */
export function spread(heights, base) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const out = [...heights];
  for (let k = 1; k < order.length; k++) {
    out[order[k]] = Math.max(out[order[k]], out[order[k - 1]] + MEDAL);
  }
  let most = base;
  for (const i of order.reverse()) {
    out[i] = Math.min(out[i], most);
    most = out[i] - MEDAL;
  }
  return out;
}

/**
 * The ply at which each round begins; where there are no rounds, every so many plies.
 * @param {number[]} rounds
 * @returns {{ ply: number, name: number }[]}
 */
export function stops(rounds) {
  const found = rounds
    .map((name, ply) => ({ ply, name }))
    .filter(({ ply, name }) => name > 0 && name !== rounds[ply - 1]);
  if (found.length > 1) {
    return found;
  }
  const step = [5, 10, 20, 25, 50, 100, 200, 500, 1000].find((size) => rounds.length / size <= 12) ?? 2000;
  return rounds.flatMap((_, ply) => (ply % step === 0 ? [{ ply, name: ply }] : []));
}

export class Graph {
  /**
   * @param {SVGSVGElement} svg
   * @param {(ply: number) => void} go
   */
  constructor(svg, go) {
    this.svg = svg;
    this.go = go;
    this.last = 1;
    this.width = 600;
    this.height = 200;
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      this.point(event);
    });
    svg.addEventListener("pointermove", (event) => event.buttons && this.point(event));
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    const part = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    this.go(Math.round(Math.max(0, Math.min(1, part)) * this.last));
  }

  /** @param {number} ply */
  x(ply) {
    return LEFT + ((this.width - LEFT - RIGHT) * ply) / Math.max(1, this.last);
  }

  /** @param {number} chance */
  y(chance) {
    const base = this.height - AXIS - 8;
    return base - (base - TOP) * chance;
  }

  /**
   * @param {number[][]} chances after each move: the numbers that the list and the verdicts quote
   * @param {number[]} rounds
   * @param {ReviewedDecision[]} mistakes
   * @param {number} seat whose mistakes they are
   */
  draw(chances, rounds, mistakes, seat) {
    const box = this.svg.getBoundingClientRect();
    this.width = Math.max(280, box.width);
    this.height = Math.max(120, box.height);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    let out = "";
    for (const part of [0, 25, 50, 75, 100]) {
      const y = this.y(part / 100).toFixed(1);
      out += `<path class="gl" d="M${LEFT},${y}H${this.width - RIGHT}"/>`;
      out += `<text class="ax" x="${LEFT - 8}" y="${Number(y) + 4}" text-anchor="end">${percent(part / 100)}</text>`;
    }
    const seats = chances[0]?.length ?? 0;
    if (seats > 1) {
      out += `<path class="fair" d="M${LEFT},${this.y(1 / seats).toFixed(1)}H${this.width - RIGHT}"/>`;
    }
    out += this.lines(chances, seats, seat);
    for (const one of mistakes) {
      const at = `${this.x(one.ply + 1).toFixed(1)},${(this.y(chances[one.ply + 1]?.[one.seat] ?? 0.5) - 6).toFixed(1)}`;
      out += `<path class="mis" data-ply="${one.ply + 1}" d="M${at}l-6,-10h12z"/>`;
    }
    this.svg.innerHTML = `${out}${this.axis(rounds)}<g class="cursor"></g>`;
  }

  /**
   * @param {number[][]} chances
   * @param {number} seats
   * @param {number} own drawn last, over the others
   */
  lines(chances, seats, own) {
    const order = Array.from({ length: seats }, (_, seat) => seat).sort(
      (a, b) => Number(a === own) - Number(b === own),
    );
    const end = chances.length - 1;
    const ends = spread(
      Array.from({ length: seats }, (_, seat) => this.y(chances[end]?.[seat] ?? 0)),
      this.height - AXIS - 8,
    );
    let out = "";
    for (const seat of order) {
      const way = chances.map((row, ply) => `${this.x(ply).toFixed(1)},${this.y(row[seat]).toFixed(1)}`).join("L");
      if (seat === own) {
        out += `<path class="own o${seat + 1}" d="M${way}"/>`;
      }
      out += `<path class="ser o${seat + 1}" stroke-dasharray="${DASHES[seat]}" d="M${way}"/>`;
      if (end === this.last) {
        const medal = `<circle class="medal f${seat + 1}" r="9"/><g class="e${seat + 1}">${EMBLEMS[seat]}</g>`;
        out += `<g transform="translate(${this.x(end) + 16} ${ends[seat]}) scale(.85)">${medal}</g>`;
      }
    }
    return out;
  }

  /** @param {number[]} rounds */
  axis(rounds) {
    const y = this.height - AXIS + 8;
    let out = `<path class="tl" d="M${LEFT},${y}H${this.x(this.last)}"/>`;
    for (const { ply, name } of stops(rounds)) {
      out += `<circle class="ts" data-at="${ply}" cx="${this.x(ply).toFixed(1)}" cy="${y}" r="5"/>`;
      out += `<text class="ax" x="${this.x(ply).toFixed(1)}" y="${y + 20}" text-anchor="middle">${name}</text>`;
    }
    return out;
  }

  /** Where one is. @param {number} ply */
  at(ply) {
    const cursor = this.svg.querySelector(".cursor");
    if (!cursor) {
      return;
    }
    const x = this.x(ply).toFixed(1);
    const y = this.height - AXIS + 8;
    cursor.innerHTML = `<path class="cur-l" d="M${x},${TOP}V${y}"/><circle class="cur-k" cx="${x}" cy="${y}" r="8"/>`;
    for (const stop of this.svg.querySelectorAll(".ts")) {
      stop.classList.toggle("d", Number(stop.getAttribute("data-at")) <= ply);
    }
    for (const mark of this.svg.querySelectorAll(".mis")) {
      mark.classList.toggle("cur", Number(mark.getAttribute("data-ply")) === ply);
    }
    this.svg.setAttribute("aria-valuenow", String(ply));
    this.svg.setAttribute("aria-valuemax", String(this.last));
    this.svg.setAttribute("aria-valuetext", t("Move {ply} of {last}", { ply, last: this.last }));
  }
}
