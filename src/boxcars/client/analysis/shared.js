// A shared position: the link says which, and the table shows it.
import { call } from "../lib/api.js";

/** @import { SharedSent } from "../types.d.ts" */

/** @param {string} code */
export async function openShared(code) {
  const told = /** @type {SharedSent} */ (await call("GET", `/api/share/${encodeURIComponent(code)}`));
  const query = new URLSearchParams();
  if (told.ply >= 0) {
    query.set("analysis", String(told.ply));
    query.set("line", JSON.stringify(told.line));
    if (told.eyes !== null) {
      query.set("eyes", String(told.eyes));
    }
  }
  location.replace(`/t/${told.table}?${query}`);
}
