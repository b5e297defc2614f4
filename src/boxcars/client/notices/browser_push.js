// Push in this browser: what is true of it now, turning it on, turning it off.

/** @import { NoticeChannel, NoticesShown } from "../types.d.ts" */
/** @import { Notices } from "./requests.js" */

/**
 * "off": it can be turned on. "on". "blocked": the browser says no. "page": this server has no push, or the page came without
 * https; notices show only while a page is open. "home": an iPhone shows them to pages on its home screen alone. "none": this
 * browser has no push.
 * @typedef {"off" | "on" | "blocked" | "page" | "home" | "none"} PushState
 */

/**
 * @param {NoticesShown} shown
 * @returns {PushState}
 */
export function pushState(shown) {
  if (!shown.push_key || !window.isSecureContext) {
    return "page";
  }
  if (!("PushManager" in window) || !("Notification" in window) || !navigator.serviceWorker) {
    return /iPhone|iPad/.test(navigator.userAgent) ? "home" : "none";
  }
  if (Notification.permission === "denied") {
    return "blocked";
  }
  const own = pushChannel(shown);
  if (own?.state === "failed") {
    return "blocked";
  }
  return own?.state === "on" && Notification.permission === "granted" && subscribedHere() ? "on" : "off";
}

/** @param {NoticesShown} shown */
export function pushChannel(shown) {
  return shown.channels.find((channel) => channel.kind === "push" && channel.here);
}

const MARK = "boxcars:push"; // kept in this browser once it has subscribed; a guest's seat has no device that would tell

function subscribedHere() {
  return localStorage.getItem(MARK) !== null;
}

/**
 * Ask the browser, subscribe, tell the server.
 * @param {Notices} notices
 * @param {NoticesShown} shown
 * @returns {Promise<PushState>} how it went; "none": its push service did not answer
 */
export async function turnPushOn(notices, shown) {
  if ((await Notification.requestPermission()) !== "granted") {
    return Notification.permission === "denied" ? "blocked" : "off";
  }
  const worker = await navigator.serviceWorker.ready;
  let made;
  try {
    made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: shown.push_key });
  } catch (error) {
    if (error instanceof DOMException) {
      return "none";
    }
    throw error;
  }
  const { endpoint, keys } = made.toJSON();
  await notices.add({ kind: "push", push: { endpoint, keys } });
  localStorage.setItem(MARK, "1");
  return "on";
}

/**
 * @param {Notices} notices
 * @param {NoticeChannel} channel
 */
export async function turnPushOff(notices, channel) {
  await notices.remove(channel.id);
}
