// Other people's moves are shown one after another: each has its story, a rest follows, and whoever thinks faster than
// one can look is seen thinking for a while. The answer to one's own never waits; a click or a key ends the waiting.
import { REST } from "./motion/timing.js";

/** @import { View } from "../types.d.ts" */

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

/**
 * What the queue asks the page. `hurried`: nothing should wait just now. `playing`: a story is being told. `pace`: ms that
 * a bot is seen thinking.
 * @typedef {{ show: (view: View) => void, hurried: () => boolean, playing: () => boolean, pace: () => number }} Hall
 */

export class ViewQueue {
  /** @type {View[]} */
  waiting = [];
  /** @type {View | null} */
  shown = null;
  /** Since when nothing has moved. */
  still = 0;
  timer = 0;

  /**
   * @param {Hall} hall
   * @param {typeof CLOCK} [clock]
   */
  constructor(hall, clock = CLOCK) {
    this.hall = hall;
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
    const alone = this.waiting.length === 1 && !moved;
    if (alone || this.waiting.length > BACKLOG || this.hall.hurried()) {
      this.catchUp();
    } else {
      this.go();
    }
  }

  /** Show the next, or wait until it is due; while a story is told its end will ask again. */
  go() {
    this.clock.cancel(this.timer);
    this.timer = 0;
    const [view] = this.waiting;
    if (!view || this.hall.playing()) {
      return;
    }
    const due = this.still + this.rest() - this.clock.now();
    if (due > 0) {
      this.timer = this.clock.later(() => this.go(), due);
      return;
    }
    this.waiting.shift();
    this.hall.show(view);
    this.go();
  }

  /** How long what is shown stays, at least. */
  rest() {
    if (!this.shown) {
      return 0;
    }
    const actor = this.shown.seats?.[this.shown.actor];
    return actor && (actor.kind === "bot" || actor.handed) ? this.hall.pace() : REST;
  }

  /** Show the newest at once, with what all of the waiting ones touched; only a single step is told as a story. */
  catchUp() {
    this.clock.cancel(this.timer);
    this.timer = 0;
    const view = this.waiting.at(-1);
    const touched = this.waiting.flatMap((one) => one.touched);
    this.waiting = [];
    if (view) {
      this.hall.show({ ...view, touched });
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
      this.still = this.clock.now();
    }
    this.shown = view;
  }

  /** A story has ended: what comes next may come after a rest. */
  rested() {
    this.still = this.clock.now();
    this.go();
  }
}
