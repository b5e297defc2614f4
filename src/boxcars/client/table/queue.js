// Other people's moves are shown one after another. The answer to one's own never waits; a click or a key ends the
// waiting.

/** @import { View } from "../types.d.ts" */

const STEP = 400; // ms between two moves of other people
const BACKLOG = 8; // more moves than this are not worth waiting for

/** The time of the browser; tests bring their own. */
const CLOCK = {
  now: () => performance.now(),
  /**
   * @param {() => void} what
   * @param {number} ms
   */
  later: (what, ms) => setTimeout(what, ms),
  /** @param {number} timer */
  cancel: (timer) => clearTimeout(timer),
};

export class ViewQueue {
  /** @type {View[]} */
  waiting = [];
  /** @type {View | null} */
  shown = null;
  shownAt = 0;
  timer = 0;

  /**
   * @param {(view: View) => void} show
   * @param {() => boolean} hurried whether nothing should wait just now
   * @param {typeof CLOCK} [clock]
   */
  constructor(show, hurried, clock = CLOCK) {
    this.show = show;
    this.hurried = hurried;
    this.clock = clock;
  }

  get length() {
    return this.waiting.length;
  }

  /**
   * A view has come.
   * @param {View} view
   */
  hear(view) {
    const last = this.waiting.at(-1) || this.shown;
    const moved = !last || view.ply > last.ply;
    if (!moved) {
      this.waiting.pop(); // the same position, told anew
    }
    this.waiting.push(view);
    const rested = this.clock.now() > this.shownAt + STEP;
    const soon = this.waiting.length === 1 && (!last || !moved || rested);
    if (soon || this.waiting.length > BACKLOG || this.hurried()) {
      this.catchUp();
    } else if (!this.timer) {
      this.timer = this.clock.later(() => this.step(), this.shownAt + STEP - this.clock.now());
    }
  }

  step() {
    this.timer = 0;
    const view = this.waiting.shift();
    if (view) {
      this.show(view);
    }
    if (this.waiting.length) {
      this.timer = this.clock.later(() => this.step(), STEP);
    }
  }

  /** Show the newest at once, with what all of the waiting ones touched. */
  catchUp() {
    this.clock.cancel(this.timer);
    this.timer = 0;
    const view = this.waiting.at(-1);
    const touched = this.waiting.flatMap((one) => one.touched);
    const riders = this.waiting.map((one) => one.riders).join("");
    this.waiting = [];
    if (view) {
      this.show({ ...view, touched, riders });
    }
  }

  /** What waits is not worth showing any more. */
  clear() {
    this.waiting = [];
  }

  stop() {
    this.clock.cancel(this.timer);
  }

  /**
   * This view stands on the screen now.
   * @param {View} view
   */
  note(view) {
    if (view.ply !== this.shown?.ply) {
      this.shownAt = this.clock.now();
    }
    this.shown = view;
  }
}
