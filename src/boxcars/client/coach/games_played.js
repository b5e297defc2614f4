// What this browser knows of the games it has played: whether the coach is still wanted, and against whom to learn next.

import { server } from "../lib/endpoints.js";
import { keep, keys } from "../lib/seat_tokens.js";
import { setting } from "../lib/settings.js";
import { sitDown } from "../page/start_game.js";

/** @import { Games, View } from "../types.d.ts" */

/** Finished games, and those won against bots of a level. @typedef {{ played: number, wins: Record<string, number> }} Known */

const KEY = "games";
const KNOWS = 3; // games after which one knows the game
const WINS = 2; // after which the next level is offered
const LADDER = ["novice", "easy", "normal", "hard", "expert"]; // levels one climbs, the gentlest first

/** @returns {Record<string, Known>} */
function history() {
  return JSON.parse(setting.get(KEY, "{}"));
}

/** How many games of a kind this browser has seen to their end. @param {string} game */
export function played(game) {
  return history()[game]?.played ?? 0;
}

/** Whether the coach speaks: as chosen, or on for newcomers. @param {string} game */
export function mode(game) {
  return setting.get("coach", "") || (played(game) < KNOWS ? "on" : "quiet");
}

/** A game is over: counted once. @param {View} view */
export function noteGame({ table, game, you, seats, outcome, lesson }) {
  if (you === null || !outcome || lesson || keys(table).counted) {
    return;
  }
  keep(table, { counted: true });
  const all = history();
  const known = all[game.key] ?? { played: 0, wins: {} };
  known.played += 1;
  const level = seats.find(({ kind }) => kind === "bot")?.level;
  if (level && outcome.ranks[you] === 1) {
    known.wins[level] = (known.wins[level] ?? 0) + 1;
  }
  setting.set(KEY, JSON.stringify({ ...all, [game.key]: known }));
}

/**
 * Whom to learn against: the level above the last that was won against twice.
 * @param {string} game
 * @param {string[]} bots
 */
function levelFor(game, bots) {
  const wins = history()[game]?.wins ?? {};
  const levels = LADDER.filter((level) => bots.includes(level));
  const beaten = levels.map((level) => (wins[level] ?? 0) >= WINS).lastIndexOf(true);
  return levels[beaten + 1] ?? levels.at(-1) ?? bots[0];
}

/** The level to climb to, at a learning table whose bots were beaten often enough; "" elsewhere. @param {View} view */
export function risen({ learning, game, seats }) {
  const level = seats.find(({ kind }) => kind === "bot")?.level ?? "";
  const beaten = (history()[game.key]?.wins[level] ?? 0) >= WINS;
  return (learning && beaten && LADDER[LADDER.indexOf(level) + 1]) || "";
}

/**
 * A table to learn at: the fewest seats of the map, bots of the level that fits, the coach beside the board.
 * @param {string} game
 * @param {string} [map]
 */
export async function learningTable(game, map) {
  const { games, bots } = /** @type {Games} */ (await server.games());
  const offered = games.find(({ key }) => key === game);
  const chosen = offered?.maps.find(({ key }) => key === map) ?? offered?.maps[0];
  if (!offered || !chosen) {
    return;
  }
  const count = chosen.players.find((n) => n > 1) ?? chosen.players[0];
  const me = { kind: "person", name: setting.get("name", ""), mine: true };
  const level = levelFor(game, bots);
  const seats = [me, ...Array.from({ length: count - 1 }, () => ({ kind: "bot", level }))];
  const body = { game, map: chosen.key, players: count, seats, learning: true, start: true };
  await sitDown(body, `${offered.name} · ${chosen.name}`);
}
