// Making a table and going there.
import { keep, ownSeats } from "../lib/keys.js";
import { server } from "../lib/server.js";
import { setting } from "../lib/settings.js";

/** @import { GameOffered, Made, View } from "../types.d.ts" */

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
 * @param {Made} made
 * @param {string} [title]
 */
export function goTo(made, title) {
  const seats = ownSeats(made.tokens);
  keep(made.table, { seats, host: made.host, hot: Object.keys(seats).length > 1, title, at: Date.now() });
  location.href = `/t/${made.table}`;
}

/** @param {string[]} bots */
export function usualBot(bots) {
  return bots.includes("heuristic") ? "heuristic" : bots[0];
}

/**
 * How many play if nobody says: three where the map has them.
 * @param {number[]} players
 */
export function usualCount(players) {
  return players.includes(3) ? 3 : players[0];
}

/**
 * One click: the first map, bots in the other seats.
 * @param {GameOffered} game
 * @param {string[]} bots
 */
export function playNow(game, bots) {
  const [map] = game.maps;
  const count = usualCount(map.players);
  const me = { kind: "person", name: setting.get("name", ""), mine: true };
  const others = Array.from({ length: count - 1 }, () => ({ kind: "bot", level: usualBot(bots) }));
  const body = { game: game.key, map: map.key, players: count, seats: [me, ...others], start: true };
  return sitDown(body, `${game.name} · ${map.name}`);
}

/**
 * The same once more: one's own seats and the bots', and a free seat for everybody else.
 * @param {View} view
 * @param {Record<string, string>} mine
 */
export function playAgain({ game, seats, pace, listed, undo, hot_seat }, mine) {
  const again = seats.map((seat) => {
    if (seat.kind === "bot") {
      return { kind: "bot", level: seat.level };
    }
    return seat.seat in mine ? { kind: "person", name: seat.name, mine: true } : { kind: "open" };
  });
  const body = {
    game: game.key,
    map: game.map,
    players: game.players,
    options: game.options,
    seats: again,
    pace,
    listed,
    undo: undo.on,
    hot_seat,
    start: again.every((seat) => seat.kind !== "open"),
  };
  return sitDown(body, `${game.name} · ${game.map_name}`);
}
