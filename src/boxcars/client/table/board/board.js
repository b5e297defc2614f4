// The board: ground (fetched once), pieces (what stays as it was is not touched), marks, ghost, and what a story lays over it.
// It knows shapes and targets, never a game.
import { findAll, settle } from "../../lib/dom.js";
import { t } from "../../lib/translate.js";
import { sendRequest } from "../../lib/transport.js";
import { Camera } from "./camera.js";
import { listen } from "./gestures.js";
import { drawOffers, lightOffer } from "./line_offers.js";
import { markBadges, markTargets, markTouched, markWorth } from "./marks.js";
import { print } from "./static_layer.js";
import { svg } from "./svg.js";

/** @import { Target, View } from "../../types.d.ts" */

const LAYERS = /** @type {const} */ (["ground", "under", "pieces", "pencil", "over", "story", "ghost-layer"]);

/** @type {Map<string, Promise<string>>} */
const grounds = new Map();

/**
 * The drawn ground; nothing: it did not come, and is asked for again the next time.
 * @param {string} url
 */
function groundAt(url) {
  const known = grounds.get(url);
  if (known) {
    return known;
  }
  const asked = sendRequest(url)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .catch(() => "");
  grounds.set(url, asked);
  asked.then((text) => text || grounds.delete(url));
  return asked;
}

export class BoardView {
  /** @type {string | null} */
  url = null;
  /** The pieces that lie on it; null: none that the next ones could be compared with. @type {string | null} */
  drawn = null;
  /** Pieces as they were before anything marked them. @type {WeakMap<Element, string>} */
  lying = new WeakMap();
  /** The pieces in the small map. */
  small = "";

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
    this.copies = { ground: svg("g"), pieces: svg("g") };
    this.mini.append(this.copies.ground, this.copies.pieces, this.frame);
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
      if (!text) {
        this.url = null;
      }
      this.layers.ground.innerHTML = text;
      const prints = print(this.layers.ground);
      this.copies.ground.replaceChildren(...prints.map((drawn) => drawn.cloneNode()));
      this.drawn = null;
      this.camera.read();
    }
    if (this.drawn !== view.pieces) {
      this.drawn = view.pieces;
      this.lay(view.pieces);
    }
  }

  /** What lies on the board from now on. Most has not changed: that stays, and need not be styled and laid out again. @param {string} markup */
  lay(markup) {
    const { pieces } = this.layers;
    const staying = new Map([...pieces.children].map((piece) => [this.lying.get(piece), piece]));
    const fresh = svg("g");
    fresh.innerHTML = markup;
    const all = [...fresh.children].map((piece) => {
      const of = piece.outerHTML;
      const same = staying.get(of);
      staying.delete(of);
      this.lying.set(same ?? piece, of);
      return same ?? piece;
    });
    settle(pieces, all);
  }

  /** The small map follows when nothing moves: what a story hides and shows would be drawn there, too. */
  followUp() {
    const pieces = this.drawn ?? "";
    if (this.mini.classList.contains("on") && this.small !== pieces) {
      this.small = pieces;
      this.copies.pieces.innerHTML = pieces.replaceAll(" id=", " data-was=");
      for (const place of findAll(".hit", this.copies.pieces)) {
        place.remove(); // nothing is chosen there
      }
    }
  }

  /** The reader looks elsewhere: what lies beside a place goes with it. */
  moved() {}

  /** Nothing of the position may stay on the screen. */
  clear() {
    this.layers.pieces.replaceChildren();
    this.drawn = null;
    this.followUp();
  }

  /**
   * @param {Map<Target, string>} legal what may be clicked -> what it does, in words
   * @param {Target[]} chosen
   * @param {Set<Target>} [above] these alone are ringed above what is drawn there
   */
  mark(legal, chosen, above) {
    markTargets(this, legal, chosen, above);
  }

  /** @param {Map<Target, string>} badges what each place would bring at best */
  badge(badges) {
    markBadges(this, badges);
  }

  /**
   * What was done here or would have been better, and its worth.
   * @param {"done" | "better"} kind
   * @param {Target[]} targets
   * @param {string} [words]
   */
  worth(kind, targets, words) {
    markWorth(this, kind, targets, words);
  }

  /** @param {Target[]} targets */
  touch(targets) {
    markTouched(this, targets);
  }

  /** @param {string} markup */
  ghost(markup) {
    this.layers["ghost-layer"].innerHTML = markup;
  }

  /**
   * Several lines at once, each with its letter where no other one runs; the chosen one in full.
   * @param {{ i: number, svg: string }[]} lines
   * @param {number} chosen
   */
  offers(lines, chosen) {
    drawOffers(this.layers["ghost-layer"], lines, chosen);
  }

  /** Point at one of the lines. @param {number} i */
  lightOffer(i) {
    lightOffer(this.layers["ghost-layer"], i);
  }

  /** @param {Element} shape */
  refuse(shape) {
    shape.classList.add("refused");
    setTimeout(() => shape.classList.remove("refused"), 900);
  }
}
