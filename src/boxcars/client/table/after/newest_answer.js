// Whoever asks faster than answers come gets the newest answer: one question is under way at a time, and when it is answered
// the one that is wanted by then is asked. An answer that does not come is asked for again.

const PATIENCE = 8000; // ms for an answer, doubled each time it did not come: a line may be slow
const PAUSE = 300; // ms before one asks again, doubled likewise
const TRIES = 4;

/** The time of the browser; tests bring their own. */
const CLOCK = {
  /**
   * @param {() => void} what
   * @param {number} ms
   */
  later: (what, ms) => setTimeout(what, ms),
  /** @param {any} timer */
  cancel: (timer) => clearTimeout(timer),
};

/** @template T */
export class Newest {
  /** Answers, by what was asked. @type {Map<string, T>} */
  kept = new Map();
  /** @type {{ key: string, ask: (until: AbortSignal) => Promise<T>, show: (answer: T) => void } | null} */
  wanted = null;
  /** Under way until nothing is wanted any more. @type {Promise<void> | null} */
  chasing = null;

  /**
   * @param {(error: unknown) => number | null} pause ms to wait at least before one asks again; null: that would not help
   * @param {typeof CLOCK} [clock]
   */
  constructor(pause, clock = CLOCK) {
    this.pause = pause;
    this.clock = clock;
  }

  /**
   * From now on this is wanted, and nothing that was before. Over when it (or what is wanted after it) is shown; fails if that
   * cannot be had.
   * @param {string} key
   * @param {(until: AbortSignal) => Promise<T>} ask
   * @param {(answer: T) => void} show
   * @returns {Promise<void>}
   */
  async want(key, ask, show) {
    const known = this.kept.get(key);
    if (known !== undefined) {
      this.wanted = null;
      show(known);
      return;
    }
    this.wanted = { key, ask, show };
    this.chasing ??= this.chase().finally(() => {
      this.chasing = null;
    });
    await this.chasing;
  }

  /** Nothing is wanted any more. */
  drop() {
    this.wanted = null;
  }

  async chase() {
    let failed = 0;
    while (this.wanted) {
      const { key, ask } = this.wanted;
      try {
        this.kept.set(key, await this.patiently(ask, PATIENCE * 2 ** failed));
        failed = 0;
      } catch (error) {
        const pause = this.pause(error);
        const other = this.wanted?.key !== key;
        if (pause !== null && failed + 1 < TRIES) {
          await this.rest(Math.max(pause, PAUSE * 2 ** failed));
          failed += 1;
        } else if (other) {
          failed = 0; // what is wanted by now may well be had
        } else {
          this.wanted = null;
          throw error;
        }
      }
      const { wanted } = this;
      const answer = wanted ? this.kept.get(wanted.key) : undefined;
      if (wanted && answer !== undefined) {
        this.wanted = null;
        wanted.show(answer);
      }
    }
  }

  /** @param {number} ms */
  rest(ms) {
    return new Promise((done) => this.clock.later(() => done(null), ms));
  }

  /**
   * @param {(until: AbortSignal) => Promise<T>} ask
   * @param {number} patience
   * @returns {Promise<T>}
   */
  async patiently(ask, patience) {
    const until = new AbortController();
    const timer = this.clock.later(() => until.abort(), patience);
    const late = new Promise((_, fail) => until.signal.addEventListener("abort", () => fail(new Late())));
    try {
      return await Promise.race([ask(until.signal), /** @type {Promise<never>} */ (late)]);
    } finally {
      this.clock.cancel(timer);
    }
  }
}

/** No answer came in time. */
export class Late extends Error {}
