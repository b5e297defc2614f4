// The seats in their order of play: who has acted, who acts, who is next, with role or bid. On a phone it is all that
// is always seen of the players.
import { fill, findAll, h } from "../lib/dom.js";
import { icon, medal, spine } from "../lib/icons.js";
import { calm } from "../lib/settings.js";
import { t } from "../lib/translate.js";
import { left } from "./side/players.js";

/** @import { IconName } from "../lib/icons.js" */
/** @import { Turn, View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

export class Strip {
  /** Who sits where. */
  seated = "";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.el = h("ol", { class: "strip", "aria-label": t("Turn order") });
  }

  /** @param {View} view */
  show(view) {
    const { order, seats, actor, you, lang } = view;
    const told = seats.map(({ seat, name, score, card, handed }) => [
      seat,
      name,
      score,
      card?.stats,
      card?.state,
      handed,
    ]);
    this.table.memo.part("strip", [order, told, actor, you, lang], () => {
      const turns = order.length ? order : seats.map((seat) => asTheySit(view, seat.seat));
      this.el.classList.toggle("ordered", order.length > 0);
      const seated = turns.map(({ seat }) => seat).join();
      const before = this.seated === seated || calm() ? null : this.places();
      this.seated = seated;
      fill(
        this.el,
        turns.map((turn, i) => this.cell(view, turn, i)),
      );
      if (before) {
        this.slide(before);
      }
    });
  }

  /** Where the cell of each seat stands. @returns {Map<string, number>} */
  places() {
    return new Map(findAll(".s", this.el).map((cell) => [cell.dataset.seat ?? "", cell.offsetLeft]));
  }

  /** Cells change places where the order of play does. @param {Map<string, number>} before */
  slide(before) {
    for (const cell of findAll(".s", this.el)) {
      const moved = (before.get(cell.dataset.seat ?? "") ?? cell.offsetLeft) - cell.offsetLeft;
      if (moved) {
        const frames = [{ transform: `translateX(${moved}px)` }, { transform: "none" }];
        cell.animate(frames, { duration: 260, easing: "ease-in-out" });
      }
    }
  }

  /**
   * @param {View} view
   * @param {Turn} turn
   * @param {number} i
   */
  cell(view, { seat: number, state, note, brief }, i) {
    const seat = view.seats[number];
    const role = left(seat) || note;
    const short = role === note && brief; // for a strip without room for more than a word
    const other = state === "now" && number !== view.you ? "other" : "";
    const thinking = state === "now" && this.table.rail.players.thinking(view, seat) ? "thinking" : "";
    const stat = seat.card?.stats[0];
    const marks = (seat.card?.stats ?? []).filter(({ icon: sign }) => sign);
    const open = () => this.table.sheets.open("players");
    return h(
      "li",
      {
        class: `s ${state} ${other} ${thinking} ${marks.length ? "marked" : ""}`,
        "data-seat": number,
        "aria-current": state === "now" ? "step" : null,
      },
      h(
        "button",
        { type: "button", onclick: open, title: seat.name },
        spine(number),
        view.order.length > 0 && h("i", { class: "place" }, i + 1),
        h("span", { class: "mdbox" }, medal(number), h("i", { class: "think", "aria-hidden": "true" })),
        h("b", {}, seat.name, state === "done" && h("span", { class: "did" }, " ✓")),
        h(
          "span",
          { class: "own" },
          stat && h("span", { class: "p", title: stat.label, "data-stat": stat.key }, stat.value),
          marks.map((mark) =>
            h(
              "span",
              { class: mark.low ? "mark low" : "mark", title: mark.label, "data-stat": mark.key },
              icon(/** @type {IconName} */ (mark.icon)),
              mark.value,
            ),
          ),
          !marks.length && role && h("small", { class: short ? "whole" : null }, role),
          !marks.length && short && h("small", { class: "brief" }, short),
        ),
      ),
    );
  }
}

/**
 * @param {View} view
 * @param {number} seat
 * @returns {Turn}
 */
function asTheySit(view, seat) {
  const later = view.seats[seat].card?.state === "gone" ? "out" : "next";
  return { seat, state: seat === view.actor ? "now" : later };
}
