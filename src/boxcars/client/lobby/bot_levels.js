// Kinds of bot as the stations of a line, the weakest first; each with a sentence and what was measured of it.

import { levelName, levelSays } from "../lib/common_texts.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/translate.js";

/** @import { GameOffered, Measured } from "../types.d.ts" */

/**
 * @param {string} name of the radio buttons
 * @param {string} label
 * @param {string[]} bots
 * @param {string} chosen
 * @param {(level: string) => unknown} onpick
 */
export function levelChoice(name, label, bots, chosen, onpick) {
  const stations = bots.map((level) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value: level, checked: level === chosen, onchange: () => onpick(level) }),
      levelName(level),
    ),
  );
  return h("fieldset", { class: "ladder" }, h("legend", { class: "sr" }, label), stations);
}

const STRONG = [1400, 1520, 1650, 1850]; // points at which the next word begins
const AHEAD = [1.2, 1.8, 4]; // odds, against what would be even, at which the next word begins

/**
 * Points on the scale of people's ratings, in words.
 * @param {Measured} found
 */
function strength({ points }) {
  const words = [
    t("a gentle opponent"),
    t("an easy opponent"),
    t("a solid opponent"),
    t("a strong opponent"),
    t("a very strong opponent"),
  ];
  return words[STRONG.filter((least) => points >= least).length];
}

/**
 * How strong a kind of bot is in a game, in words; how that was measured is told to whoever points at it.
 * @param {string} level
 * @param {GameOffered} game
 */
export function levelStrength(level, { measured }) {
  const found = measured[level];
  return found ? h("span", { title: figures(found) }, `${levelName(level)}: ${strength(found)}`) : "";
}

/**
 * What was measured, in words: against a kind that is offered, too, or by itself.
 * @param {Measured} found
 * @param {string[]} bots
 */
export function compared(found, bots) {
  const { won, fair, against } = found;
  if (!bots.includes(against)) {
    return strength(found);
  }
  const odds = (/** @type {number} */ part) => part / Math.max(1, 100 - part);
  const other = levelName(against);
  const words = [
    t("about as strong as “{other}”", { other }),
    t("a little stronger than “{other}”", { other }),
    t("clearly stronger than “{other}”", { other }),
    t("much stronger than “{other}”", { other }),
  ];
  return words[AHEAD.filter((least) => odds(won) / odds(fair) >= least).length];
}

/**
 * How it was measured.
 * @param {Measured} found
 */
function figures({ won, games, fair, against, points }) {
  return t("Won {won}% of {games} games against “{other}” ({fair}% would be even). Rating: {points}.", {
    won: Math.round(won),
    games,
    other: levelName(against),
    fair: Math.round(fair),
    points: Math.round(points),
  });
}

/**
 * How strong it is here; how that was measured is told to whoever points at it.
 * @param {string} level
 * @param {GameOffered} game
 * @param {string[]} bots
 */
export function levelFigure(level, { measured }, bots) {
  const found = measured[level];
  return found
    ? h("span", { title: figures(found) }, t("Here: {stronger}.", { stronger: compared(found, bots) }))
    : null;
}

/**
 * What a kind of bot does, and how it did in the first of the games that it was measured in.
 * @param {string} level
 * @param {GameOffered[]} games
 * @param {string[]} bots
 * @returns {(string | Node)[]}
 */
export function levelSentence(level, games, bots) {
  const says = levelSays(level);
  const game = games.find((one) => level in one.measured);
  const out = [h("b", {}, levelName(level)), says && `: ${says}.`, " "];
  if (game) {
    const found = game.measured[level];
    const what = { game: game.name, stronger: compared(found, bots) };
    out.push(h("span", { class: "muted", title: figures(found) }, t("In {game}: {stronger}.", what)));
  }
  return out;
}
