// Tickets: ways to play that set everything at once.
import { h } from "../lib/dom.js";
import { reachesPeople } from "../lib/edition.js";
import { icon } from "../lib/icons.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/translate.js";

/** @import { IconName } from "../lib/icons.js" */
/** @import { PaceKind } from "./pace_choice.js" */
/** @import { SeatChosen } from "./seat_setup.js" */

/** @typedef {"quick" | "classic" | "friends" | "days" | "here"} Preset */

/** @returns {[Preset, IconName, string, string][]} */
function offered() {
  /** @type {[Preset, IconName, string, string][]} */
  const withBots = [
    ["quick", "bolt", t("Quick game"), t("easy bots, no clock, starts right away")],
    ["classic", "wheel", t("Classic"), t("the standard game, with bots")],
  ];
  if (!reachesPeople) {
    return [...withBots, ["here", "people", t("Pass and play"), t("everybody plays on this device")]];
  }
  return [
    ...withBots,
    ["friends", "people", t("With friends"), t("open seats, an invite link, no clock")],
    ["days", "sun", t("By correspondence"), t("two days per turn, play when you have time")],
  ];
}

/** What each ticket puts in the seats of the others. @type {Record<Preset, string>} */
const OTHERS = { quick: "bot", classic: "bot", friends: "open", days: "open", here: "me" };

/**
 * The ticket that an address asks for; the usual one, if it is not offered.
 * @param {string | null} wish
 * @returns {Preset}
 */
export function wishedPreset(wish) {
  return offered().find(([key]) => key === wish)?.[0] ?? "classic";
}

/**
 * What a ticket sets.
 * @param {Preset} preset
 * @param {number} count
 * @param {string} level
 * @param {string[]} bots
 * @returns {{ seats: SeatChosen[], pace: PaceKind }}
 */
export function presets(preset, count, level, bots) {
  const me = { kind: "me", level, name: setting.get("name", "") };
  const bot = preset === "quick" && bots.includes("easy") ? "easy" : level;
  const others = Array.from({ length: count - 1 }, () => ({ kind: OTHERS[preset], level: bot, name: "" }));
  return { seats: [me, ...others], pace: preset === "days" ? "turns" : "none" };
}

/**
 * @param {Preset | ""} chosen
 * @param {(preset: Preset) => unknown} onpick
 */
export function tickets(chosen, onpick) {
  return h(
    "div",
    { class: "presets", role: "radiogroup", "aria-label": t("Tickets") },
    offered().map(([key, ico, name, says]) =>
      h(
        "label",
        { class: "preset" },
        h("input", {
          type: "radio",
          name: "preset",
          id: `ticket-${key}`,
          value: key,
          checked: key === chosen,
          onchange: () => onpick(key),
        }),
        icon(ico),
        h("b", {}, name),
        h("small", {}, says),
      ),
    ),
  );
}

/**
 * The list with one thing in another place.
 * @template T
 * @param {T[]} list
 * @param {number} from
 * @param {number} to
 */
export function moved(list, from, to) {
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), list[from], ...rest.slice(to)];
}
