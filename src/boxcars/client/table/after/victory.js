// Who has won, in a sentence.
import { t } from "../../lib/words.js";

/** @import { Outcome, View } from "../../types.d.ts" */

/**
 * @param {Outcome} outcome
 * @param {View["seats"]} seats
 */
export function victory({ ranks }, seats) {
  const winners = seats.filter(({ seat }) => ranks[seat] === 1).map(({ name }) => name);
  if (winners.length > 1) {
    return t("{names} share the victory", { names: winners.join(", ") });
  }
  return t("{name} wins", { name: winners[0] ?? "" });
}
