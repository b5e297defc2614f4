// Calling the reader to the table: a chime, a notification.
import { setting } from "../lib/settings.js";
import { t } from "../lib/words.js";

/** @import { View } from "../types.d.ts" */

/** Two notes: when each begins (s), and how high it is (Hz). */
const NOTES = [
  [0, 587],
  [0.13, 880],
];

/** @type {AudioContext | null} */
let audio = null;

/** @param {View} view */
export function summon(view) {
  if (setting.get("sound", "off") === "on") {
    chime();
  }
  if (document.hidden && setting.get("notify", "off") === "on" && Notification.permission === "granted") {
    new Notification(t("It is your move"), { body: `${view.game.name}: ${view.prompt}`, tag: view.table });
  }
}

function chime() {
  audio ??= new AudioContext();
  for (const [begin, frequency] of NOTES) {
    const at = audio.currentTime + begin;
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = frequency;
    loud.gain.setValueAtTime(0.08, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.35);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
}
