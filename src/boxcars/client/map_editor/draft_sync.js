// Drafts of a player with a card: kept on the server, too, so that all devices of the card have them. Without one nothing is sent.
import { call, Refusal } from "../lib/http_call.js";
import { profileToken } from "../lib/profile_token.js";
import { drafts, forget } from "./draft.js";

/** @import { KeptDraft, KeptDraftText } from "../types.d.ts" */
/** @import { Draft, Kept } from "./draft.js" */

/** @typedef {{ id: string, game: string, name: string }} Listed */

const CALM = 1200; // ms without a change before a draft is sent

/**
 * @param {"GET" | "PUT" | "DELETE"} method
 * @param {string} [path]
 * @param {object} [body]
 */
function ask(method, path = "", body = undefined) {
  return call(method, `/api/card/drafts${path}`, body, profileToken());
}

/**
 * What the server says; nothing where it cannot be reached or has none.
 * @template T
 * @param {Promise<unknown>} asked
 * @returns {Promise<T | null>}
 */
async function unless(asked) {
  try {
    return /** @type {T} */ (await asked);
  } catch (error) {
    if (error instanceof Refusal) {
      return null;
    }
    throw error;
  }
}

/**
 * The drafts of this browser and of the card, each once.
 * @param {Listed[]} here
 * @param {Listed[]} there
 * @returns {Listed[]}
 */
export function together(here, there) {
  const known = new Set(there.map(({ id }) => id));
  return [...there, ...here.filter(({ id }) => !known.has(id))];
}

/** @returns {Promise<Listed[]>} */
export async function allDrafts() {
  const there = profileToken() ? /** @type {KeptDraft[] | null} */ (await unless(ask("GET"))) : null;
  return together(drafts(), there ?? []);
}

/**
 * Whether another device has put the draft there after this one did.
 * @param {Kept | undefined} here
 * @param {KeptDraft} there
 */
export function newer(here, there) {
  return !here || there.at > (here.saved ?? 0);
}

/**
 * A draft: as this browser has it, or the text that another device has sent since.
 * @param {string} id
 * @returns {Promise<{ kept?: Kept, sent?: KeptDraftText }>}
 */
export async function findDraft(id) {
  const kept = drafts().find((draft) => draft.id === id);
  const sent = profileToken() ? /** @type {KeptDraftText | null} */ (await unless(ask("GET", `/${id}`))) : null;
  return sent && newer(kept, sent.draft) ? { sent } : { kept };
}

/** @param {string} id */
export async function throwAway(id) {
  forget(id);
  if (profileToken()) {
    await unless(ask("DELETE", `/${id}`));
  }
}

/** Sends a draft when its author has come to rest, and says why it could not be kept, once. */
export class Carrier {
  /** @param {(why: string) => void} told */
  constructor(told) {
    this.told = told;
    this.sent = "";
    this.timer = 0;
  }

  /**
   * @param {Draft} draft
   * @param {string} text
   */
  carry(draft, text) {
    clearTimeout(this.timer);
    if (profileToken() && draft.touched && text !== this.sent) {
      this.timer = window.setTimeout(() => this.send(draft, text), CALM);
    }
  }

  /**
   * @param {Draft} draft
   * @param {string} text
   */
  async send(draft, text) {
    const { id, game, name } = draft.kept;
    this.sent = text;
    try {
      const { at } = /** @type {KeptDraft} */ (await ask("PUT", `/${id}`, { game, name: name.slice(0, 60), text }));
      draft.kept.saved = at;
      draft.keep();
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (error.reason.code === "full") {
        this.told(error.reason.text);
      }
    }
  }
}
