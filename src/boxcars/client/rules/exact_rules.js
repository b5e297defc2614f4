// The exact rules of a game, clause by clause.
import { button } from "../lib/controls.js";
import { find, h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { t } from "../lib/translate.js";
import { frame } from "../page/page_frame.js";
import { rulesTabs } from "./rules_tabs.js";

/** @param {string} key */
export async function exactRules(key) {
  const found = await server.rules(key);
  document.title = `${found.name} · ${t("Exact rules")} · Boxcars`;
  const play = () => {
    location.href = `/new?game=${key}`;
  };
  frame(
    () => exactRules(key),
    h("div", { class: "rules-head" }, h("h1", { class: "title" }, found.name), rulesTabs(key, "exact")),
    h(
      "p",
      { class: "lead" },
      t("The rules in our own words. Every clause has a number, and messages in the game refer to it."),
    ),
    h("div", { class: "rules", lang: found.lang, html: found.html }),
    h("div", { class: "row" }, button(t("Play"), play, { go: true })),
  );
  const id = CSS.escape(location.hash.slice(1));
  const at = id && find(`.rules [id="${id}"], .rules [id^="${id}."]`);
  const clause = at && (at.closest("p,li,tr") ?? at);
  if (clause) {
    clause.classList.add("lit");
    clause.scrollIntoView({ block: "center" });
  }
}
