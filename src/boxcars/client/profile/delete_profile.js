// Deleting a profile: what happens, a copy to keep, the name typed. And leaving this device only.

import { button, toast } from "../lib/controls.js";
import { dayAndMonth, dayAndTime } from "../lib/dates.js";
import { fill, h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { forgetProfile, profileToken } from "../lib/profile_token.js";
import { t, tn } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { keepProfile, look } from "../page/profile_status.js";
import { card, download } from "./requests.js";

/** @import { DeletionPlan, OwnProfile } from "../types.d.ts" */

export function backToProfile() {
  return h("a", { class: "back", href: "/profile" }, icon("back"), t("Profile"));
}

export async function deletePage() {
  document.title = `${t("Delete your profile")} · Boxcars`;
  const plan = /** @type {DeletionPlan} */ (await call("GET", "/api/profile/deletion", undefined, profileToken()));
  framed(
    deletePage,
    "side delete-profile",
    h(
      "div",
      { class: "stack" },
      backToProfile(),
      h("h1", { class: "title" }, t("Delete your profile")),
      h("p", { class: "muted" }, plan.planned ? plannedText(plan) : graceText(plan)),
      h("div", { class: "paper pad wide-stack" }, steps(plan)),
    ),
    aside(),
  );
}

/** @param {DeletionPlan} plan */
function plannedText({ at, by }) {
  const device = by ? ` ${t("Asked for on “{device}”.", { device: by })}` : "";
  return t("Your profile will be deleted on {date}.", { date: dayAndTime(at) }) + device;
}

/** @param {DeletionPlan} plan */
function graceText({ at }) {
  return t("You have 7 days to change your mind. Nothing is deleted before {date}.", { date: dayAndTime(at) });
}

/** @param {DeletionPlan} plan */
function steps(plan) {
  return [
    step(1, t("What happens"), consequences(plan)),
    step(2, t("Keep a copy"), h("div", { class: "row" }, exportButton())),
    plan.planned
      ? h(
          "div",
          { class: "row" },
          button(t("Keep my profile"), () => keepProfile().then(deletePage), { go: true }),
        )
      : step(3, t("Type your name to confirm"), confirmation(plan)),
  ];
}

/**
 * @param {number} number
 * @param {string} title
 * @param {...import("../lib/dom.js").Child} body
 */
function step(number, title, ...body) {
  return h(
    "section",
    { class: "step" },
    h("span", { class: "no", "aria-hidden": "true" }, number),
    h("div", { class: "stack" }, h("h3", {}, title), ...body),
  );
}

export function exportButton() {
  return button(t("Export my data"), () => download("/api/card/export", "boxcars-profile.zip"), { ico: "down" });
}

/** @param {DeletionPlan} plan */
function consequences({ at, games, finished, owned, entered }) {
  const same = t("Nothing changes.");
  /** @type {[import("../lib/dom.js").Child, string, string][]} */
  const rows = [];
  if (games) {
    const later = t("A bot plays your seat to the end. These games won't count for your rating.");
    rows.push([tn("{count} running game", "{count} running games", games), t("You can keep playing."), later]);
  }
  for (const { id, title, next } of owned) {
    const link = h("a", { href: `/tournaments/${id}` }, title);
    const later = next ? t("{name} runs it.", { name: next }) : t("Name a second organizer or end it first.");
    rows.push([[link, " ", h("span", { class: "tag" }, t("organizer"))], same, later]);
  }
  for (const title of entered) {
    rows.push([title, t("You play your current round."), t("You leave the tournament. Your results stay.")]);
  }
  if (finished) {
    rows.push([t("Finished games"), same, t("Your name becomes “Deleted player”.")]);
  }
  const rest = t("Badge, devices, passkeys, notices, friends and notes are erased.");
  rows.push([t("Everything else"), same, rest]);
  const date = dayAndMonth(at);
  const [until, after] = [t("Until {date}", { date }), t("After {date}", { date })];
  return h(
    "table",
    { class: "tt stacked" },
    h("thead", {}, h("tr", {}, h("th", {}), h("th", { scope: "col" }, until), h("th", { scope: "col" }, after))),
    h(
      "tbody",
      {},
      rows.map(([what, now, then]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, what),
          h("td", { "data-label": until }, now),
          h("td", { "data-label": after }, then),
        ),
      ),
    ),
  );
}

/** @param {DeletionPlan} plan */
function confirmation({ at, name, owned }) {
  const alone = owned.find((one) => !one.next);
  if (alone) {
    const text = t("Only you run “{title}”. Name a second organizer or end it first.", {
      title: alone.title,
    });
    const link = h("a", { class: "btn", href: `/tournaments/${alone.id}` }, t("Go to the tournament"));
    return h(
      "div",
      { class: "note warn" },
      icon("cup"),
      h("div", { class: "grow" }, text, h("div", { class: "row" }, link)),
    );
  }
  const typed = h("input", { type: "text", id: "typed-name", autocomplete: "off", maxlength: "40" });
  const go = h(
    "button",
    { class: "btn dangerous", type: "submit", id: "plan-deletion", disabled: true },
    t("Delete on {date}", { date: dayAndMonth(at) }),
  );
  typed.addEventListener("input", () => {
    go.disabled = typed.value.trim() !== name;
  });
  const plan = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await call("PUT", "/api/profile/deletion", { name: typed.value }, profileToken());
      await look();
      await deletePage();
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  return h(
    "form",
    { class: "stack", onsubmit: plan },
    h("label", { class: "field narrow" }, h("span", { class: "muted" }, t("Type {name}", { name })), typed),
    h("div", { class: "row" }, go, h("a", { class: "btn", href: "/profile" }, t("Keep my profile"))),
    h("p", { class: "small" }, t("We'll show the date on all your devices.")),
  );
}

function aside() {
  return h(
    "aside",
    { class: "stack" },
    h(
      "section",
      { class: "paper pad stack" },
      h("h3", {}, t("Just leaving this device?")),
      h("p", {}, t("Your profile, games and ratings stay on your other devices.")),
      h("a", { class: "btn", href: "/profile/leave" }, t("Remove from this device only")),
    ),
  );
}

/** Take the profile off this device. On the last one there may be no way back. */
export async function leavePage() {
  document.title = `${t("Remove from this device only")} · Boxcars`;
  const own = await card.get();
  const said = h("div", {});
  const leave = async () => {
    const here = own.devices.find((device) => device.here);
    try {
      if (here) {
        await card.takeAway(here.number);
      }
      forgetProfile();
      location.href = "/";
    } catch (error) {
      fill(said, h("p", { class: "note warn", role: "alert" }, refusal(error).reason.text));
    }
  };
  framed(
    leavePage,
    "narrow",
    backToProfile(),
    h(
      "div",
      { class: "paper pad stack" },
      h("h1", { class: "title" }, t("Remove {name} from this device?", { name: own.name })),
      lastDevice(own),
      h(
        "div",
        { class: "row" },
        button(t("Remove from this device only"), leave, { class: "btn dangerous", id: "leave-device" }),
        exportButton(),
        h("a", { class: "btn", href: "/profile" }, t("Keep it here")),
      ),
      said,
    ),
  );
}

/** @param {OwnProfile} own */
function lastDevice({ devices, keys }) {
  if (devices.length > 1) {
    return h("p", {}, t("Your profile, games and ratings stay on your other devices."));
  }
  if (keys.length) {
    return h("p", {}, t("This is the last device. Your passkey brings the profile back."));
  }
  return h(
    "div",
    { class: "note warn", role: "note" },
    icon("warning"),
    h(
      "div",
      {},
      h("b", {}, t("You won't be able to come back.")),
      " ",
      t("This is the last device with this profile, and it has no passkey. Export your data first."),
    ),
  );
}
