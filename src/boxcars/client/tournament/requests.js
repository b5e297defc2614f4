// What a page asks of events.
import { call } from "../lib/http_call.js";
import { profileToken } from "../lib/profile_token.js";

/**
 * @param {"GET" | "POST"} method
 * @param {string} path after /api/events
 * @param {object} [body]
 */
export function ask(method, path, body) {
  return call(method, `/api/events${path}`, body, profileToken());
}
