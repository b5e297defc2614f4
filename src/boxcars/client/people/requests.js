// What the pages of people ask the server.
import { toast } from "../lib/controls.js";
import { call, refusal } from "../lib/http_call.js";
import { profileToken } from "../lib/profile_token.js";

/**
 * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method
 * @param {string} path after /api/
 * @param {object} [body]
 */
export function ask(method, path, body) {
  return call(method, `/api/${path}`, body, profileToken());
}

/**
 * Do something and go on with `then`; what is refused is said.
 * @param {() => Promise<unknown>} what
 * @param {(answer: any) => unknown} then
 */
export async function attempt(what, then) {
  try {
    await then(await what());
  } catch (error) {
    toast(refusal(error).reason.text, "bad");
  }
}
