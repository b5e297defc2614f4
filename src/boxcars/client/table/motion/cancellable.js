// Something that is told over time and can be cut at any moment: what it waits for comes at once, what moves stands.

const FRAME = 60; // ms: no longer than that

export class Telling {
  /** @type {Set<Animation>} */
  running = new Set();
  /** @type {Set<() => void>} */
  waiting = new Set();
  over = false;

  /**
   * @param {Element} el
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} how
   */
  async animate(el, frames, how) {
    if (this.over) {
      return;
    }
    const animation = el.animate(frames, { fill: "backwards", ...how });
    this.running.add(animation);
    try {
      await animation.finished;
    } catch {
      // It was cut.
    }
    this.running.delete(animation);
  }

  /**
   * A while, unless it is cut.
   * @param {number} ms
   */
  wait(ms) {
    return new Promise((/** @type {(done?: undefined) => void} */ resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, this.over ? 0 : ms);
      this.waiting.add(wake);
    });
  }

  /** Until what has landed is drawn: what begins next has a frame of its own. (A page that nobody looks at has no frames.) */
  drawn() {
    const frame = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return this.over ? null : Promise.race([frame, this.wait(FRAME)]);
  }

  /** However far it was told. Returns whether it was still being told. */
  cut() {
    const now = !this.over;
    this.over = true;
    for (const animation of this.running) {
      animation.cancel();
    }
    for (const wake of [...this.waiting]) {
      wake();
    }
    return now;
  }
}
