// What several parts of the page say alike: clocks, kinds of bot, the terms of a table.
import { t, tn } from "./words.js";

/** @import { View } from "../types.d.ts" */

/** @param {number} seconds */
export function clockText(seconds) {
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.floor(seconds % 60);
  if (days) {
    return `${t("{n} d", { n: days })} ${hours} h`;
  }
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}

/**
 * A span of time in words: whole days, hours or minutes.
 * @param {number} seconds
 */
export function spanText(seconds) {
  if (seconds % 86400 === 0) {
    return tn("{count} day", "{count} days", seconds / 86400);
  }
  if (seconds % 3600 === 0) {
    return tn("{count} hour", "{count} hours", seconds / 3600);
  }
  return tn("{count} minute", "{count} minutes", Math.ceil(seconds / 60));
}

/**
 * Kinds of bot in words; others (of plug-ins) keep their own name.
 * @param {string} level
 */
export function levelName(level) {
  /** @type {Record<string, string>} */
  const known = {
    random: t("random"),
    heuristic: t("rule of thumb"),
    easy: t("easy"),
    normal: t("normal"),
    hard: t("hard"),
    expert: t("expert"),
  };
  return known[level] || level;
}

/** The usual clocks: seconds for a turn, and in reserve. */
export const PACES = {
  none: { turn: 0, reserve: 0 },
  live: { turn: 60, reserve: 600 },
  turns: { turn: 86400, reserve: 86400 },
};

export function paceNames() {
  return {
    none: t("no clock"),
    live: t("live: 1 min a turn, 10 min reserve"),
    turns: t("by turns: a day each"),
  };
}

/**
 * What one should know of a table before sitting down: options that are not as usual, and the clock.
 * @param {View} view
 */
export function terms(view) {
  const { kind, turn, reserve } = view.pace;
  const usual = kind === "none" || PACES[kind].turn === turn;
  const pace = usual ? paceNames()[kind] : `${clockText(turn)} + ${clockText(reserve)}`;
  return [...view.game.chosen, pace].join(" · ");
}
