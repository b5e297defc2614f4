// What the buttons say: the name of a target, or what the actions behind it have in common, or what sets them apart.

/** @import { Legal, Target } from "../../types.d.ts" */
/** @import { Next } from "../action_paths.js" */

const SENTENCE = 90; // letters of an action that a click goes all the way to
const SHORT = 40; // letters of an action of one step
const BEGINNING = 34; // letters that several actions have in common
const REST = 70; // letters that set one action apart
const SEVERAL = 3; // answers

/**
 * The words with which the sentences of all these actions begin.
 * @param {Pick<Legal, "text">[]} actions
 */
export function alike(actions) {
  const [one, ...others] = actions.map((action) => action.text.split(" "));
  const end = one.findIndex((word, i) => others.some((other) => bare(other[i]) !== bare(word)));
  return end < 0 ? one : one.slice(0, end);
}

/** @param {string | undefined} word */
function bare(word) {
  return word?.replace(/[,:.]$/, "");
}

/**
 * @param {Record<Target, string>} names
 * @param {Next} next
 * @param {Target} target
 * @param {boolean} first whether nothing was chosen yet
 */
export function labelOf(names, next, target, first) {
  const name = names[target] || target;
  const behind = next.get(target) ?? [];
  if (first) {
    return behind.length === 1 ? wholeWay(next, target, behind[0], name) : beginning(next, target, behind, name);
  }
  return apart(next, behind, name);
}

/**
 * Several answers that begin with the same word do without it: the question has said it.
 * @param {string[]} labels
 */
export function shorter(labels) {
  const [first] = labels[0]?.split(" ", 1) ?? [];
  const same = labels.length >= SEVERAL && labels.every((label) => label.startsWith(`${first} `));
  return same ? labels.map((label) => label.slice(first.length + 1)) : labels;
}

/**
 * What sentences under one heading do not begin with together: the heading has said the rest.
 * @param {string[]} texts
 */
export function endings(texts) {
  const same = texts.length > 1 ? alike(texts.map((text) => ({ text }))).length : 0;
  const rests = texts.map((text) => text.split(" ").slice(same).join(" "));
  return rests.every(Boolean) ? rests : texts;
}

/**
 * What kind of target it is: those of a kind speak alike.
 * @param {Target} target
 */
function kindOf(target) {
  return target.startsWith("do:") ? target : target.split(":")[0];
}

/**
 * The lists of actions behind targets of the same kind.
 * @param {Next} next
 * @param {Target} target
 */
function kin(next, target) {
  return [...next].filter(([other]) => kindOf(other) === kindOf(target)).map(([, behind]) => behind);
}

/**
 * A click goes all the way when there is only one: the name of the first step alone would not say what it does.
 * @param {Next} next
 * @param {Target} target
 * @param {Legal} own
 * @param {string} name
 */
function wholeWay(next, target, own, name) {
  const like = kin(next, target).flatMap((behind) => (behind.length === 1 ? behind : []));
  const fits = like.every((action) => action.text.length <= (action.path.length > 1 ? SENTENCE : SHORT));
  return fits ? own.text : name;
}

/**
 * @param {Next} next
 * @param {Target} target
 * @param {Legal[]} own
 * @param {string} name
 */
function beginning(next, target, own, name) {
  const begin = (/** @type {Legal[]} */ actions) => alike(actions).join(" ").replace(/[:,]$/, "");
  const like = kin(next, target).flatMap((behind) => (behind.length > 1 ? [begin(behind)] : []));
  const fits = like.every((words) => words.includes(" ") && words.length <= BEGINNING);
  return fits ? `${begin(own)} …` : name;
}

/**
 * Among last steps: the words that the others do not begin with.
 * @param {Next} next
 * @param {Legal[]} own
 * @param {string} name
 */
function apart(next, own, name) {
  const all = [...next.values()];
  if (all.length < 2 || all.some((behind) => behind.length > 1)) {
    return name;
  }
  const words = own[0].text.split(" ");
  const from = clauseStart(words, alike(all.flat()).length);
  const rest = words
    .slice(from)
    .join(" ")
    .replace(/^\((.*)\)$/, "$1");
  return from && rest && rest.length <= REST && !/^\d+$/.test(rest) ? rest : name; // (a number alone says nothing)
}

/**
 * A clause stays whole: go back to where the one that begins before `from` began.
 * @param {string[]} words
 * @param {number} from
 */
function clauseStart(words, from) {
  for (let i = from; i > 0; i--) {
    if (/[,:]$/.test(words[i - 1]) && balanced(words.slice(i).join(" "))) {
      return i;
    }
  }
  return from;
}

/** @param {string} text */
function balanced(text) {
  return text.split("(").length === text.split(")").length;
}

/**
 * What tells actions with the same picture apart: the first step that differs. Where that is the last one (which way a cube goes),
 * what is told of the action besides, the places it passes, says more than the name of the step.
 * @param {Record<Target, string>} names
 * @param {Legal[]} actions
 */
export function unmistaken(names, actions) {
  const parting = actions[0].path.findIndex((target, i) => actions.some(({ path }) => path[i] !== target));
  const told = new Set(actions.map(({ more }) => more)).size === actions.length;
  return actions.map(({ path, more, badge }) => {
    const last = parting === path.length - 1;
    return last && told && more && more !== badge ? more : (names[path[parting]] ?? "");
  });
}
