// The player's card: what it is, where it is kept, how one plays, what was played.

import { badgeIcon } from "../lib/badge.js";
import { levelName, ordinal } from "../lib/common_texts.js";
import { button, copy, heading, select, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { forgetProfile, profileToken } from "../lib/profile_token.js";
import { qrCode } from "../lib/qr_code.js";
import { percent, t, tn } from "../lib/translate.js";
import { noticesPage } from "../notices/notices_page.js";
import { reachable } from "../page/invitation.js";
import { framed } from "../page/page_frame.js";
import { deviceName, profileForm } from "./create_profile.js";
import { deletePage, leavePage } from "./delete_profile.js";
import { badgePage } from "./edit_badge.js";
import { historySection } from "./game_history.js";
import { takeOver } from "./link_device.js";
import { comeBack, passkeyRow } from "./passkey.js";
import { card, download } from "./requests.js";
import { vacationPage } from "./vacation.js";

/** @import { ProfileDevice, ProfileRating, ProfileStats, OwnProfile, PartLoss } from "../types.d.ts" */

/** The pages of one's own profile, by the address. @type {Map<string, () => Promise<void>>} */
const PAGES = new Map([
  ["badge", badgePage],
  ["delete", deletePage],
  ["leave", leavePage],
  ["notices", noticesPage],
  ["vacation", vacationPage],
]);

export async function profilePage() {
  document.title = `${t("Player profile")} · Boxcars`;
  const [, , what] = location.pathname.split("/");
  if (what === "take") {
    await takeOver(profilePage);
    return;
  }
  if (!profileToken() && !(what === "notices" && new URLSearchParams(location.search).get("table"))) {
    noProfilePage();
    return;
  }
  try {
    await (PAGES.get(what) ?? ownPage)();
  } catch (error) {
    if (refusal(error).reason.code !== "no_card") {
      throw error;
    }
    toast(t("This device was removed from your profile."), "bad");
    forgetProfile();
    noProfilePage();
  }
}

/** What a card is, for those who have none here. */
function noProfilePage() {
  framed(
    profilePage,
    "no-profile",
    h(
      "section",
      { class: "pass stack" },
      h("span", { class: "k" }, t("Player profile")),
      h("h1", {}, t("Create a profile (optional)")),
      h(
        "p",
        {},
        t("A profile keeps your games, results and ratings together, here and on your phone. No email, no password."),
      ),
      profileForm(profilePage),
      h("p", { class: "small" }, t("You can play without one, too.")),
    ),
    h(
      "section",
      { class: "stack" },
      heading(t("Already have one?")),
      h(
        "p",
        {},
        t(
          "On the device that has it, open your profile and choose “Use on another device”. Then scan the code with this device.",
        ),
      ),
      comeBack(profilePage),
    ),
  );
}

async function ownPage() {
  const own = await card.get();
  const stats = /** @type {ProfileStats} */ (
    await call("GET", `/api/cards/${own.id}/stats`, undefined, profileToken())
  );
  framed(
    profilePage,
    "profile-page",
    h("div", { class: "wide-stack" }, pass(own, stats), kept(own), carrySection(), vacationSection(), dataSection(own)),
    h(
      "div",
      { class: "wide-stack" },
      ratings(own.ratings),
      playSection(stats),
      await historySection(own.id, stats.often),
    ),
  );
}

/**
 * @param {OwnProfile} own
 * @param {ProfileStats} stats
 */
function pass(own, stats) {
  const numbers = /** @type {[string | number, string][]} */ ([
    [stats.games, t("games")],
    [stats.won, t("won")],
    [stats.opponents, t("opponents")],
    [percent(stats.beaten), t("opponents beaten")],
  ]);
  const since = new Date(own.created * 1000).toLocaleDateString(document.documentElement.lang, {
    month: "long",
    year: "numeric",
  });
  return h(
    "section",
    { class: "pass" },
    h(
      "div",
      { class: "top" },
      badgeIcon(own.herald),
      h(
        "div",
        {},
        h("span", { class: "k" }, t("Player profile")),
        h("h1", {}, own.name),
        h("span", { class: "lead" }, t("on this server since {month}", { month: since })),
      ),
    ),
    h(
      "dl",
      {},
      numbers.map(([value, name]) => h("div", {}, h("dd", {}, value), h("dt", {}, name))),
    ),
    h("a", { class: "btn sm", href: "/profile/badge", id: "edit-card" }, icon("pencil"), t("Edit name and badge")),
  );
}

/** @param {OwnProfile} own */
function kept(own) {
  return h(
    "section",
    {},
    heading(t("Your devices")),
    own.devices.map(device),
    noticesRow(own),
    own.keys.map(({ number, seen, device: by, label }) =>
      h(
        "div",
        { class: "item" },
        icon("key"),
        h(
          "div",
          {},
          h("b", {}, t("Passkey")),
          " ",
          h("span", { class: "state" }, icon("check"), t("Set up")),
          h("br"),
          h("span", { class: "small" }, [days(seen), addedBy(by, label)].filter(Boolean).join(" · ")),
        ),
        h(
          "div",
          { class: "do" },
          button(t("Remove"), () => card.takeKey(number).then(profilePage), { class: "btn sm" }),
        ),
      ),
    ),
    own.keys.length === 0 && passkeyRow(own.passkeys, profilePage),
  );
}

/**
 * The way to turn notices.
 * @param {OwnProfile} own
 */
function noticesRow(own) {
  const told = own.devices.some((one) => one.push)
    ? t("On in a browser of yours. Quiet hours, e-mail, Discord and more.")
    : t("In your browser, by e-mail, in Discord and more. For games over days.");
  return h(
    "div",
    { class: "item" },
    icon("bell"),
    h("div", {}, h("b", {}, t("Turn notices")), h("br"), h("span", { class: "small" }, told)),
    h("div", { class: "do" }, h("a", { class: "btn sm", href: "/profile/notices", id: "notices" }, t("Set up"))),
  );
}

/**
 * Which device added a passkey.
 * @param {number} number of the device; 0: it was taken away since
 * @param {string} label
 */
function addedBy(number, label) {
  if (!label) {
    return "";
  }
  return number ? t("added by {device}", { device: label }) : t("added by {device}, since removed", { device: label });
}

/** @param {ProfileDevice} device */
function device({ number, label, seen, here, push }) {
  const away = async () => {
    const { keys } = await card.takeAway(number);
    const sure = tn(
      "This device added a passkey that can still sign in to your profile. Remove it, too?",
      "This device added {count} passkeys that can still sign in to your profile. Remove them, too?",
      keys.length,
    );
    if (keys.length && confirm(sure)) {
      await Promise.all(keys.map((key) => card.takeKey(key.number)));
    }
    profilePage();
  };
  const told = push ? `${t("gets turn notices")} · ${days(seen)}` : days(seen);
  return h(
    "div",
    { class: "item" },
    icon("screen"),
    h(
      "div",
      {},
      h("b", {}, label || deviceName()),
      h("br"),
      h("span", { class: "small" }, here ? t("in use right now") : told),
    ),
    h(
      "div",
      { class: "do" },
      here ? h("span", { class: "tag" }, t("this device")) : button(t("Remove"), away, { class: "btn sm" }),
    ),
  );
}

/** @param {number} count days ago */
function days(count) {
  return count ? tn("{count} day ago", "{count} days ago", count) : t("today");
}

function carrySection() {
  const box = h("div", { class: "stack" });
  const carry = async () => fill(box, await reachable(card.carry, codeFor));
  fill(
    box,
    h("p", {}, t("Once your phone has your profile, you can play your games there.")),
    button(t("Use on another device"), carry, { id: "carry" }),
  );
  return h("section", {}, heading(t("Use on another device")), box);
}

function vacationSection() {
  return h(
    "section",
    {},
    heading(t("Vacation")),
    h("p", {}, t("Going away? Stop your clock in correspondence games.")),
    h("a", { class: "btn", href: "/profile/vacation", id: "vacation" }, icon("sun"), t("Plan a vacation")),
  );
}

/** @param {import("../types.d.ts").DeviceLink} code */
function codeFor(code) {
  return h(
    "div",
    { class: "carry" },
    qrCode(code),
    h(
      "div",
      { class: "stack" },
      h("span", {}, t("Scan this with the other device. The code works once, for ten minutes.")),
      h("span", { class: "small" }, t("Anyone with this link can use your profile, so don't share it.")),
      button(t("Copy the link instead"), () => copy(code.link), { ico: "link", class: "btn sm" }),
    ),
  );
}

/** @param {OwnProfile} own */
function dataSection(own) {
  const seen = /** @type {[string, string][]} */ ([
    ["nobody", t("nobody")],
    ["opponents", t("opponents")],
    ["everyone", t("everyone on this server")],
  ]);
  const choose = (/** @type {string} */ who) =>
    card.change({ seen_by: /** @type {OwnProfile["seen_by"]} */ (who) }).then(() => toast(t("Saved.")));
  return h(
    "section",
    {},
    heading(t("Your data")),
    h(
      "p",
      { class: "small" },
      t(
        "Your profile is a secret key in this browser. The server keeps only a fingerprint of it, your name, your badge and the seats you took. No address, no password. You can also play without a profile.",
      ),
    ),
    h(
      "label",
      { class: "field seen" },
      t("Who can see your ratings and history"),
      select(seen, own.seen_by, { id: "seen-by" }, choose),
    ),
    h(
      "div",
      { class: "row" },
      button(t("Export my data"), () => download("/api/card/export", "boxcars-profile.zip"), {
        ico: "down",
        class: "btn sm",
        id: "export",
      }),
      h(
        "a",
        { class: "btn sm", href: "/profile/leave", id: "leave" },
        icon("close"),
        t("Remove from this device only"),
      ),
      h("a", { class: "btn sm danger", href: "/profile/delete", id: "delete-card" }, icon("bin"), t("Delete profile…")),
    ),
  );
}

/** @param {ProfileRating[]} list */
function ratings(list) {
  const said = h("small", {}, t("one scale per game for people and bots · the simple bot is 1500"));
  const none = t(
    "Your rating appears here after your first rated game. Ratings are just for fun: one person may have several profiles.",
  );
  return h(
    "section",
    {},
    h("h2", {}, h("span", {}, t("Ratings")), said),
    list.length ? list.map(rate) : h("p", { class: "small" }, none),
  );
}

const [LOW, HIGH, WIDTH] = [1000, 2400, 520];

/** @param {ProfileRating} rating */
function rate({ name, value, spread, provisional, games, bots }) {
  const x = (/** @type {number} */ points) =>
    8 + ((Math.min(Math.max(points, LOW), HIGH) - LOW) / (HIGH - LOW)) * (WIDTH - 16);
  const known = Object.entries(bots).filter(([, points]) => points >= LOW);
  const named = known.filter(([bot], i) => bot === "heuristic" || i === known.length - 1);
  const ticks = known.map(([, points]) => `<path class="tick" d="M${x(points)} 19v14"/>`).join("");
  const words = named
    .map(([bot, points]) => `<text x="${x(points)}" y="46" text-anchor="middle">${levelName(bot)}</text>`)
    .join("");
  const [from, to] = [x(value - spread), x(value + spread)];
  const svg =
    `<svg class="sc ${provisional ? "prov" : ""}" viewBox="0 6 ${WIDTH} 46"><path class="ln" d="M8 26H${WIDTH - 8}"/>` +
    `<path class="iv2" d="M${from} 26H${to}"/>${ticks}${words}<path class="iv" d="M${from} 26H${to}"/>` +
    `<circle class="pt" cx="${x(value)}" cy="26" r="7"/></svg>`;
  const label = t("{value} plus or minus {spread}", { value: Math.round(value), spread: Math.round(spread) });
  return h(
    "div",
    { class: "rate" },
    h("div", {}, h("b", {}, name), h("br"), h("span", { class: "small" }, tn("{count} game", "{count} games", games))),
    h("div", { class: "plot", role: "img", "aria-label": label, html: svg }),
    h(
      "div",
      { class: "v" },
      Math.round(value),
      h("span", { class: "muted" }, ` ±${Math.round(spread)}`),
      h("small", {}, provisional ? t("provisional") : t("95% interval")),
    ),
  );
}

/** @param {ProfileStats} stats */
function playSection({ games, places, often, losses, best, worst }) {
  if (!games) {
    return null;
  }
  const all = Object.entries(places).map(([place, count]) => [Number(place), count]);
  const most = Math.max(...all.map(([place]) => place));
  const counts = Array.from({ length: most }, (_, i) => places[i + 1] ?? 0);
  return h(
    "section",
    {},
    heading(t("Play")),
    h(
      "div",
      { class: "stats" },
      h(
        "div",
        { class: "paper stat" },
        h("span", { class: "small" }, t("Finishing places in all games")),
        h("div", { class: "n" }, counts.join(" · ")),
        h("span", { class: "small" }, counts.map((_, i) => ordinal(i + 1)).join(" · ")),
      ),
      losses.length > 0 && lossStat(losses),
      best && worst && partStat(best, worst),
      often.length > 0 &&
        h(
          "div",
          { class: "paper stat" },
          h("span", { class: "small" }, t("Most frequent opponents")),
          h(
            "div",
            { class: "row" },
            often.map(({ name, herald: sign, ahead, behind }) =>
              h("span", { class: "who", title: name }, badgeIcon(sign, name), h("b", {}, `${ahead}–${behind}`)),
            ),
          ),
          h("span", { class: "small" }, t("finished ahead – behind")),
        ),
    ),
  );
}

/** @param {number} share of the win */
function points(share) {
  return (100 * share).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}

/**
 * What a decision cost in the newest analysed games.
 * @param {number[]} losses oldest first
 */
function lossStat(losses) {
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  const most = Math.max(...losses, 0.01);
  const bars = losses.map((loss) =>
    h("i", { style: `height:${Math.round((100 * loss) / most)}%`, title: points(loss) }),
  );
  return h(
    "div",
    { class: "paper stat" },
    h("span", { class: "small" }, t("Average loss per decision")),
    h("div", { class: "n" }, points(mean)),
    h("div", { class: "bars", role: "img", "aria-label": losses.map(points).join(" · ") }, bars),
    h("span", { class: "small" }, tn("in {count} analyzed game", "in {count} analyzed games", losses.length)),
  );
}

/**
 * @param {PartLoss} best
 * @param {PartLoss} worst
 */
function partStat(best, worst) {
  return h(
    "div",
    { class: "paper stat" },
    h("span", { class: "small" }, t("Best at")),
    h("div", { class: "part" }, best.name),
    h(
      "span",
      { class: "small" },
      t("{game}: {loss} points per decision", { game: best.game, loss: points(best.loss) }),
      h("br"),
      t("Weakest: {name}, {loss} ({game})", { name: worst.name, loss: points(worst.loss), game: worst.game }),
    ),
  );
}
