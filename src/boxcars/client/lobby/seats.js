// The seats in the form for a new table.
import { select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { medal } from "../lib/drawings.js";
import { levelName } from "../lib/phrases.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/words.js";

/**
 * @typedef {object} SeatChosen
 * @property {string} [kind] me, open or bot
 * @property {string} [level]
 * @property {string} [name]
 */

/**
 * @param {number} i
 * @param {SeatChosen | undefined} chosen
 * @param {string[]} bots
 * @param {{ level: string, others: string }} usual
 * @param {() => void} again draws the form for another kind of player
 */
export function seatField(i, chosen, bots, usual, again) {
  const n = i + 1;
  const kind = chosen?.kind ?? (i === 0 ? "me" : usual.others);
  const kinds = /** @type {[string, string][]} */ ([
    ["me", t("I play here")],
    ["open", t("somebody who joins")],
    ["bot", t("a bot")],
  ]);
  return h(
    "fieldset",
    { class: "seat" },
    h("legend", {}, medal(i), t("Seat {n}", { n })),
    select(kinds, kind, { name: `kind${i}`, "aria-label": t("Who plays seat {n}", { n }) }, again),
    player(i, kind, chosen, bots, usual.level),
  );
}

/**
 * Who it is, closer: which bot, or one's name.
 * @param {number} i
 * @param {string} kind
 * @param {SeatChosen | undefined} chosen
 * @param {string[]} bots
 * @param {string} usual
 */
function player(i, kind, chosen, bots, usual) {
  const n = i + 1;
  if (kind === "bot") {
    const levels = bots.map((bot) => /** @type {const} */ ([bot, levelName(bot)]));
    const label = t("Kind of bot in seat {n}", { n });
    return select(levels, chosen?.level ?? usual, { name: `level${i}`, "aria-label": label });
  }
  if (kind === "me") {
    return h("input", {
      type: "text",
      name: `name${i}`,
      maxlength: "40",
      value: chosen?.name ?? (i === 0 ? setting.get("name", "") : ""),
      placeholder: t("Name"),
      "aria-label": t("Name in seat {n}", { n }),
    });
  }
  return h("span", { class: "small" }, t("by the link you share"));
}

/**
 * @param {HTMLFormElement} form
 * @param {number} count
 * @returns {SeatChosen[]}
 */
export function readSeats(form, count) {
  const value = (/** @type {string} */ name) => {
    /** @type {HTMLInputElement | HTMLSelectElement | null} */
    const field = form.querySelector(`[name=${name}]`);
    return field?.value;
  };
  return Array.from({ length: count }, (_, i) => ({
    kind: value(`kind${i}`),
    level: value(`level${i}`),
    name: value(`name${i}`),
  }));
}

/**
 * The seat as the server is asked for it.
 * @param {SeatChosen} chosen
 */
export function seatAsked({ kind, level, name }) {
  if (kind === "bot") {
    return { kind: "bot", level };
  }
  return kind === "me" ? { kind: "person", name: name || "", mine: true } : { kind: "open" };
}
