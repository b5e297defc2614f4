// A draft: the tree of a map file, changed by small operations that can be undone to the last byte; kept in the browser.
/** @import { EditorField, EditorOperation } from "../types.d.ts" */

/** @typedef {Record<string, unknown>} Doc */
/**
 * `saved`: when the server got it last, where it is kept with a card. `board`: the game's board it was made from.
 * @typedef {{ id: string, game: string, name: string, at: number, doc: Doc, saved?: number, board?: string }} Kept
 */

const SHELF = "boxcars:drafts";
const MOST = 12;
const UNDOS = 500;
const BACK = /** @type {const} */ ({ set: "set", insert: "remove", remove: "insert" });

/**
 * @param {any} doc
 * @param {EditorOperation[]} ops
 */
export function apply(doc, ops) {
  for (const { do: what, path, new: value } of ops) {
    const at = path.slice(0, -1).reduce((part, step) => part[step], doc);
    const last = path[path.length - 1];
    if (what === "set") {
      at[last] = structuredClone(value);
    } else if (what === "insert") {
      at.splice(Number(last), 0, structuredClone(value));
    } else {
      at.splice(Number(last), 1);
    }
  }
}

/**
 * What undoes the operations.
 * @param {EditorOperation[]} ops
 * @returns {EditorOperation[]}
 */
export function inverse(ops) {
  return ops.map((op) => ({ do: BACK[op.do], path: op.path, old: op.new, new: op.old })).reverse();
}

/**
 * The operation that gives a field another value.
 * @param {any} doc
 * @param {EditorField} field
 * @param {unknown} value
 * @returns {EditorOperation}
 */
export function setting(doc, { path, part, none }, value) {
  const old = structuredClone(path.reduce((at, step) => at[step], doc));
  if (!part) {
    return { do: "set", path, old, new: value };
  }
  if (Array.isArray(old)) {
    const changed = [...old];
    changed.splice(Number(part), 1, ...(value === "" ? [] : [value]));
    return { do: "set", path, old, new: changed };
  }
  const changed = { ...old, [part]: value };
  if (value === none) {
    delete changed[part];
  }
  return { do: "set", path, old, new: changed };
}

/** What was done and undone, and the draft itself. */
export class Draft {
  /** @param {Kept} kept */
  constructor(kept) {
    this.kept = kept;
    /** @type {EditorOperation[][]} */
    this.done = [];
    /** @type {EditorOperation[][]} */
    this.undone = [];
    /** Whether anything was done to it here. */
    this.touched = false;
  }

  get doc() {
    return this.kept.doc;
  }

  /** @param {EditorOperation[]} ops */
  change(ops) {
    if (ops.length) {
      apply(this.doc, ops);
      this.touched = true;
      this.done = [...this.done, ops].slice(-UNDOS);
      this.undone = [];
      this.keep();
    }
  }

  /** @returns {boolean} whether there was anything to undo */
  undo() {
    const ops = this.done.pop();
    if (ops) {
      apply(this.doc, inverse(ops));
      this.undone.push(ops);
      this.keep();
    }
    return Boolean(ops);
  }

  redo() {
    const ops = this.undone.pop();
    if (ops) {
      apply(this.doc, ops);
      this.done.push(ops);
      this.keep();
    }
    return Boolean(ops);
  }

  keep() {
    const name = String(this.doc.name ?? "");
    const others = drafts().filter(({ id }) => id !== this.kept.id);
    this.kept = { ...this.kept, name, at: Date.now() };
    shelve([this.kept, ...others].slice(0, MOST));
  }
}

/**
 * Store the drafts; if there is no room the oldest go, never the one that is being drawn.
 * @param {Kept[]} all
 */
function shelve(all) {
  for (let most = all.length; most > 0; most--) {
    try {
      localStorage.setItem(SHELF, JSON.stringify(all.slice(0, most)));
      return;
    } catch {
      // no room: with one fewer
    }
  }
}

/** @returns {Kept[]} the drafts of this browser, the newest first */
export function drafts() {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) ?? "[]");
    return kept.filter((/** @type {Kept | null} */ draft) => typeof draft?.id === "string" && draft.doc);
  } catch {
    return []; // whatever stands there: no drafts of ours
  }
}

/** @param {string} id */
export function forget(id) {
  localStorage.setItem(SHELF, JSON.stringify(drafts().filter((draft) => draft.id !== id)));
}
