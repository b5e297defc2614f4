// What the check and the bots have to say of a map: each sentence with "show" (where it is) and "why" (what it rests on).
import { h } from "../lib/dom.js";
import { t } from "../lib/translate.js";

/** @typedef {{ good: boolean, text: string, show?: string[], why?: string }} Said */

/**
 * @param {Said[]} said
 * @param {(targets: string[]) => void} show
 */
export function findings(said, show) {
  return h(
    "ul",
    { class: "chk" },
    said.map((one) => row(one, show)),
  );
}

/**
 * @param {Said} said
 * @param {(targets: string[]) => void} show
 */
function row({ good, text, show: targets = [], why = "" }, show) {
  const reason = why ? h("small", { class: "why", hidden: true }, why) : false;
  const ask = () => {
    if (reason) {
      reason.hidden = !reason.hidden;
    }
  };
  const link = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    h("button", { type: "button", class: "link", onclick: act }, name);
  return h(
    "li",
    { class: good ? "ok" : "at" },
    h("span", {}, text, reason),
    targets.length > 0 && link(t("show"), () => show(targets)),
    reason && link(t("why"), ask),
  );
}
