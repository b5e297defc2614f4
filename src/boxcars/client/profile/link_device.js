// Using a profile on another device: the link in the address says whose it is before anything is taken over.

import { badgeIcon } from "../lib/badge.js";
import { button } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { profileSummary } from "../lib/profile_token.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { deviceName } from "./create_profile.js";
import { linkThisDevice } from "./requests.js";

/** @import { SharedProfile } from "../types.d.ts" */

/** @param {() => unknown} again */
export async function takeOver(again) {
  const code = location.hash.slice(1);
  try {
    const shared = /** @type {SharedProfile} */ (await call("POST", "/api/profile/peek", { code }));
    document.title = `${t("Use {name}'s profile on this device?", { name: shared.name })} · Boxcars`;
    framed(again, "narrow", offered(shared, code));
  } catch (error) {
    const { reason, status } = refusal(error);
    const why = status === 400 ? t("This link has no code. Open the link from your other device again.") : reason.text;
    framed(again, "narrow", h("div", { class: "paper pad stack" }, h("p", { class: "note warn", role: "alert" }, why)));
  }
}

/**
 * @param {SharedProfile} shared
 * @param {string} code
 */
function offered(shared, code) {
  const said = h("div", {});
  const label = h("input", { type: "text", maxlength: "40", value: deviceName(), id: "device-name" });
  const take = async () => {
    try {
      await linkThisDevice(code, label.value.trim());
      location.replace("/profile");
    } catch (error) {
      fill(said, h("p", { class: "note warn", role: "alert" }, refusal(error).reason.text));
    }
  };
  const other = profileSummary();
  return h(
    "div",
    { class: "paper pad wide-stack" },
    h(
      "div",
      { class: "top" },
      h("span", { class: "badge-xl" }, badgeIcon(shared.herald)),
      h(
        "div",
        {},
        h("h1", { class: "title" }, t("Use {name}'s profile on this device?", { name: shared.name })),
        shared.device && h("p", { class: "muted" }, t("Shared from “{device}”.", { device: shared.device })),
      ),
    ),
    h(
      "p",
      {},
      t("You can then play {name}'s games here, read their messages and change their settings.", { name: shared.name }),
      " ",
      t("Only say yes on your own device."),
    ),
    h(
      "label",
      { class: "field" },
      t("Name this device"),
      label,
      h("small", {}, t("So you can recognize it later and remove it.")),
    ),
    other &&
      h(
        "div",
        { class: "note warn" },
        icon("warning"),
        h("span", {}, t("This device already has {name}'s profile. It will be removed from here.", other)),
      ),
    h(
      "div",
      { class: "row" },
      button(t("Use {name}'s profile", { name: shared.name }), take, { go: true, id: "take" }),
      h("a", { class: "btn", href: "/" }, t("Not now")),
    ),
    said,
  );
}
