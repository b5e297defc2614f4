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
 * The targets that every action begins with: where there is one way only, nobody has to take it.
 * @param {Legal[]} legal
 * @returns {Target[]}
 */
export function common(legal) {
  const [first, ...others] = legal.length > 1 ? legal.map(({ path }) => path) : [[]];
  const end = first.findIndex((target, i) => others.some((path) => path[i] !== target));
  return first.slice(0, Math.max(0, end));
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
 * What must be chosen before a target can be: nothing for a first one, the first way there is to a later one.
 * @param {Legal[]} legal
 * @param {Target} target
 * @returns {Target[] | null}
 */
export function wayTo(legal, target) {
  const there =
    legal.find((action) => action.path[0] === target) ?? legal.find((action) => action.path.includes(target));
  return there ? there.path.slice(0, there.path.indexOf(target)) : null;
}

/**
 * The action that takes just these of a combination.
 * @param {Legal[]} legal
 * @param {Set<Target>} on
 */
export function combination(legal, on) {
  return legal.find(({ picks }) => picks?.length === on.size && picks.every((target) => on.has(target))) ?? null;
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
 * What an action earns ("+2", "+$300"); 0 where its badge is a price or nothing.
 * @param {Legal} action
 */
export function gainOf({ badge = "" }) {
  return badge.startsWith("+") ? Number.parseInt(badge.replace(/\D/g, ""), 10) || 0 : 0;
}

/**
 * What brings most comes first; of two that bring the same the one that stands first.
 * @param {Legal[]} legal
 */
export function bestFirst(legal) {
  return [...legal].sort((a, b) => gainOf(b) - gainOf(a));
}

/**
 * What earns something, the most first.
 * @param {Legal[]} legal
 */
export function earning(legal) {
  return bestFirst(legal).filter((action) => gainOf(action) > 0);
}

/**
 * The best that lies behind each target, where it is a gain.
 * @param {Next} next
 * @returns {Map<Target, string>}
 */
export function bestOf(next) {
  /** @type {Map<Target, string>} */
  const best = new Map();
  for (const [target, behind] of next) {
    const [most] = earning(behind);
    if (most?.badge) {
      best.set(target, most.badge);
    }
  }
  return best;
}

/**
 * An action's sentence with what there is to add.
 * @param {Legal} action
 */
export function fullText(action) {
  return action.more ? `${action.text}: ${action.more}` : action.text;
}
