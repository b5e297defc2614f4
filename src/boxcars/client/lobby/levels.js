// Kinds of bot as the stations of a line, the weakest first; each with a sentence and what was measured of it.
import { h } from "../lib/dom.js";
import { levelName, levelSays } from "../lib/phrases.js";
import { t } from "../lib/words.js";

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
 * How strong a kind of bot is in a game: in words, and behind them the points on the scale of people's ratings.
 * @param {string} level
 * @param {GameOffered} game
 */
export function levelPoints(level, { measured }) {
  const found = measured[level];
  if (!found) {
    return "";
  }
  const words = [
    t("a gentle opponent"),
    t("an easy opponent"),
    t("a solid opponent"),
    t("a strong opponent"),
    t("a very strong opponent"),
  ];
  const strength = words[STRONG.filter((least) => found.points >= least).length];
  return t("{level}: {strength} (rating {points})", { level: levelName(level), strength, points: Math.round(found.points) });
}

/**
 * What was measured, in words.
 * @param {Measured} found
 */
function compared({ won, fair, against }) {
  const odds = (/** @type {number} */ part) => part / Math.max(1, 100 - part);
  const other = levelName(against);
  const words = [
    t("about as strong as “{other}”", { other }),
    t("a little stronger than “{other}”", { other }),
    t("clearly stronger than “{other}”", { other }),
    t("far stronger than “{other}”", { other }),
  ];
  return words[AHEAD.filter((least) => odds(won) / odds(fair) >= least).length];
}

/**
 * @param {Measured} found
 */
function figures({ won, games, fair }) {
  return { won: Math.round(won), games, fair: Math.round(fair) };
}

/**
 * How strong it is here; how that was measured is told to whoever points at it.
 * @param {string} level
 * @param {GameOffered} game
 */
export function levelFigure(level, { measured }) {
  const found = measured[level];
  if (!found) {
    return null;
  }
  const stronger = compared(found);
  const title = t("Here {stronger}: it won {won} % of {games} games ({fair} % would be even); rating {points}.", {
    stronger,
    points: Math.round(found.points),
    ...figures(found),
  });
  return h("span", { title }, t("Here {stronger}.", { stronger }));
}

/**
 * What a kind of bot does, and how it did in the first of the games that it was measured in.
 * @param {string} level
 * @param {GameOffered[]} games
 * @returns {(string | Node)[]}
 */
export function levelSentence(level, games) {
  const says = levelSays(level);
  const game = games.find((one) => level in one.measured);
  const out = [h("b", {}, levelName(level)), says && `: ${says}.`, " "];
  if (game) {
    const found = game.measured[level];
    const what = { game: game.name, stronger: compared(found) };
    const title = t("At {game} {stronger}: it won {won} % of {games} games ({fair} % would be even).", {
      ...what,
      ...figures(found),
    });
    out.push(h("span", { class: "muted", title }, t("At {game} {stronger}.", what)));
  }
  return out;
}
