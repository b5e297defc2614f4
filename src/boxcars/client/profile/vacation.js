// Vacation: the days on which one's clock stands, what is left of them, and the games that heed it.

import { button, heading, toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { t, tn } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { backToProfile } from "./delete_profile.js";

/** @import { Vacations, VacationGame, VacationShown } from "../types.d.ts" */

const A_YEAR = 21;
const DAY = 86_400_000; // ms

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export async function vacationPage() {
  document.title = `${t("Vacation")} · Boxcars`;
  const path = `/api/vacation?zone=${encodeURIComponent(zone)}`;
  show(/** @type {Vacations} */ (await call("GET", path, undefined, profileToken())));
}

/** @param {Vacations} found */
function show(found) {
  const { left, year, planned, games } = found;
  framed(
    vacationPage,
    "vacation-page",
    h(
      "div",
      { class: "wide-stack" },
      h(
        "div",
        {},
        backToProfile(),
        h("h1", { class: "title" }, t("Vacation")),
        h(
          "p",
          {},
          t(
            "Your clock stops in all correspondence games that allow it. The others see that you're away and until when.",
          ),
        ),
      ),
      planned.length > 0 && h("section", {}, heading(t("Planned")), planned.map(row)),
      form(left, year),
      h(
        "section",
        {},
        heading(t("Your correspondence games")),
        games.length ? games.map(game) : h("p", { class: "small" }, t("You have no correspondence games right now.")),
      ),
    ),
    h(
      "aside",
      { class: "wide-stack" },
      h(
        "section",
        {},
        heading(t("Days left in {year}", { year })),
        h(
          "div",
          { class: "paper pad stack" },
          h("b", {}, t("{left} of {all}", { left, all: A_YEAR })),
          h("progress", { max: A_YEAR, value: left, "aria-hidden": "true" }),
          h("span", { class: "small" }, t("New days on January 1.")),
        ),
      ),
    ),
  );
}

/** @param {VacationShown} one */
function row({ id, first, last, on }) {
  const end = async () => {
    try {
      show(/** @type {Vacations} */ (await call("DELETE", `/api/vacation/${id}`, undefined, profileToken())));
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  return h(
    "div",
    { class: "item" },
    icon("sun"),
    h(
      "div",
      {},
      h("b", {}, first === last ? day(first) : `${day(first)} – ${day(last)}`),
      h("br"),
      h("span", { class: "small" }, on ? t("You're on vacation now.") : daysText(first, last)),
    ),
    h("div", { class: "do" }, button(on ? t("I'm back") : t("Cancel"), end, { class: "btn sm" })),
  );
}

/** @param {string} text as "2026-11-23" */
function day(text) {
  const lang = document.documentElement.lang;
  return new Date(`${text}T12:00:00Z`).toLocaleDateString(lang, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
}

/**
 * @param {string} first
 * @param {string} last
 */
function daysText(first, last) {
  return tn("{count} day", "{count} days", 1 + Math.round((Date.parse(last) - Date.parse(first)) / DAY));
}

/**
 * @param {number} left
 * @param {number} year
 */
function form(left, year) {
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const field = (/** @type {string} */ id) => h("input", { type: "date", id, required: true, min: today });
  const [first, last] = [field("vacation-first"), field("vacation-last")];
  const uses = h("p", { class: "small", "aria-live": "polite" });
  const say = () => {
    if (first.value && (!last.value || last.value < first.value)) {
      last.value = first.value;
    }
    if (first.value && last.value) {
      const days = 1 + Math.round((Date.parse(last.value) - Date.parse(first.value)) / DAY);
      uses.textContent = tn(
        "Uses {count} of the {left} days you have left.",
        "Uses {count} of the {left} days you have left.",
        days,
        {
          left,
        },
      );
    }
  };
  first.addEventListener("change", say);
  last.addEventListener("change", say);
  const plan = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const body = { first: first.value, last: last.value, zone };
      show(/** @type {Vacations} */ (await call("POST", "/api/vacation", body, profileToken())));
      toast(t("Saved."));
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  return h(
    "section",
    {},
    heading(t("Plan a vacation")),
    h(
      "form",
      { class: "paper pad stack", onsubmit: plan },
      h(
        "div",
        { class: "row" },
        h("label", { class: "field" }, t("First day"), first),
        h("label", { class: "field" }, t("Last day"), last),
      ),
      uses,
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "btn go", id: "save-vacation" }, t("Save vacation")),
      ),
      h(
        "p",
        { class: "small" },
        t(
          "At most 14 days in a row. A vacation can start in one hour at the earliest, so it can't save a turn that's about to run out.",
        ),
      ),
      left === 0 && h("p", { class: "small" }, t("You have no days left in {year}.", { year })),
    ),
  );
}

/** @param {VacationGame} game */
function game({ table, name, stops }) {
  return h(
    "div",
    { class: "item" },
    icon(stops ? "check" : "warning"),
    h(
      "div",
      {},
      h("a", { href: `/t/${table}` }, h("b", {}, name)),
      h("br"),
      h(
        "span",
        { class: "small" },
        stops ? t("Your clock stops.") : t("This game has no vacation. Your clock runs as usual."),
      ),
    ),
    h("span", { class: "tag" }, stops ? t("waits") : t("runs on")),
  );
}
