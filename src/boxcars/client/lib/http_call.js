// Talking to the server: one request, and what it says when it refuses.
import { forgetProfile } from "./profile_token.js";
import { lang } from "./translate.js";
import { sendRequest } from "./transport.js";

/** @import { No, Reason } from "../types.d.ts" */

/** The server (or the rules) said no; status 0: it could not be reached. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Reason} reason
   * @param {No | null} data
   * @param {number} [wait] seconds after which it may be asked again
   */
  constructor(status, reason, data, wait = 0) {
    super(reason.text);
    this.status = status;
    this.reason = reason;
    this.data = data;
    this.wait = wait;
  }
}

/**
 * The refusal; anything else is a mistake of the page and goes on.
 * @param {unknown} error
 * @returns {Refusal}
 */
export function refusal(error) {
  if (error instanceof Refusal) {
    return error;
  }
  throw error;
}

/** A key for a request that may be sent twice and must be done once. */
export function newKey() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What a body says; null: nothing that could be read.
 * @param {string} body
 * @returns {any}
 */
function read(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method
 * @param {string} path
 * @param {object} [body]
 * @param {string | null} [token]
 * @param {AbortSignal} [until] the answer is not waited for any longer
 * @returns {Promise<unknown>}
 */
export async function call(method, path, body, token, until) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": lang };
  const file = body instanceof Blob;
  if (body !== undefined) {
    headers["Content-Type"] = file ? "application/x-ndjson" : "application/json";
  }
  if (token) {
    headers.Authorization = `Bearer ${token}`;
  }
  const sent = body === undefined || file ? body : JSON.stringify(body);
  let answer;
  let text;
  try {
    answer = await sendRequest(path, { method, headers, body: sent, signal: until });
    text = await answer.text(); // one that breaks off has not come
  } catch {
    throw new Refusal(0, { code: "offline", clause: "", text: "" }, null);
  }
  const data = read(text);
  if (!answer.ok) {
    const unexplained = { code: String(answer.status), clause: "", text: data?.detail || answer.statusText };
    if (data?.reason?.code === "no_card") {
      forgetProfile();
    }
    const wait = Number(answer.headers.get("Retry-After")) || 0;
    throw new Refusal(answer.status, data?.reason || unexplained, data, wait);
  }
  return data;
}
