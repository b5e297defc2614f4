// Taking a card over from another device, by the code in the address.
import { refusal } from "../lib/api.js";
import { cardToken } from "../lib/card.js";
import { button } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { framed } from "../page/frame.js";
import { takeCard } from "./asking.js";
import { deviceName } from "./offer.js";

/** @param {() => unknown} again */
export function takeOver(again) {
  const code = location.hash.slice(1);
  const said = h("p", { role: "alert" });
  const take = async () => {
    try {
      await takeCard(code, deviceName());
      location.replace("/card");
    } catch (error) {
      fill(said, refusal(error).reason.text);
    }
  };
  framed(
    again,
    "nocard",
    h(
      "section",
      { class: "pass stack" },
      h("span", { class: "k" }, t("Player's card")),
      h("h1", {}, t("Carry the card over to this device?")),
      h("p", {}, t("It then plays your seats, too. You can take it away again on the card's page.")),
      cardToken() && h("p", { class: "note" }, t("This device has a card already; it would forget that one.")),
      code ? button(t("Carry it over"), take, { go: true, id: "take" }) : h("p", {}, t("The code is missing.")),
      said,
    ),
  );
}
