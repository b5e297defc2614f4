// Actions by their paths: which are left after what was clicked, and what may be clicked next. No rule runs here.

/** @import { Legal, Target } from "../types.d.ts" */

/** The next targets in the order of the list, each with the actions behind it. @typedef {Map<Target, Legal[]>} Next */

/**
 * The actions whose path begins with what was chosen.
 * @param {Legal[]} legal
 * @param {Target[]} chosen
 */
export function candidates(legal, chosen) {
  return legal.filter((action) => chosen.every((target, i) => action.path[i] === target));
}

/**
 * @param {Legal[]} legal
 * @param {Target[]} chosen
 * @returns {Next}
 */
export function nextTargets(legal, chosen) {
  /** @type {Next} */
  const next = new Map();
  for (const action of candidates(legal, chosen)) {
    const target = action.path[chosen.length];
    const behind = next.get(target);
    if (behind) {
      behind.push(action);
    } else {
      next.set(target, [action]);
    }
  }
  return next;
}

/**
 * Go on to a target, and further as long as there is only one way. `picked`: the action, if that leaves one.
 * @param {Legal[]} legal
 * @param {Target[]} chosen
 * @param {Target} target
 */
export function goOn(legal, chosen, target) {
  const path = [...chosen, target];
  for (;;) {
    const left = candidates(legal, path);
    if (left.length === 1) {
      return { chosen: [...left[0].path], picked: left[0] };
    }
    const next = [...nextTargets(legal, path).keys()];
    if (next.length !== 1 || next[0] === undefined) {
      return { chosen: path, picked: null };
    }
    path.push(next[0]);
  }
}

/**
 * Go back to the last question that had more than one answer.
 * @param {Legal[]} legal
 * @param {Target[]} chosen
 */
export function goBack(legal, chosen) {
  let path = chosen.slice(0, -1);
  while (path.length && nextTargets(legal, path).size === 1) {
    path = path.slice(0, -1);
  }
  return path;
}

/**
 * A run of numbers becomes a slider; a few beside other choices stay buttons.
 * @param {Next} next
 * @returns {number[] | null}
 */
export function numbersAmong(next) {
  const values = [...next.keys()].flatMap((target) => {
    const found = /^n:(-?\d+)$/.exec(target);
    return found ? [Number(found[1])] : [];
  });
  const run = values.length > 3 || (values.length > 1 && values.length === next.size);
  return run ? values.sort((a, b) => a - b) : null;
}

/**
 * An action's sentence with what there is to add.
 * @param {Legal} action
 */
export function fullText(action) {
  return action.more ? `${action.text}: ${action.more}` : action.text;
}
