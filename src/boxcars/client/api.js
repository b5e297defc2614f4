// Talking to the server: requests, the tokens of one's seats, and the live view of a table.
import { lang } from "./words.js";

export class Refusal extends Error {
  constructor(status, reason, data) {
    super(reason.text);
    Object.assign(this, { status, reason, data });
  }
}

export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export async function call(method, path, body, token) {
  const headers = { "Accept-Language": lang };
  const file = body instanceof Blob;
  if (body !== undefined && !file) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined || file ? body : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, { code: "offline", clause: "", text: "" }, null);
  }
  const data = await answer.json().catch(() => null);
  const reason = data?.reason || { code: String(answer.status), clause: "", text: data?.detail || answer.statusText };
  if (!answer.ok) throw new Refusal(answer.status, reason, data);
  return data;
}

// -- tokens: {seats: {seat: token}, host, name}; a tab opened by a seat's link keeps to that seat -------------------------------

export function keys(table) {
  return JSON.parse(localStorage.getItem(`boxcars:table:${table}`) || "null") || { seats: {}, host: null };
}

export function keep(table, more) {
  const known = keys(table);
  localStorage.setItem(`boxcars:table:${table}`, JSON.stringify({ ...known, ...more, seats: { ...known.seats, ...more.seats } }));
}

export const pinned = (table) => sessionStorage.getItem(`boxcars:pin:${table}`);
export const pin = (table, token) => sessionStorage.setItem(`boxcars:pin:${table}`, token);

// -- the live view: whatever was lost on the way, the newest message is the truth --------------------------------------------

export class Live {
  constructor(table, token, { onview, online }) {
    Object.assign(this, { table, token, onview, online, view: null, wait: 300, closed: false });
    this.connect();
    this.wake = () => document.visibilityState === "visible" && !this.open && this.connect();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  get open() {
    return this.socket && this.socket.readyState <= 1;
  }

  connect() {
    if (this.open || this.closed) return;
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${this.table}/live`,
    ));
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.closed || socket !== this.socket) return;
      this.online(false, event.code);
      if (event.code === 4404) return;
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(5000, this.wait * 1.7);
    };
  }

  hello() {
    this.socket.send(JSON.stringify({ token: this.token, lang, diff: true }));
  }

  hear(message) {
    if (message.ping) return this.socket.send(JSON.stringify({ pong: message.ping }));
    if (message.error || message.gone) return this.online(false, 4404);
    this.wait = 300;
    if (message.view) this.view = message.view;
    else if (message.diff && this.view && this.view.seq === message.base) this.view = { ...this.view, ...message.diff };
    else if (message.diff) return this.hello();
    else return;
    this.online(true);
    this.onview(this.view);
  }

  sit(token) {
    this.token = token;
    if (this.socket.readyState === 1) this.hello();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }
}
