// The way to the next game in which it is one's turn: in the head of every page, and at a table when one's move is made.

import { clockText } from "../lib/common_texts.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/translate.js";
import { otherTurns } from "../lib/waiting_turns.js";
import { onStatus } from "./profile_status.js";

/** The button in the head: one element, wherever it stands. It is hidden while nothing waits. */
const button = h("a", { class: "btn go next-game", id: "next-game", hidden: true });
let followed = false;

/** @param {string} [here] the table one is at */
export function nextGameButton(here = "") {
  const draw = () => {
    const turns = otherTurns(here);
    button.hidden = turns.length === 0;
    if (turns.length) {
      const { table, name, left } = turns[0];
      const time = left === null ? "" : ` · ${t("{time} left", { time: clockText(left) })}`;
      button.href = `/t/${table}`;
      button.title = `${name}${time}`;
      button.setAttribute("aria-label", `${t("Next game · {n}", { n: turns.length })}: ${name}${time}`);
      fill(button, icon("next"), h("span", { class: "words" }, t("Next game"), " · "), h("b", {}, turns.length));
    }
  };
  redraw = draw;
  if (!followed) {
    followed = true;
    onStatus(() => redraw());
  }
  draw();
  return button;
}

let redraw = () => {};
