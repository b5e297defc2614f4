// What stands around every page but the table's: the head and the foot.
import { fill, h } from "../lib/dom.js";
import { car } from "../lib/drawings.js";
import { t } from "../lib/words.js";
import { languageSelect, themeButton } from "./preferences.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * Draw a page. `again` draws it anew in another language.
 * @param {() => unknown} again
 * @param {...Child} body
 */
export function frame(again, ...body) {
  document.body.className = "plain-page";
  delete document.body.dataset.sheet;
  const brand = h("a", { class: "brand", href: "/" }, car(), h("span", {}, "Boxcars"));
  const head = h("header", { class: "head" }, brand, h("div", { class: "grow" }), languageSelect(again), themeButton());
  fill(document.body, head, h("main", { class: "lobby" }, ...body), footer());
}

export function footer() {
  const unofficial = t(
    "Boxcars is an unofficial, non-commercial project. It is not affiliated with or endorsed by the authors " +
      "or publishers of these games; names of games are used only to say which rules are played.",
  );
  const api = h("a", { href: "/schema" }, t("For programs: the API"));
  const fonts = h("a", { href: "/client/fonts/OFL.txt" }, t("Fonts: SIL Open Font License"));
  return h("footer", { class: "foot" }, h("p", {}, unofficial), h("p", {}, api, " · ", fonts));
}
