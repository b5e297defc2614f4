// What several parts of the page say alike: clocks, kinds of bot, the terms of a table.
import { lang, t, tn } from "./translate.js";

/** @import { ProfileRating, TournamentListed, Outcome, View } from "../types.d.ts" */

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
 * A place: 1st, 2nd, 3rd.
 * @param {number} n
 */
export function ordinal(n) {
  const forms = { one: t("{n}st", { n }), two: t("{n}nd", { n }), few: t("{n}rd", { n }) };
  const form = new Intl.PluralRules(lang, { type: "ordinal" }).select(n);
  return form in forms ? forms[/** @type {keyof typeof forms} */ (form)] : t("{n}th", { n });
}

/**
 * Kinds of bot in words; others (of plug-ins) keep their own name.
 * @param {string} level
 */
export function levelName(level) {
  /** @type {Record<string, string>} */
  const known = {
    random: t("Random"),
    heuristic: t("Simple"),
    novice: t("Beginner"),
    easy: t("Casual"),
    normal: t("Skilled"),
    hard: t("Strong"),
    expert: t("Expert"),
    lesson: t("Lesson"),
  };
  return known[level] || level;
}

/**
 * What a kind of bot does, in a few words; nothing is said of those of plug-ins.
 * @param {string} level
 */
export function levelSays(level) {
  /** @type {Record<string, string>} */
  const known = {
    random: t("Picks any legal move at random"),
    heuristic: t("Follows a few simple rules and never looks ahead"),
    novice: t("Makes sensible moves, but often misses the best one"),
    easy: t("Plays to a plan but makes the odd mistake"),
    normal: t("Sees the whole board and wastes little"),
    hard: t("Plays at tournament level, using everything we've learned from thousands of games"),
    expert: t("Our strongest bot. Thinks for up to four seconds a move"),
  };
  return known[level] ?? "";
}

/**
 * What one should know of a table before sitting down: options that are not as usual, and the clock.
 * @param {View} view
 */
export function terms(view) {
  return [...view.game.chosen, view.pace.brief].join(" · ");
}

/**
 * A rating with its interval.
 * @param {Pick<ProfileRating, "name" | "value" | "spread">} rating
 */
export function ratingText({ name, value, spread }) {
  return `${name} ${Math.round(value)} ± ${Math.round(spread)}`;
}

/**
 * How far an event is.
 * @param {Pick<TournamentListed, "status" | "round" | "rounds">} event
 */
export function stage({ status, round, rounds }) {
  if (status === "open") {
    return t("open for sign-up");
  }
  return status === "over" ? t("finished") : t("round {n} of {all}", { n: round, all: rounds });
}

/**
 * An event of one's own in a line: what is played, how far it is, how one stands.
 * @param {TournamentListed} event
 */
export function tournamentLine(event) {
  const { game_name, place, entrants } = event;
  const stands = place > 0 && t("{place} of {all}", { place: ordinal(place), all: entrants });
  return [game_name, stage(event), stands].filter(Boolean).join(" · ");
}

/**
 * Who has won, in a sentence.
 * @param {Outcome} outcome
 * @param {View["seats"]} seats
 */
export function victory({ ranks }, seats) {
  const winners = seats.filter(({ seat }) => ranks[seat] === 1).map(({ name }) => name);
  const only = seats.filter(({ seat }) => ranks[seat] === 1);
  if (only.length === 1 && only[0].handed) {
    return t("The bot in the seat of {name} wins", { name: only[0].name });
  }
  if (winners.length > 1) {
    return t("{names} share the victory", { names: winners.join(", ") });
  }
  return t("{name} wins", { name: winners[0] ?? "" });
}
