// A card is offered where it helps, and asked for nowhere.

import { toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/translate.js";
import { createProfile } from "./requests.js";

/**
 * The form that makes one. `then` goes on with it.
 * @param {() => unknown} then
 */
export function profileForm(then) {
  const name = h("input", {
    id: "profile-name",
    type: "text",
    maxlength: "40",
    required: true,
    autocomplete: "nickname",
    value: setting.get("name", ""),
    placeholder: t("Your name"),
    "aria-label": t("Your name"),
  });
  const make = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      setting.set("name", name.value.trim());
      await createProfile(name.value.trim(), deviceName());
      then();
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  return h(
    "form",
    { class: "profile-form", onsubmit: make },
    name,
    h("button", { class: "btn go", type: "submit", id: "create-profile" }, t("Create profile")),
  );
}

/** What this device is called until its owner calls it something else. */
export function deviceName() {
  return matchMedia("(pointer: coarse)").matches ? t("Phone") : t("Browser");
}

/** @param {() => unknown} then */
export function profileOffer(then) {
  return h(
    "section",
    { class: "paper pad stack", id: "profile-offer" },
    h("h3", {}, t("Want a profile?")),
    h(
      "p",
      {},
      t("A profile keeps your games, results and ratings together, here and on your phone. No email, no password."),
    ),
    profileForm(then),
    h("p", { class: "small" }, t("You can play without one, too.")),
    h("a", { class: "small", href: "/profile" }, t("Have one on another device?")),
  );
}
