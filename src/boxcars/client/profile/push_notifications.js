// Being told on this device when it is one's move: asked only by a button.

import { button, toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { t } from "../lib/translate.js";

/** @import { OwnProfile } from "../types.d.ts" */

/**
 * @param {OwnProfile} own
 * @param {() => unknown} again
 */
export function pushSection(own, again) {
  if (!own.push) {
    return null;
  }
  const here = own.devices.find((device) => device.here);
  if (!window.isSecureContext) {
    return row(t("Turn notices on this device"), t("This needs https. Ask the person who runs this server."), null);
  }
  if (!("PushManager" in window)) {
    return row(
      t("Turn notices on this device"),
      t("First add this page to your home screen (Share, then “Add to Home Screen”). Then open it from there."),
      null,
    );
  }
  if (!here?.push) {
    const tell = button(t("Turn on"), () => turnOn(again), { class: "btn sm", id: "push-on" });
    return row(t("Turn notices on this device"), t("one notice per turn, in games by correspondence"), tell);
  }
  const stop = button(t("Turn off"), () => turnOff(again), { class: "btn sm", id: "push-off" });
  return row(t("Turn notices on this device"), t("one notice per turn, in games by correspondence"), stop);
}

/**
 * @param {string} title
 * @param {import("../lib/dom.js").Child} says
 * @param {HTMLElement | null} does
 */
function row(title, says, does) {
  return h(
    "div",
    { class: "dev" },
    icon("bell"),
    h("span", {}, h("b", {}, title), h("br"), h("span", { class: "small" }, says)),
    does,
  );
}

/** @param {() => unknown} again */
async function turnOn(again) {
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      toast(t("Your browser doesn't allow notifications. Check its settings."), "bad");
      return;
    }
    const { key } = /** @type {{ key: string }} */ (await call("GET", "/api/push/key"));
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    await call("POST", "/api/push", { endpoint, keys }, profileToken());
    again();
  } catch (error) {
    toast(
      error instanceof DOMException
        ? t("Your browser doesn't allow notifications. Check its settings.")
        : refusal(error).reason.text,
      "bad",
    );
  }
}

/** @param {() => unknown} again */
async function turnOff(again) {
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  await call("DELETE", "/api/push", undefined, profileToken());
  again();
}
