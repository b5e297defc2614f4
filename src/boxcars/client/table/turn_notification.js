// Calling the reader to the table: a whistle, a notification.
import { setting } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { t } from "../lib/translate.js";

/** @import { View } from "../types.d.ts" */

const AWAY = 5000; // ms after one's own move: who has just played needs no whistle

/**
 * @param {View} view
 * @param {number} acted when the reader played last
 */
export function notifyTurn(view, acted) {
  if (performance.now() - acted > AWAY) {
    sound.play("whistle");
  }
  if (document.hidden && setting.get("notify", "off") === "on" && Notification.permission === "granted") {
    new Notification(t("It's your turn"), { body: `${view.game.name}: ${view.prompt}`, tag: view.table });
  }
}
