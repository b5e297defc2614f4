// The reference card of a game: on the screen, and on one sheet of paper.
import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { t } from "../lib/translate.js";
import { frame } from "../page/page_frame.js";
import { ruleAddress } from "../rules/met_rule.js";
import { rulesTabs } from "../rules/rules_tabs.js";

/** @param {string} key */
export async function referencePage(key) {
  const { name, parts } = await server.reference(key);
  document.title = `${name} · ${t("Reference card")} · Boxcars`;
  frame(
    () => referencePage(key),
    h(
      "article",
      { class: "reference paper pad" },
      h("div", { class: "rules-head" }, h("h1", { class: "title" }, name), rulesTabs(key, "card")),
      h(
        "div",
        { class: "parts" },
        parts.map(({ title, lines }) =>
          h(
            "section",
            {},
            h("h2", {}, h("span", {}, title)),
            h(
              "ul",
              {},
              lines.map(({ say, clause }) =>
                h("li", {}, say, " ", h("a", { class: "small", href: ruleAddress(key, clause) }, clause)),
              ),
            ),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "row noprint" },
      button(t("Print"), () => print(), { go: true, ico: "down" }),
      h("a", { class: "btn", href: `/rules/${key}` }, t("Rules")),
      h("a", { class: "btn", href: `/learn#${key}` }, t("Lessons")),
    ),
  );
}
