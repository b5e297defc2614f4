// The live view of a table: whatever was lost on the way, the newest message is the truth.

import { lang } from "./translate.js";
import { openChannel } from "./transport.js";

/** @import { Message, View } from "../types.d.ts" */

export const NO_TABLE = 4404;
export const NO_SEAT = 4401; // the token no longer opens a seat

const SOON = 300;
const LATEST = 5000;

/**
 * The view after a message: a whole one, or the known one with what changed. Null: the change does not belong to the
 * view that is known here, and the whole must be asked for. Undefined: the message brings no view.
 * @param {View | null} known
 * @param {Message} message
 * @returns {View | null | undefined}
 */
export function viewAfter(known, message) {
  if (message.view) {
    return message.view;
  }
  if (!message.diff) {
    return undefined;
  }
  if (!known || known.seq !== message.base) {
    return null;
  }
  const view = { ...known, ...message.diff };
  if (message.log) {
    view.log = [...known.log, ...message.log];
  }
  if (message.panels) {
    const before = new Map(known.panels.map((panel) => [panel.key, panel]));
    view.panels = message.panels.flatMap((panel) => (typeof panel === "string" ? (before.get(panel) ?? []) : panel));
  }
  if (message.pieces) {
    const [head, tail, between] = message.pieces;
    view.pieces = known.pieces.slice(0, head) + between + known.pieces.slice(known.pieces.length - tail);
  }
  return view;
}

export class Live {
  /** @type {View | null} */
  view = null;
  /** @type {WebSocket | null} */
  socket = null;
  wait = SOON;
  closed = false;
  words = false;
  timer = 0;

  /**
   * @param {string} table
   * @param {string | null} token
   * @param {{ onview: (view: View) => void, online: (on: boolean, code?: number) => void, name?: string }} handlers
   */
  constructor(table, token, { onview, online, name = "" }) {
    this.table = table;
    this.token = token;
    this.onview = onview;
    this.online = online;
    this.name = name;
    this.connect();
    this.wake = () => {
      if (document.visibilityState === "visible") {
        this.connect();
      }
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  get open() {
    return this.socket !== null && this.socket.readyState <= WebSocket.OPEN;
  }

  connect() {
    if (this.open || this.closed) {
      return;
    }
    clearTimeout(this.timer);
    const socket = openChannel(`/api/tables/${this.table}/live`);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  lost(socket, code) {
    if (this.closed || socket !== this.socket) {
      return;
    }
    this.online(false, code);
    if (code === NO_TABLE) {
      return;
    }
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LATEST, this.wait * 1.7);
  }

  hello() {
    this.socket?.send(
      JSON.stringify({
        token: this.token,
        lang,
        name: this.name || undefined,
        diff: true,
        append: true,
        panels: true,
        pieces: true,
        words: this.words,
      }),
    );
  }

  /** @param {Message} message */
  hear(message) {
    if (message.ping) {
      this.socket?.send(JSON.stringify({ pong: message.ping }));
      return;
    }
    if (message.error || message.gone) {
      this.online(false, NO_TABLE);
      return;
    }
    this.wait = SOON;
    const view = viewAfter(this.view, message);
    if (view === null) {
      this.hello();
    } else if (view) {
      this.view = view;
      this.online(true);
      this.onview(view);
    }
  }

  /** From now on with the position in words: it is only sent to those who read it. */
  wantWords() {
    if (!this.words) {
      this.words = true;
      this.again();
    }
  }

  /** Say hello again where the line is open; where it is not, the next hello says the same. */
  again() {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.hello();
    }
  }

  /**
   * Go on in another seat.
   * @param {string} token
   */
  sit(token) {
    if (token === this.token && this.view) {
      this.onview(this.view); // the server answers the same hello only once
      return;
    }
    this.token = token;
    this.again();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
