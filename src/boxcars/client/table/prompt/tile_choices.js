// Tiles on offer for one hex: each effect once, in the order of their use.

/** @import { Legal } from "../../types.d.ts" */

/**
 * Of tiles with the same effect the first in order (the cheapest) is offered; for each link that can be completed the first tile
 * that does it stands apart.
 * @param {Legal[]} leaves
 */
export function tileChoices(leaves) {
  const ordered = [...leaves].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  /** @type {Map<string, Legal>} */
  const once = new Map();
  for (const action of ordered) {
    const effect = action.effect ?? String(action.i);
    if (!once.has(effect)) {
      once.set(effect, action);
    }
  }
  const all = [...once.values()];
  const firsts = new Map(all.toReversed().map((action) => [action.completes, action]));
  const completing = all.filter((action) => action.completes && firsts.get(action.completes) === action);
  return { completing, others: all.filter((action) => !completing.includes(action)) };
}
