// The rules of a game as a page.
import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { t } from "../lib/translate.js";
import { frame } from "../page/page_frame.js";

/** @param {string} key */
export async function rulesPage(key) {
  const found = await server.rules(key);
  document.title = `${found.name} · ${t("Rules")} · Boxcars`;
  const play = () => {
    location.href = `/new?game=${key}`;
  };
  frame(
    () => rulesPage(key),
    h("h1", { class: "title" }, found.name),
    h(
      "p",
      { class: "lead" },
      t("The rules in our own words. Every clause has a number, and messages in the game refer to it."),
    ),
    h("div", { class: "rules", lang: found.lang, html: found.html }),
    h("div", { class: "row" }, button(t("Play"), play, { go: true })),
  );
  const clause = location.hash && document.getElementById(location.hash.slice(1))?.closest("p,li,tr");
  if (clause) {
    clause.classList.add("lit");
    clause.scrollIntoView({ block: "center" });
  }
}
