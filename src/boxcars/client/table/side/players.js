// The players' cards with their numbers and clocks.

import { clockText, levelName } from "../../lib/common_texts.js";
import { fill, find, h } from "../../lib/dom.js";
import { medal, spine } from "../../lib/icons.js";
import { t } from "../../lib/translate.js";

/** @import { Clock, Seat, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const LOW = 60; // seconds left
const OUT = 10;

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
    this.table.memo.part("players", [still, view.order, view.actor, view.you, view.lang], () =>
      fill(
        this.el,
        heads(view),
        inOrder(view).map((seat, i) => this.card(view, seat, view.order.length ? i + 1 : 0)),
      ),
    );
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
    const classes = ["card", now && "turn-now", thinking && "thinking", card?.state].filter(Boolean).join(" ");
    const role = [card?.role, this.what(view, seat)].filter(Boolean).join(" · ");
    const stats = card?.stats.map(({ key, label, value }) =>
      h("div", {}, h("dt", {}, label), h("dd", { "data-stat": key }, value)),
    );
    return h(
      "li",
      { class: classes, "data-seat": seat.seat, "aria-current": now ? "true" : null },
      spine(seat.seat),
      place > 0 && h("i", { class: "place" }, place),
      h("span", { class: "mdbox" }, medal(seat.seat), h("i", { class: "think", "aria-hidden": "true" })),
      h(
        "div",
        { class: "id" },
        h("div", { class: "who" }, seat.name || t("Seat {n}", { n: seat.seat + 1 })),
        h("div", { class: "role" }, thinking ? [t("thinking"), h("i", { class: "sleepers" })] : role),
      ),
      h(
        "div",
        { class: "time" },
        now && h("div", {}, mine && !seat.handed ? t("It's your turn") : t("their turn")),
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
   * Who plays the seat, if it is not simply somebody who is there.
   * @param {View} view
   * @param {Seat} seat
   */
  what(view, seat) {
    if (seat.kind === "open") {
      return t("open seat");
    }
    if (seat.kind === "bot") {
      return t("{level} bot", { level: levelName(seat.level) });
    }
    if (seat.handed) {
      return left(seat);
    }
    const elsewhere = !seat.here && !this.table.cover?.holds(seat.seat);
    if (elsewhere && view.status === "playing" && !this.table.past) {
      return t("away");
    }
    return seat.seat === view.you ? t("you") : "";
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
