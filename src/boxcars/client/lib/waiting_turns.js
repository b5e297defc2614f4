// What waits for the reader at tables, as it was last known: `page/profile_status.js` asks for it.

/** @import { Waiting } from "../types.d.ts" */

/** @type {Waiting} */
export const NOTHING = { turns: [], rematches: [], invitations: 0, requests: 0 };
let known = NOTHING;

/** @param {Waiting} waiting */
export function noteWaiting(waiting) {
  known = waiting;
}

/** The turns that wait at other tables, those with least time left first. @param {string} [here] the table one is at */
export function otherTurns(here = "") {
  return known.turns.filter(({ table }) => table !== here);
}
