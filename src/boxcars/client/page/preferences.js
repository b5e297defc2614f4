// Language and theme, in the head of the pages and in the menu of a table.
import { select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { setting } from "../lib/settings.js";
import { LANGUAGES, lang, learn, t } from "../lib/translate.js";

/** @param {() => unknown} again draws what is shown in the new language */
export function languageSelect(again) {
  const choose = async (/** @type {string} */ code) => {
    setting.set("lang", code);
    await learn(code);
    again();
  };
  const choice = select(Object.entries(LANGUAGES), lang, {}, choose);
  return h("label", { class: "field" }, h("span", { class: "what" }, t("Language")), choice);
}

export function themeButton() {
  return h(
    "button",
    { type: "button", class: "btn", onclick: changeTheme },
    icon("moon"),
    h("span", { class: "what" }, t("Dark or light mode")),
  );
}

function changeTheme() {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  setting.set("theme", theme);
}
