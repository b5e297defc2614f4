// Taking a card over from another device, by the code in the address.

import { button } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { profileToken } from "../lib/profile_token.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { deviceName } from "./create_profile.js";
import { linkThisDevice } from "./requests.js";

/** @param {() => unknown} again */
export function takeOver(again) {
  const code = location.hash.slice(1);
  const said = h("p", { role: "alert" });
  const take = async () => {
    try {
      await linkThisDevice(code, deviceName());
      location.replace("/card");
    } catch (error) {
      fill(said, refusal(error).reason.text);
    }
  };
  framed(
    again,
    "no-profile",
    h(
      "section",
      { class: "pass stack" },
      h("span", { class: "k" }, t("Player profile")),
      h("h1", {}, t("Use this profile on this device?")),
      h(
        "p",
        {},
        t("You can then play your games here, too. You can remove this device at any time on your profile page."),
      ),
      profileToken() && h("p", { class: "note" }, t("This device already has a profile. It will forget that one.")),
      code
        ? button(t("Link a device"), take, { go: true, id: "take" })
        : h("p", {}, t("This link has no code. Open the link from your other device again.")),
      said,
    ),
  );
}
