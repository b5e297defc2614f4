// The rules of a game for players: a text with pictures, a search, and the way back to the game.
import { fill, find, findAll, h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { Refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { t, tn } from "../lib/translate.js";
import { frame } from "../page/page_frame.js";
import { exactRules } from "./exact_rules.js";
import { recallRule } from "./met_rule.js";
import { places, wordsFor } from "./rules_search.js";
import { rulesTabs } from "./rules_tabs.js";

/** @import { RulesGuide } from "../types.js" */

const WORDS_A_MINUTE = 200;
const MOST_EXACT = 8; // clauses that a search shows

/**
 * @param {string} key
 * @param {string} [part] "exact": clause by clause
 */
export async function rulesPage(key, part) {
  const clause = /^#[A-Z]{2,4}-/.test(location.hash) ? location.hash : "";
  if (part === "exact") {
    return exactRules(key);
  }
  if (clause) {
    return location.replace(`/rules/${key}/exact${clause}`); // an address of earlier times
  }
  /** @type {RulesGuide} */
  let guide;
  try {
    guide = await server.guide(key);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) {
      return exactRules(key); // a game of another package may have no more than that
    }
    throw error;
  }
  const met = new URLSearchParams(location.search).get("met") ?? "";
  const anchor = guide.clauses[met];
  if (met && !anchor) {
    return location.replace(`/rules/${key}/exact#${met}`);
  }
  new RulesPage(key, guide, met, anchor ?? "").show();
}

class RulesPage {
  /**
   * @param {string} key
   * @param {RulesGuide} guide
   * @param {string} met the clause that was met
   * @param {string} anchor the part that explains it
   */
  constructor(key, guide, met, anchor) {
    this.key = key;
    this.guide = guide;
    this.met = met;
    this.anchor = anchor;
    this.text = h("article", { class: "guide", lang: guide.lang, html: guide.html });
    this.hits = h("div", { class: "hits", "aria-live": "polite", hidden: true });
    this.input = h("input", {
      type: "search",
      "aria-label": t("Search the rules"),
      placeholder: t("Search the rules"),
      oninput: () => this.search(),
    });
    this.here = h("span", {});
    this.list = h("ol", {}, this.entries());
    this.same = h("div", { class: "paper pad stack", hidden: true });
    this.contents = h("details", {}, h("summary", {}, this.here), this.list);
    /** @type {Promise<Element[]> | null} the exact clauses, once a search needs them */
    this.exact = null;
  }

  show() {
    const { key, guide } = this;
    document.title = `${guide.title} · Boxcars`;
    for (const label of findAll("[data-exact]", this.text)) {
      label.textContent = t("Exact rules:");
    }
    frame(
      () => rulesPage(key),
      h(
        "div",
        { class: "rules-page" },
        this.note(),
        h("div", { class: "rules-head" }, h("h1", { class: "title" }, guide.title), rulesTabs(key, "guide")),
        h("nav", { class: "toc noprint", "aria-label": t("Contents") }, this.input, this.contents, this.about()),
        h("div", {}, this.hits, this.text),
        h("aside", { class: "stack noprint" }, this.same, this.minute(), this.asked()),
      ),
    );
    this.drawGround();
    this.follow();
    this.open();
  }

  /** What was tried, and the way back. */
  note() {
    const known = this.met ? recallRule(this.met) : null;
    return (
      known &&
      h(
        "div",
        { class: "note met" },
        icon("book"),
        h("div", { class: "grow" }, h("b", {}, t("You just ran into this rule.")), " ", known.text),
        h("a", { class: "btn go", href: known.back }, icon("back"), h("span", {}, t("Back to my game"))),
      )
    );
  }

  entries() {
    return this.guide.sections.map(({ id, title, section }) =>
      h("li", {}, h("a", { href: `#${id}`, onclick: () => this.leaveSearch() }, h("span", {}, String(section)), title)),
    );
  }

  about() {
    const words = (this.text.textContent ?? "").split(/\s+/).length;
    const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE));
    return h(
      "p",
      { class: "small" },
      tn("{count} minute to read", "{count} minutes to read", minutes),
      h("br"),
      h("button", { type: "button", class: "link", onclick: () => print() }, t("Print")),
      " · ",
      h("a", { href: `/learn#${this.key}` }, t("Learn by playing")),
      h("br"),
      h("a", { href: `/rules/${this.key}/exact` }, t("Exact rules, clause by clause")),
    );
  }

  minute() {
    return h("div", { class: "paper pad stack" }, h("h3", {}, t("In one minute")), h("p", {}, this.guide.minute));
  }

  asked() {
    const links = this.guide.asked.map(({ say, part }) =>
      h("a", { href: `#${part}`, onclick: () => this.leaveSearch() }, say),
    );
    return h("div", { class: "paper pad stack" }, h("h3", {}, t("Often asked")), links);
  }

  /** The board comes once and lies under every picture of it. */
  async drawGround() {
    const drawn = await fetch(`/api/ground/${this.guide.ground}`).then((answer) => (answer.ok ? answer.text() : ""));
    const board = h("div", {
      html: `<svg class="bx" width="0" height="0"><g id="rules-ground" class="bx">${drawn}</g></svg>`,
    });
    board.className = "rules-ground";
    for (const shape of findAll(".hit", board)) {
      shape.remove(); // nothing is clicked here
    }
    board.setAttribute("aria-hidden", "true");
    this.text.append(board);
  }

  /** Mark in the list which section is read. */
  follow() {
    const links = findAll("a", this.list);
    const sections = findAll("section", this.text);
    /** @type {Set<Element>} */
    const seen = new Set();
    const mark = () => {
      const i = Math.max(
        0,
        sections.findIndex((section) => seen.has(section)),
      );
      for (const [j, link] of links.entries()) {
        link.classList.toggle("on", i === j);
      }
      const { section, title } = this.guide.sections[i];
      this.here.textContent = t("Contents · {section}", { section: `${section} ${title}` });
    };
    const watch = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        seen[isIntersecting ? "add" : "delete"](target);
      }
      mark();
    });
    for (const section of sections) {
      watch.observe(section);
    }
    mark();
  }

  /** Go to the rule that was met, or to the part that the address names. */
  open() {
    const id = this.anchor || location.hash.slice(1);
    const at = id && document.getElementById(id);
    if (!at || !this.text.contains(at)) {
      return;
    }
    if (this.anchor) {
      at.classList.add("framed");
      history.replaceState(null, "", `${location.pathname}${location.search}#${this.anchor}`);
    }
    at.scrollIntoView({ block: this.anchor && !at.matches("section") ? "center" : "start" });
  }

  leaveSearch() {
    this.contents.open = false;
    this.input.value = "";
    this.search();
  }

  async search() {
    const asked = this.input.value.trim();
    const words = wordsFor(asked, this.guide.words);
    const searching = words.length > 0;
    this.hits.hidden = !searching;
    this.text.hidden = searching;
    const others = this.guide.words.filter((group) => group.some((word) => words.includes(word.toLowerCase()))).flat();
    this.same.hidden = !searching || !others.length;
    fill(
      this.same,
      h("h3", {}, t("Other words for it")),
      h("p", {}, [...new Set(others)].filter((word) => word.toLowerCase() !== asked.toLowerCase()).join(", ")),
    );
    if (!searching) {
      return;
    }
    const found = blocks(this.text).flatMap((block) => this.hit(block, words));
    const exact = await this.searchExact(words);
    if (this.input.value.trim() !== asked) {
      return; // something else is looked for by now
    }
    const count = found.length + exact.length;
    fill(
      this.hits,
      count
        ? h("p", { class: "muted" }, tn("Found in {count} place.", "Found in {count} places.", count))
        : this.nothing(asked),
      found,
      exact,
    );
  }

  /**
   * @param {Element} block
   * @param {string[]} words
   */
  hit(block, words) {
    const text = block.textContent ?? "";
    const at = places(text, words);
    const section = block.closest("section");
    if (!at.length || !section) {
      return [];
    }
    const part = block.closest(".rule") ?? section;
    const title = find("h2", section)?.textContent ?? "";
    const link = h("a", { class: "paper hit1", href: `#${part.id}`, onclick: () => this.leaveSearch() });
    link.append(h("b", {}, title), h("br"), ...marked(text, at));
    return [link];
  }

  /** @param {string[]} words */
  async searchExact(words) {
    this.exact ??= server.rules(this.key).then(({ html }) => findAll("p,li,tr", h("div", { html })));
    const clauses = await this.exact;
    const hits = clauses.flatMap((clause) => {
      const id = find(".clause", clause)?.id;
      const text = (clause.textContent ?? "").trim();
      const at = places(text, words);
      if (!id || !at.length) {
        return [];
      }
      const link = h("a", { class: "paper hit1", href: `/rules/${this.key}/exact#${id}` });
      link.append(h("b", {}, t("Exact rules")), h("br"), ...marked(text, at));
      return [link];
    });
    return hits.slice(0, MOST_EXACT);
  }

  /** @param {string} asked */
  nothing(asked) {
    return h(
      "div",
      { class: "paper pad stack" },
      h("h3", {}, t("Nothing found for “{words}”", { words: asked })),
      h("p", {}, t("Try another word, or look in the exact rules.")),
      h("a", { href: `/rules/${this.key}/exact` }, t("Exact rules, clause by clause")),
    );
  }
}

/** What a search looks at: the smallest blocks of the text. @param {Element} text */
function blocks(text) {
  return findAll("p, li, tr, figcaption", text).filter((block) => !block.matches(".ref") && !find("p", block));
}

/**
 * @param {string} text
 * @param {[number, number][]} at
 * @returns {(string | Element)[]}
 */
function marked(text, at) {
  let from = 0;
  const parts = at.flatMap(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return [before, h("mark", {}, text.slice(start, end))];
  });
  return [...parts, text.slice(from)];
}
