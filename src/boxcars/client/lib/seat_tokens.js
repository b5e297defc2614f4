// The tokens of one's seats, kept on this device; a tab opened by a seat's link keeps to that seat.

/**
 * What is kept of a table: tokens by seat, the host's token, whether all its people share this device (`hot`), and what
 * the lobby shows of it. `read`: how many lines of chat were read.
 * @typedef {object} Kept
 * @property {Record<string, string>} seats
 * @property {string | null} host
 * @property {boolean} [hot]
 * @property {string} [title]
 * @property {number} [at]
 * @property {boolean} [over]
 * @property {boolean} [away] put away: not listed
 * @property {number} [read]
 * @property {boolean} [counted] its result was counted among the games played
 */

const PREFIX = "boxcars:table:";
const LESSON = "lesson-"; // where a lesson is taken: the Learn page knows those

/**
 * @param {string} table
 * @returns {Kept}
 */
export function keys(table) {
  return JSON.parse(localStorage.getItem(PREFIX + table) || "null") || { seats: {}, host: null };
}

/**
 * @param {string} table
 * @param {Partial<Kept>} more
 */
export function keep(table, more) {
  const known = keys(table);
  const seats = { ...known.seats, ...more.seats };
  localStorage.setItem(PREFIX + table, JSON.stringify({ ...known, ...more, seats }));
}

/**
 * The tables of this device, the latest first; lessons are none.
 * @returns {[string, Kept][]}
 */
export function keptTables() {
  const ids = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .filter((id) => !id.startsWith(LESSON));
  const known = ids.map((id) => /** @type {[string, Kept]} */ ([id, keys(id)]));
  return known.sort(([, a], [, b]) => (b.at || 0) - (a.at || 0));
}

/**
 * The tokens of a table just made, by seat: null where the seat is not one's own.
 * @param {(string | null)[]} tokens
 * @returns {Record<string, string>}
 */
export function ownSeats(tokens) {
  /** @type {Record<string, string>} */
  const own = {};
  for (const [seat, token] of tokens.entries()) {
    if (token) {
      own[seat] = token;
    }
  }
  return own;
}

/**
 * Forget a token that opens nothing any more.
 * @param {string} table
 * @param {string | null} token
 */
export function forget(table, token) {
  const known = keys(table);
  const seats = Object.fromEntries(Object.entries(known.seats).filter(([, held]) => held !== token));
  if (Object.keys(seats).length || known.host) {
    localStorage.setItem(PREFIX + table, JSON.stringify({ ...known, seats }));
  } else {
    localStorage.removeItem(PREFIX + table);
  }
  if (pinned(table) === token) {
    sessionStorage.removeItem(`boxcars:pin:${table}`);
  }
}

/** @param {string} table */
export function pinned(table) {
  return sessionStorage.getItem(`boxcars:pin:${table}`);
}

/**
 * @param {string} table
 * @param {string} token
 */
export function pin(table, token) {
  sessionStorage.setItem(`boxcars:pin:${table}`, token);
}
