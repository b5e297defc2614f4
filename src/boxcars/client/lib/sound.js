// Sound at the table: silent until the first gesture. Only then is there anything to hear with, and the instruments are
// fetched; what was asked for before is dropped, not kept.
import { whenIdle } from "./dom.js";
import { setting } from "./settings.js";

/** @import { How, Sounds } from "./sound_synthesis.js" */

const CALLS = ["whistle", "bell"]; // what may be heard from a hidden tab

class Sound {
  on = true;
  volume = 0.6;
  /** @type {AudioContext | null} */
  ctx = null;
  /** @type {Sounds | null} */
  instruments = null;

  /** Remember what the reader has chosen, and listen for the first gesture. */
  attend() {
    this.on = setting.get("sound", "on") === "on";
    this.volume = Number(setting.get("volume", String(this.volume)));
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(kind, () => whenIdle(() => this.wake()), { once: true, capture: true });
    }
  }

  /** After a gesture, and only then: browsers allow no sound before. (Not in it: what hears takes 60 ms to come.) */
  async wake() {
    if (this.ctx || !this.on) {
      return;
    }
    this.ctx = new AudioContext();
    const { Sounds } = await import("./sound_synthesis.js");
    this.instruments = new Sounds(this.ctx, this.volume);
  }

  /**
   * @param {string} name
   * @param {How} [how]
   */
  play(name, how) {
    if (this.on && (!document.hidden || CALLS.includes(name))) {
      this.instruments?.play(name, how);
    }
  }

  /**
   * A change is heard at once.
   * @param {{ on?: boolean, volume?: number }} change
   */
  async set({ on = this.on, volume = this.volume }) {
    this.on = on;
    this.volume = volume;
    setting.set("sound", on ? "on" : "off");
    setting.set("volume", String(volume));
    await this.wake();
    this.instruments?.set(on ? volume : 0);
    this.play("wagon");
  }
}

export const sound = new Sound();
