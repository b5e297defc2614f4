// What stands around every page but the table's: the head with the ways through the house, and the foot.

import { badgeIcon } from "../lib/badge.js";
import { fill, h } from "../lib/dom.js";
import { reachesPeople } from "../lib/edition.js";
import { car, icon } from "../lib/icons.js";
import { profileSummary } from "../lib/profile_token.js";
import { t } from "../lib/translate.js";
import { nextGameButton } from "./next_game.js";
import { languageSelect, themeButton } from "./preferences.js";
import { statusBar } from "./profile_status.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { IconName } from "../lib/icons.js" */

/** @returns {[string, IconName, string][]} where one can go: address, picture, name */
function ways() {
  return [
    ["/", "home", t("Play")],
    ["/learn", "book", t("Learn")],
    ["/people", "people", t("People")],
    ["/tournaments", "cup", t("Tournaments")],
    ["/workshop", "pencil", t("Map editor")],
    ["/profile", "key", t("Profile")],
  ];
}

/** On a phone there is room for five: maps are drawn on larger screens. */
function tabsOf() {
  return ways().filter(([address]) => address !== "/workshop");
}

/**
 * Draw a page. `again` draws it anew in another language.
 * @param {() => unknown} again
 * @param {...Child} body
 */
export function frame(again, ...body) {
  framed(again, "plain", ...body);
}

/**
 * The same with the page's own layout.
 * @param {() => unknown} again
 * @param {string} layout
 * @param {...Child} body
 */
export function framed(again, layout, ...body) {
  document.body.className = "plain-page";
  delete document.body.dataset.sheet;
  const brand = h("a", { class: "brand", href: "/" }, car(), h("span", {}, "Boxcars"));
  const links = ways().filter(([address]) => address !== "/profile");
  const nav = h(
    "nav",
    { class: "nav", "aria-label": t("Main menu") },
    links.map(([address, , name]) => h("a", { href: address, "aria-current": here(address) }, name)),
  );
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": t("Main menu") },
    tabsOf().map(([address, ico, name]) => h("a", { href: address, "aria-current": here(address) }, icon(ico), name)),
  );
  const head = h(
    "header",
    { class: "head" },
    brand,
    nav,
    h("div", { class: "grow" }),
    nextGameButton(),
    languageSelect(again),
    themeButton(),
    chip(),
  );
  fill(document.body, head, statusBar(), h("main", { class: `page ${layout}` }, ...body), footer(), tabs);
}

/** @param {string} address */
function here(address) {
  const [, kind] = location.pathname.split("/");
  return `/${kind === "groups" ? "people" : kind}` === address && "page";
}

/** Whose page it is; to one's card, or to what a card is. */
function chip() {
  const face = profileSummary();
  const sign = face ? badgeIcon(face.herald) : icon("people");
  return h(
    "a",
    { class: "chip", href: "/profile", title: t("Player profile") },
    sign,
    h("b", {}, face?.name ?? t("Profile")),
  );
}

export function footer() {
  const unofficial = t(
    "Boxcars is an unofficial, non-commercial project. It isn't affiliated with or endorsed by the authors or publishers of these games. Game names only say which rules are played.",
  );
  const api = h("a", { href: "/schema" }, t("API for developers"));
  const fonts = h("a", { href: "/client/fonts/OFL.txt" }, t("Fonts: SIL Open Font License"));
  return h("footer", { class: "foot" }, h("p", {}, unofficial), h("p", {}, reachesPeople && [api, " · "], fonts));
}
