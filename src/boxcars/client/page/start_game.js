// Making a table and going there.

import { server } from "../lib/endpoints.js";
import { keep, ownSeats } from "../lib/seat_tokens.js";
import { setting } from "../lib/settings.js";

/** @import { GameOffered, TableCreated } from "../types.d.ts" */

/**
 * @param {object} body
 * @param {string} title
 * @param {string} [name]
 */
export async function sitDown(body, title, name) {
  if (name) {
    setting.set("name", name);
  }
  goTo(await server.makeTable(body), title);
}

/**
 * Keep the tokens of a table just made, and go there.
 * @param {TableCreated} made
 * @param {string} [title]
 * @param {string} [address] where in its game
 */
export function goTo(made, title, address = `/t/${made.table}`) {
  const seats = ownSeats(made.tokens);
  if (made.host || Object.keys(seats).length) {
    keep(made.table, { seats, host: made.host || null, hot: Object.keys(seats).length > 1, title, at: Date.now() });
  }
  location.href = address;
}

/** @param {string[]} bots */
export function usualBot(bots) {
  return bots.includes("easy") ? "easy" : bots[0];
}

/**
 * How many play if nobody says: three where the map has them.
 * @param {number[]} players
 */
export function usualCount(players) {
  return players.includes(3) ? 3 : players[0];
}

/**
 * One click: the first map, bots of one kind in the other seats.
 * @param {GameOffered} game
 * @param {string} level
 */
export function playNow(game, level) {
  const [map] = game.maps;
  const count = usualCount(map.players);
  const me = { kind: "person", name: setting.get("name", ""), mine: true };
  const others = Array.from({ length: count - 1 }, () => ({ kind: "bot", level }));
  const body = { game: game.key, map: map.key, players: count, seats: [me, ...others], start: true };
  return sitDown(body, `${game.name} · ${map.name}`);
}
