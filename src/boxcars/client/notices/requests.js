// What the pages of turn notices ask: those of a profile, or those of a guest's seat at one table.

import { call } from "../lib/http_call.js";
import { profileToken } from "../lib/profile_token.js";
import { keys, pinned } from "../lib/seat_tokens.js";

/** @import { NoticePrefs, NoticesShown, NoticeTried } from "../types.d.ts" */

/** The notices of whom: "" is the profile of this device, otherwise a seat at that table. */
export class Notices {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
  }

  get token() {
    return this.table ? (pinned(this.table) ?? Object.values(keys(this.table).seats)[0] ?? null) : profileToken();
  }

  /**
   * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method
   * @param {string} [path] after /api/notices
   * @param {object} [body]
   */
  ask(method, path = "", body = undefined) {
    const query = this.table ? `?table=${encodeURIComponent(this.table)}` : "";
    return call(method, `/api/notices${path}${query}`, body, this.token);
  }

  get() {
    return /** @type {Promise<NoticesShown>} */ (this.ask("GET"));
  }

  /** @param {Omit<NoticePrefs, "chosen">} chosen */
  choose({ batch, remind, quiet, zone, topics, paused }) {
    const body = { batch, remind, quiet, zone, topics, paused };
    return /** @type {Promise<NoticesShown>} */ (this.ask("PUT", "", body));
  }

  /** @param {object} asked */
  try(asked) {
    return /** @type {Promise<NoticeTried>} */ (this.ask("POST", "/try", asked));
  }

  /** @param {object} asked */
  add(asked) {
    return this.ask("POST", "/channels", asked);
  }

  /**
   * @param {string} id
   * @param {boolean} on
   */
  turn(id, on) {
    return this.ask("PATCH", `/channels/${id}`, { on });
  }

  /** @param {string} id */
  remove(id) {
    return this.ask("DELETE", `/channels/${id}`);
  }

  /** @param {string} id */
  test(id) {
    return /** @type {Promise<NoticeTried>} */ (this.ask("POST", `/channels/${id}/test`));
  }

  /** @param {string} id */
  again(id) {
    return this.ask("POST", `/channels/${id}/again`);
  }

  /**
   * @param {string} table
   * @param {boolean} muted
   */
  mute(table, muted) {
    return this.ask(muted ? "PUT" : "DELETE", `/mutes/${table}`);
  }
}
