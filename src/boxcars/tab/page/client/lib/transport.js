// The way to the server in the edition without one: the page around this one has it in a worker (shell.js).

/** @import { Host } from "../../types.d.ts" */

const host = /** @type {Host} */ (Reflect.get(parent, "boxcars"));

/** @type {Set<Channel>} */
const open = new Set();

/**
 * Ask the server.
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
export async function sendRequest(path, how = {}) {
  const { signal } = how;
  const asked = new Request(path, { ...how, signal: undefined });
  const body = asked.method === "GET" ? null : new Uint8Array(await asked.arrayBuffer());
  const waiting = host.ask(asked.method, path, [...asked.headers], body);
  const given = signal ? await Promise.race([waiting, whenAborted(signal)]) : await waiting;
  const empty = given.status === 204 || given.status === 304;
  return new Response(empty ? null : given.body, { status: given.status, headers: given.headers });
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
function whenAborted(signal) {
  return new Promise((_, no) => {
    const stop = () => no(signal.reason);
    if (signal.aborted) {
      stop();
    }
    signal.addEventListener("abort", stop);
  });
}

/** A live channel, as a WebSocket would be. */
class Channel {
  /** @type {number} */
  readyState = WebSocket.CONNECTING;
  /** @type {((event: Event) => void) | null} */
  onopen = null;
  /** @type {((event: MessageEvent) => void) | null} */
  onmessage = null;
  /** @type {((event: CloseEvent) => void) | null} */
  onclose = null;

  /** @param {string} path */
  constructor(path) {
    this.line = host.open(path, (kind, told) => this.hear(kind, told));
    open.add(this);
  }

  /**
   * @param {string} kind
   * @param {any} told
   */
  hear(kind, told) {
    if (this.readyState === WebSocket.CLOSED) {
      return;
    }
    if (kind === "open") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event("open"));
    } else if (kind === "message") {
      this.onmessage?.(new MessageEvent("message", { data: told }));
    } else {
      this.readyState = WebSocket.CLOSED;
      open.delete(this);
      this.onclose?.(new CloseEvent("close", { code: told }));
    }
  }

  /** @param {string} text */
  send(text) {
    this.line.say(text);
  }

  close() {
    if (this.readyState !== WebSocket.CLOSED) {
      this.readyState = WebSocket.CLOSED;
      open.delete(this);
      this.line.close();
    }
  }
}

/**
 * Open a live channel.
 * @param {string} path
 * @returns {WebSocket}
 */
export function openChannel(path) {
  return /** @type {WebSocket} */ (/** @type {unknown} */ (new Channel(path)));
}

addEventListener("pagehide", () => {
  for (const channel of open) {
    channel.close();
  }
});

// Files to be saved: a browser would ask the network for them.
document.addEventListener("click", (event) => {
  const link = /** @type {Element | null} */ (event.target)?.closest?.("a[download][href^='/api/']");
  if (link) {
    event.preventDefault();
    save(/** @type {string} */ (link.getAttribute("href")), link.getAttribute("download") || "");
  }
});

/**
 * @param {string} path
 * @param {string} name
 */
async function save(path, name) {
  const answer = await sendRequest(path);
  const told = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") || "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name || told || "boxcars";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
