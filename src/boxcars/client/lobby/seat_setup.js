// The seats in the form for a new table: cards that can be dragged, or moved by their arrows.

import { levelSays } from "../lib/common_texts.js";
import { iconButton, select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { reachesPeople } from "../lib/edition.js";
import { icon, medal, spine } from "../lib/icons.js";
import { t } from "../lib/translate.js";
import { levelChoice, levelFigure } from "./bot_levels.js";

/** @import { GameOffered } from "../types.d.ts" */

/**
 * @typedef {object} SeatChosen
 * @property {string} kind me, open or bot
 * @property {string} level
 * @property {string} name
 */

/**
 * @param {number} i
 * @param {SeatChosen} seat
 * @param {string[]} bots
 * @param {GameOffered} game
 * @param {number} count
 * @param {{ again: () => void, move: (to: number) => void, remove: (() => void) | null }} does
 */
export function seatCard(i, seat, bots, game, count, { again, move, remove }) {
  const n = i + 1;
  const kinds = /** @type {[string, string][]} */ ([
    ["me", t("I play here")],
    ...(reachesPeople ? [["open", t("a friend (via link)")]] : []),
    ["bot", t("a bot")],
  ]);
  const grip = h("span", { "aria-hidden": "true" }, icon("grip"));
  const el = h(
    "li",
    { class: "seat", "data-seat": String(i) },
    spine(i),
    h(
      "div",
      { class: "grip" },
      grip,
      arrow("up", `up${i}`, t("Move seat {n} up", { n }), i > 0, () => move(i - 1)),
      arrow("lower", `down${i}`, t("Move seat {n} down", { n }), n < count, () => move(n)),
    ),
    medal(i),
    h(
      "div",
      { class: "kind" },
      select(
        kinds,
        seat.kind,
        { name: `kind${i}`, id: `kind${i}`, "aria-label": t("Who plays seat {n}", { n }) },
        again,
      ),
    ),
    h("div", { class: "more" }, closer(i, seat, bots, game, again)),
    remove ? iconButton("close", t("Remove seat {n}", { n }), remove, { class: "x" }) : h("span"),
  );
  drag(el, grip, i, move);
  return el;
}

/**
 * @param {"up" | "lower"} ico
 * @param {string} id
 * @param {string} label
 * @param {boolean} can
 * @param {() => void} does
 */
function arrow(ico, id, label, can, does) {
  return iconButton(ico, label, does, { id, disabled: !can });
}

/**
 * Who it is, closer: which bot, or one's name.
 * @param {number} i
 * @param {SeatChosen} seat
 * @param {string[]} bots
 * @param {GameOffered} game
 * @param {() => void} again
 */
function closer(i, { kind, level, name }, bots, game, again) {
  const n = i + 1;
  if (kind === "bot") {
    return [
      levelChoice(`level${i}`, t("Bot level for seat {n}", { n }), bots, level, again),
      h("small", { class: "small" }, levelSays(level) && `${levelSays(level)}. `, levelFigure(level, game, bots)),
    ];
  }
  if (kind === "me") {
    return h("input", {
      type: "text",
      name: `name${i}`,
      id: `name${i}`,
      maxlength: "40",
      value: name,
      placeholder: t("Name"),
      "aria-label": t("Name for seat {n}", { n }),
    });
  }
  return h("span", { class: "small" }, t("for anyone with your link"));
}

/**
 * Drag a seat by its grip: it changes places with those it passes, and the form hears of it when it is let go.
 * @param {HTMLElement} el
 * @param {HTMLElement} grip
 * @param {number} from
 * @param {(to: number) => void} move
 */
function drag(el, grip, from, move) {
  grip.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    el.classList.add("lift");
  });
  grip.addEventListener("pointermove", ({ clientY }) => {
    if (!el.classList.contains("lift")) {
      return;
    }
    const over = [...(el.parentElement?.children ?? [])].find((other) => {
      const box = other.getBoundingClientRect();
      return other !== el && clientY > box.top && clientY < box.bottom;
    });
    if (over) {
      const below = el.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
      over[below ? "after" : "before"](el);
    }
  });
  const drop = () => {
    if (el.classList.contains("lift")) {
      el.classList.remove("lift");
      const to = [...(el.parentElement?.children ?? [])].indexOf(el);
      move(to < 0 ? from : to);
    }
  };
  grip.addEventListener("pointerup", drop);
  grip.addEventListener("pointercancel", drop);
}

/**
 * The seat as the server is asked for it.
 * @param {SeatChosen} chosen
 */
export function seatRequest({ kind, level, name }) {
  if (kind === "bot") {
    return { kind: "bot", level };
  }
  return kind === "me" ? { kind: "person", name: name || "", mine: true } : { kind: "open" };
}
