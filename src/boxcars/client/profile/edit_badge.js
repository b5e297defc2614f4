// Name and badge: every shape, pattern and symbol at once.

import { BADGE_PARTS, badgeIcon } from "../lib/badge.js";
import { button, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { backToProfile } from "./delete_profile.js";
import { card } from "./requests.js";

export async function badgePage() {
  document.title = `${t("Name and badge")} · Boxcars`;
  const own = await card.get();
  const parts = own.herald.split(".").map(Number);
  const shown = h("span", { class: "badge-xl" });
  const called = h("h2", { class: "title" });
  const name = h("input", { type: "text", maxlength: "40", value: own.name, id: "new-name", autocomplete: "nickname" });
  const redraw = () => {
    fill(shown, badgeIcon(parts.join(".")));
    fill(called, name.value.trim() || own.name);
  };
  const pick = (/** @type {number} */ part, /** @type {number} */ value) => {
    parts[part] = value;
    redraw();
  };
  const surprise = () => {
    BADGE_PARTS.forEach((count, part) => {
      parts[part] = Math.floor(Math.random() * count);
    });
    fill(pickers, choices(parts, pick));
    redraw();
  };
  const pickers = h("div", { class: "wide-stack" }, choices(parts, pick));
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await card.change({ name: name.value, herald: parts.join(".") });
      location.href = "/profile";
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  name.addEventListener("input", redraw);
  redraw();
  framed(
    badgePage,
    "mid",
    backToProfile(),
    h(
      "div",
      {},
      h("h1", { class: "title" }, t("Name and badge")),
      h("p", { class: "muted" }, t("Your badge shows who you are. Your seat's color shows where you sit.")),
    ),
    h(
      "form",
      { class: "badge-editor", onsubmit: save },
      h(
        "div",
        { class: "pass" },
        h("div", { class: "preview" }, shown, called, button(t("Surprise me"), surprise, { class: "btn sm" })),
      ),
      h(
        "div",
        { class: "wide-stack" },
        h("label", { class: "field" }, t("Name"), name, h("small", {}, t("Others can have the same name."))),
        pickers,
        h(
          "div",
          { class: "row" },
          h("button", { class: "btn go", type: "submit", id: "save-card" }, t("Save")),
          h("a", { class: "btn", href: "/profile" }, t("Cancel")),
        ),
      ),
    ),
  );
}

/**
 * @param {number[]} parts the chosen shape, pattern and symbol
 * @param {(part: number, value: number) => void} pick
 */
function choices(parts, pick) {
  const names = [t("Shape"), t("Pattern"), t("Symbol")];
  return BADGE_PARTS.map((count, part) =>
    h(
      "fieldset",
      { class: "picks" },
      h("legend", {}, names[part]),
      Array.from({ length: count }, (_, value) => {
        const sign = parts.map((now, i) => (i === part ? value : now)).join(".");
        const input = h("input", {
          type: "radio",
          name: `badge-${part}`,
          value: String(value),
          checked: parts[part] === value,
          "aria-label": `${names[part]} ${value + 1}`,
          onchange: () => pick(part, value),
        });
        return h("label", {}, input, badgeIcon(sign));
      }),
    ),
  );
}
