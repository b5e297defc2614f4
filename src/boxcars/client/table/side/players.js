// The players' cards with their numbers and clocks.

import { clockText, levelName } from "../../lib/common_texts.js";
import { dayAndMonth, dayAndTime } from "../../lib/dates.js";
import { fill, find, h } from "../../lib/dom.js";
import { medal, spine } from "../../lib/icons.js";
import { t } from "../../lib/translate.js";

/** @import { Clock, Seat, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const LOW = 60; // seconds left
const OUT = 10;
const DIGIT = 7.3; // px of a figure in a seat's row
const LETTER = 4.7; // px of a letter above it
const GAP = 6; // px between two columns
const ROOM = 154; // px for all columns beside a name
const LEAST = 4; // columns

export class Players {
  /** When the newest view came, by the server's clock and by ours. */
  since = { theirs: 0, ours: 0 };

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.el = h("ul", { class: "players" });
  }

  /** @param {View} view */
  show(view) {
    const still = view.seats.map((seat) => ({ ...seat, clock: null })); // clocks tick without being drawn anew
    this.table.memo.part("players", [still, view.order, view.actor, view.you, view.lang], () => {
      const widths = columns(view);
      this.el.style.setProperty("--cols", widths.map((width) => `${width}px`).join(" "));
      this.el.dataset.shown = String(widths.length);
      fill(
        this.el,
        heads(view),
        inOrder(view).map((seat, i) => this.card(view, seat, view.order.length ? i + 1 : 0)),
      );
    });
  }

  /**
   * @param {View} view
   * @param {Seat} seat
   * @param {number} place in the order of play; 0: there is none
   */
  card(view, seat, place) {
    const now = seat.seat === view.actor;
    const mine = seat.seat === view.you;
    const { card } = seat;
    const thinking = now && this.thinking(view, seat);
    const held = seat.handed && "bot-held";
    const classes = ["card", held, now && "turn-now", thinking && "thinking", card?.state].filter(Boolean).join(" ");
    const presence = this.presence(view, seat);
    const role = [card?.role, this.what(seat)].filter(Boolean).join(" · ");
    const words =
      presence && h("span", { class: "presence" }, role && " · ", presence === "you" ? t("you") : t("away"));
    const stats = card?.stats.map(({ key, label, value }) =>
      h("div", {}, h("dt", {}, label), h("dd", { "data-stat": key }, value)),
    );
    return h(
      "li",
      { class: classes, "data-seat": seat.seat, "aria-current": now ? "true" : null },
      spine(seat.seat),
      place > 0 && h("i", { class: "place" }, place),
      h(
        "span",
        { class: "mdbox" },
        medal(seat.seat),
        h("i", { class: "think", "aria-hidden": "true" }),
        presence && presence !== "you" && h("i", { class: `dot ${presence}`, "aria-hidden": "true" }),
      ),
      h(
        "div",
        { class: "id" },
        h("div", { class: "who" }, seat.name || t("Seat {n}", { n: seat.seat + 1 })),
        h("div", { class: "role" }, thinking ? [t("thinking"), h("i", { class: "sleepers" })] : [role, words]),
      ),
      h(
        "div",
        { class: "time" },
        now && h("div", {}, mine && !seat.handed ? t("It's your turn") : t("their turn")),
        seat.vacation !== null &&
          h(
            "div",
            { class: "away", title: dayAndTime(seat.vacation) },
            t("on vacation until {date}", { date: dayAndMonth(seat.vacation) }),
          ),
        h("div", { class: "clock" }),
      ),
      stats && h("dl", {}, stats),
    );
  }

  /**
   * Whether a bot decides for the seat that is to act; in a lesson the script has decided already.
   * @param {View} view
   * @param {Seat} seat
   */
  thinking({ status, lesson }, { kind, handed }) {
    return status === "playing" && !this.table.past && !lesson && (kind === "bot" || Boolean(handed));
  }

  /**
   * Whether the owner of a seat is there, of people who play.
   * @param {View} view
   * @param {Seat} seat
   * @returns {"" | "you" | "here" | "away"}
   */
  presence(view, seat) {
    if (seat.kind !== "person" || seat.handed) {
      return "";
    }
    if (seat.seat === view.you) {
      return "you";
    }
    if (view.status !== "playing" || this.table.past) {
      return "";
    }
    return seat.here || this.table.cover?.holds(seat.seat) ? "here" : "away";
  }

  /** Who plays the seat, if not simply its owner. @param {Seat} seat */
  what(seat) {
    if (seat.kind === "open") {
      return t("open seat");
    }
    if (seat.kind === "bot") {
      return t("{level} bot", { level: levelName(seat.level) });
    }
    return left(seat);
  }

  /** @param {View} view */
  tick(view) {
    const now = Date.now() / 1000;
    if (this.since.theirs !== view.now) {
      this.since = { theirs: view.now, ours: now };
    }
    for (const { seat, clock } of view.seats) {
      const el = find(`[data-seat="${seat}"] .clock`, this.el);
      if (el && clock) {
        const { text, total } = clockNow(clock, now - this.since.ours);
        el.textContent = text;
        el.classList.toggle("low", total < LOW);
        el.classList.toggle("out", total < OUT);
      }
    }
  }
}

/** The seats as they play. @param {View} view */
function inOrder({ order, seats }) {
  const ordered = order.flatMap(({ seat }) => seats[seat] ?? []);
  return [...ordered, ...seats.filter((seat) => !ordered.includes(seat))];
}

/** What the numbers of all seats are, once above them. @param {View} view */
function heads({ seats }) {
  const stats = seats[0]?.card?.stats ?? [];
  return (
    stats.length > 0 &&
    h(
      "li",
      { class: "heads", "aria-hidden": "true" },
      stats.map(({ label }) => h("span", {}, label)),
    )
  );
}

/**
 * How wide the columns of numbers are: as wide as the longest number and its word. The last ones without room are left out
 * here, not on the seat's card on a phone.
 * @param {View} view
 */
function columns({ seats }) {
  const rows = seats.map(({ card }) => card?.stats ?? []);
  const widths = (rows[0] ?? []).map(({ label }, i) =>
    Math.ceil(GAP + Math.max(label.length * LETTER, ...rows.map((stats) => (stats[i]?.value.length ?? 0) * DIGIT))),
  );
  while (widths.reduce((sum, width) => sum + width, 0) > ROOM && widths.length > LEAST) {
    widths.pop();
  }
  return widths;
}

/**
 * Why a seat is not played by the one whose name it has: "" if it is.
 * @param {Seat} seat
 */
export function left({ handed }) {
  return handed && (handed === "resigned" ? t("resigned") : t("played by a bot"));
}

/**
 * A clock some seconds after it was told.
 * @param {Clock} clock
 * @param {number} passed
 */
export function clockNow({ left, reserve, running }, passed) {
  const spent = running ? passed : 0;
  const ofTurn = Math.max(0, left - spent);
  const total = ofTurn + Math.max(0, reserve - Math.max(0, spent - left));
  if (ofTurn <= 0) {
    return { text: clockText(total), total };
  }
  return { text: clockText(ofTurn) + (reserve ? ` + ${clockText(reserve)}` : ""), total };
}
