// The board: ground (fetched once), pieces (replaced at every change), marks, ghost, and what a story lays over it.
// It knows shapes and targets, never a game.
import { t } from "../../lib/words.js";
import { Camera } from "./camera.js";
import { listen } from "./gestures.js";
import { markBadges, markTargets, markTouched } from "./marks.js";
import { svg } from "./svg.js";

/** @import { Target, View } from "../../types.d.ts" */

const LAYERS = /** @type {const} */ (["ground", "under", "pieces", "over", "story", "ghost-layer"]);

/** @type {Map<string, Promise<string>>} */
const grounds = new Map();

/** @param {string} url */
function groundAt(url) {
  const known = grounds.get(url);
  if (known) {
    return known;
  }
  const asked = fetch(url).then((answer) => (answer.ok ? answer.text() : ""));
  grounds.set(url, asked);
  return asked;
}

export class BoardView {
  /** @type {string | null} */
  url = null;
  /** The pieces that lie on it; null: none that the next ones could be compared with. @type {string | null} */
  drawn = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.svg = svg("svg", { class: "bx board-svg", role: "group", "aria-label": t("Board") });
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ ({});
    for (const name of LAYERS) {
      this.layers[name] = svg("g", { id: `bx-${name}`, class: `bx ${name}` });
      this.svg.append(this.layers[name]);
    }
    this.mini = svg("svg", { class: "bx mini", "aria-hidden": "true" });
    this.frame = svg("rect", { class: "view" });
    this.mini.append(svg("use", { href: "#bx-ground" }), svg("use", { href: "#bx-pieces" }), this.frame);
    root.append(this.svg, this.mini);
    this.camera = new Camera(this, root);
    listen(this, root);
  }

  /** @param {View} view */
  async show(view) {
    this.camera.measure(view.size);
    if (view.ground && view.ground !== this.url) {
      this.url = view.ground;
      const text = await groundAt(view.ground);
      if (this.url !== view.ground) {
        return;
      }
      this.layers.ground.innerHTML = text;
      this.drawn = null;
    }
    if (this.drawn !== view.pieces) {
      this.drawn = view.pieces;
      this.layers.pieces.innerHTML = view.pieces;
    }
  }

  /** The reader looks elsewhere: what lies beside a place goes with it. */
  moved() {}

  /** Nothing of the position may stay on the screen. */
  clear() {
    this.layers.pieces.innerHTML = "";
    this.drawn = null;
  }

  /**
   * @param {Map<Target, string>} legal what may be clicked -> what it does, in words
   * @param {Target[]} chosen
   */
  mark(legal, chosen) {
    markTargets(this, legal, chosen);
  }

  /** @param {Map<Target, string>} badges what each place would bring at best */
  badge(badges) {
    markBadges(this, badges);
  }

  /** @param {Target[]} targets */
  touch(targets) {
    markTouched(this, targets);
  }

  /** @param {string} markup */
  ghost(markup) {
    this.layers["ghost-layer"].innerHTML = markup;
  }

  /** @param {Element} shape */
  refuse(shape) {
    shape.classList.add("refused");
    setTimeout(() => shape.classList.remove("refused"), 900);
  }
}
