// The three ways a game's rules are told: to read, on a card, clause by clause.
import { h } from "../lib/dom.js";
import { t } from "../lib/translate.js";

/**
 * @param {string} key the game
 * @param {"guide" | "card" | "exact"} here
 */
export function rulesTabs(key, here) {
  /** @type {[string, string, string][]} */
  const ways = [
    ["guide", `/rules/${key}`, t("Rules")],
    ["card", `/reference/${key}`, t("Quick reference")],
    ["exact", `/rules/${key}/exact`, t("Exact rules")],
  ];
  return h(
    "nav",
    { class: "rules-tabs noprint", "aria-label": t("Rules") },
    ways.map(([way, href, name]) => h("a", { href, "aria-current": way === here && "page" }, name)),
  );
}
