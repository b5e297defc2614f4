// Kinds of bot as the stations of a line, the weakest first; each with a sentence and what was measured of it.
import { h } from "../lib/dom.js";
import { levelName, levelSays } from "../lib/phrases.js";
import { t } from "../lib/words.js";

/** @import { GameOffered } from "../types.d.ts" */

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

/**
 * Where a kind of bot stands in a game, on the scale of people's ratings.
 * @param {string} level
 * @param {GameOffered} game
 */
export function levelPoints(level, { measured }) {
  const found = measured[level];
  return found ? t("{level}: rated {points}", { level: levelName(level), points: Math.round(found.points) }) : "";
}

/**
 * How it was measured.
 * @param {string} level
 * @param {GameOffered} game
 */
export function levelFigure(level, { measured }) {
  const found = measured[level];
  if (!found) {
    return "";
  }
  return t("Rated {points}: won {won} % of {games} games against {other}; {fair} % would be even.", {
    points: Math.round(found.points),
    won: Math.round(found.won),
    games: found.games,
    other: levelName(found.against),
    fair: Math.round(found.fair),
  });
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
    const { against, games: played, won, fair } = game.measured[level];
    const figure = t("At {game} it won {won} % of {games} games against {other}; {fair} % would be even.", {
      game: game.name,
      won: Math.round(won),
      games: played,
      other: levelName(against),
      fair: Math.round(fair),
    });
    out.push(h("span", { class: "muted" }, figure));
  }
  return out;
}
