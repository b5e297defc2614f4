// New pieces fade in, moved ones slide; with reduced motion nothing travels.
import { calm } from "../../lib/settings.js";

const MOST = 60; // more arrivals at once are no motion but a flicker

/** @typedef {[number, number]} Place */

/**
 * Where a piece stands by its transform.
 * @param {Element} piece
 * @returns {Place}
 */
export function placeOf(piece) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(piece.getAttribute("transform") || "");
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

/**
 * Where every piece of a layer stands, by its id.
 * @param {Element} layer
 * @returns {Map<string, Place>}
 */
export function placesIn(layer) {
  const pieces = [...layer.querySelectorAll(".piece[id]")];
  return new Map(pieces.map((piece) => [piece.id, placeOf(piece)]));
}

/**
 * @param {Element} layer
 * @param {Map<string, Place>} before
 */
export function animate(layer, before) {
  let arrived = 0;
  for (const piece of layer.querySelectorAll(".piece[id]")) {
    const old = before.get(piece.id);
    if (!old) {
      arrived += 1;
      if (arrived <= MOST) {
        piece.classList.add("arrive");
      }
    } else if (!calm()) {
      slide(piece, old);
    }
  }
}

/**
 * @param {Element} piece
 * @param {Place} from
 */
function slide(piece, from) {
  const to = placeOf(piece);
  if (from[0] === to[0] && from[1] === to[1]) {
    return;
  }
  const frames = [from, to].map(([x, y]) => ({ transform: `translate(${x}px,${y}px)` }));
  piece.animate(frames, { duration: 320, easing: "ease-in-out" });
}
