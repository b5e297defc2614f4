// Drawings of the server in the inks of the theme; the other one is never fetched.
import { h } from "../lib/dom.js";

/** @param {string} address */
function drawing(address) {
  return ["light", "dark"].map((theme) =>
    h("img", {
      class: `only-${theme}`,
      src: `${address}?theme=${theme}`,
      alt: "",
      loading: "lazy",
      decoding: "async",
    }),
  );
}

/**
 * A map in small.
 * @param {string} game
 * @param {string} map
 */
export function mapPicture(game, map) {
  return h("span", { class: "pic" }, drawing(`/api/picture/${game}/${map}`));
}

export function poster() {
  return h("div", { class: "poster" }, drawing("/api/poster"));
}
