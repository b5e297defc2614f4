// A shared position: the link says which, and the table shows it.
import { call } from "../lib/http_call.js";

/** @import { Action, SharedPosition } from "../types.d.ts" */

/**
 * What the address of a table asks to be shown first: a line tried there, and through whose eyes. Anybody may have written it: what
 * is no line is none, and whether its actions are any the server says.
 * @param {string} search
 * @returns {{ line: Action[], eyes: number | null }}
 */
export function asked(search) {
  const query = new URLSearchParams(search);
  const seat = query.get("eyes") ?? "";
  const eyes = /^\d$/.test(seat) ? Number(seat) : null;
  try {
    const line = JSON.parse(query.get("line") ?? "[]");
    const sound = Array.isArray(line) && line.every((one) => one !== null && typeof one === "object");
    return { line: sound ? line : [], eyes };
  } catch {
    return { line: [], eyes };
  }
}

/** @param {string} code */
export async function openShared(code) {
  const told = /** @type {SharedPosition} */ (await call("GET", `/api/share/${encodeURIComponent(code)}`));
  const query = new URLSearchParams();
  if (told.ply >= 0) {
    query.set("analysis", String(told.ply));
    if (told.line.length) {
      query.set("line", JSON.stringify(told.line));
    }
    if (told.eyes !== null) {
      query.set("eyes", String(told.eyes));
    }
  }
  location.replace(`/t/${told.table}?${query}`);
}
