// The stage: one story at a time. How things move is fetched when the page stands; until then, and in a hidden tab,
// nothing does.
import { whenIdle } from "../../lib/dom.js";
import { calm, setting } from "../../lib/settings.js";
import { follows, PACES, takesBack } from "./timing.js";

/** @import { View } from "../../types.d.ts" */
/** @import { Story } from "./animation.js" */

/** How long a bot is seen thinking, at least (ms). */
export function pace() {
  return /** @type {Record<string, number>} */ (PACES)[setting.get("pace", "normal")] ?? PACES.normal;
}

export class Stage {
  /** @type {typeof import("./animation.js") | null} */
  theatre = null;
  /** @type {Story | null} */
  story = null;
  /** Frames came too slowly: nothing moves any more until the page is left. */
  tired = false;
  /** A key is held down. */
  held = false;
  /** What waits for the end of the story. @type {(() => void)[]} */
  later = [];

  /**
   * @param {SVGGElement} sheet
   * @param {() => void} ended
   * @param {{ signal: AbortSignal }} until
   */
  constructor(sheet, ended, until) {
    this.sheet = sheet;
    this.ended = ended;
    document.addEventListener("visibilitychange", () => this.finish(), until);
    const fetchIt = async () => {
      this.theatre = await import("./animation.js");
    };
    whenIdle(fetchIt);
  }

  get playing() {
    return this.story !== null;
  }

  /**
   * Before a view is drawn: end what is told, and look where everything stands. Returns what begins the story of the new
   * view when it is drawn.
   * @param {View | null} from what is drawn now
   * @param {View} to
   * @param {boolean} [flew] what one took was seen flying already
   * @returns {() => void}
   */
  ready(from, to, flew = false) {
    this.finish();
    document.documentElement.classList.toggle("still", calm());
    const quiet = document.hidden || this.held || this.tired || !this.theatre;
    const back = takesBack(from, to);
    if (quiet || !this.theatre || !(back || (follows(from, to) && to.beats.length))) {
      return () => {};
    }
    const beats = flew ? to.beats.filter(({ kind, seat }) => kind !== "fly" || seat !== to.you) : to.beats;
    const told = { ...to, beats: back ? this.theatre.backwards(this.sheet) : beats };
    const story = new this.theatre.Story(told, this.sheet, (ended) => this.end(ended));
    return () => {
      this.story = story;
      requestAnimationFrame(() => story.over || story.begin());
    };
  }

  /**
   * When nothing moves any more.
   * @param {() => void} what
   */
  afterwards(what) {
    this.later.push(what);
    setTimeout(() => this.story || this.rest()); // (a story of the view that is being drawn begins first)
  }

  rest() {
    for (const what of this.later.splice(0)) {
      what();
    }
  }

  /** @param {Story} story */
  end(story) {
    this.tired ||= story.slow;
    this.story = null;
    this.rest();
    this.ended();
  }

  finish() {
    this.story?.finish();
  }
}
