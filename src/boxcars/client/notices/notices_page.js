// Turn notices: where, when, about what. One page for a profile; the same rows for a guest's seat.

import { button, heading, select, toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t, tn } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { addPage } from "./add_channel.js";
import { ChannelRows, failed, row, toggle } from "./channel_rows.js";
import { Notices } from "./requests.js";

/** @import { NoticeGame, NoticePrefs, NoticesShown } from "../types.d.ts" */

/** @typedef {NoticePrefs["topics"][number]} Choice */

/** The page, for the profile of this device or (`?table=`) for a guest's seat. */
export async function noticesPage() {
  const asked = new URLSearchParams(location.search);
  const notices = new Notices(asked.get("table") ?? "");
  if (asked.has("add")) {
    await addPage(notices);
    return;
  }
  document.title = `${t("Turn notices")} · Boxcars`;
  let shown = await notices.get();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  if (!shown.prefs.chosen) {
    shown = await notices.choose({ ...shown.prefs, zone });
  }
  draw(notices, shown);
}

/**
 * @param {Notices} notices
 * @param {NoticesShown} shown
 */
function draw(notices, shown) {
  const rows = new ChannelRows(notices, shown, noticesPage);
  const where = h(
    "section",
    {},
    heading(t("Where")),
    h("div", { class: "paper pad items" }, rows.all(), addRow(notices, shown)),
  );
  const quiet = new Choices(notices, shown.prefs);
  if (shown.guest) {
    framed(
      noticesPage,
      "narrow notices-page",
      top(notices, t("For your seat in this game. No profile needed.")),
      where,
      h("div", { class: "paper pad" }, quiet.quietHours()),
      keepLink(),
      h(
        "p",
        { class: "small" },
        t("Playing in several games?"),
        " ",
        h("a", { href: "/profile" }, t("Create a profile and set this once.")),
      ),
    );
    return;
  }
  framed(
    noticesPage,
    "side notices-page",
    h(
      "div",
      { class: "wide-stack" },
      top(notices, t("Games over days only. In live games you'll hear it at the table.")),
      where,
      games(notices, shown),
    ),
    h(
      "aside",
      { class: "wide-stack" },
      h(
        "section",
        {},
        heading(t("When")),
        h("div", { class: "paper pad wide-stack" }, quiet.batch(), quiet.remind(), quiet.quietHours()),
      ),
      h("section", {}, heading(t("Tell me about")), h("div", { class: "paper pad" }, quiet.topics())),
      quiet.pause(),
    ),
  );
}

/**
 * @param {Notices} notices
 * @param {string} says
 */
function top(notices, says) {
  const back = notices.table
    ? h("a", { class: "back", href: `/t/${notices.table}` }, icon("back"), t("Back to the game"))
    : h("a", { class: "back", href: "/profile" }, icon("back"), t("Profile"));
  return h(
    "div",
    {},
    back,
    h("h1", { class: "title" }, t("How should we tell you it's your turn?")),
    h("p", { class: "muted" }, says),
  );
}

/**
 * @param {Notices} notices
 * @param {NoticesShown} shown
 */
function addRow(notices, shown) {
  if (!shown.room) {
    return row(icon("add"), t("Add another"), null, t("You have 5 channels. Remove one to add another."));
  }
  const query = notices.table ? `?table=${notices.table}&add` : "?add";
  const link = h("a", { class: "btn sm", href: `/profile/notices${query}`, id: "add-channel" }, t("Add"));
  const says = shown.mail
    ? t("E-mail, Discord, Slack, ntfy or your own web address")
    : t("Discord, Slack, ntfy or your own web address");
  return row(icon("add"), t("Add another"), null, says, link);
}

/**
 * @param {Notices} notices
 * @param {NoticesShown} shown
 */
function games(notices, shown) {
  if (!shown.games.length) {
    return null;
  }
  return h(
    "section",
    {},
    heading(t("Per game")),
    h(
      "div",
      { class: "paper pad items" },
      shown.games.map((game) => gameRow(notices, game)),
    ),
  );
}

/**
 * @param {Notices} notices
 * @param {NoticeGame} game
 */
function gameRow(notices, game) {
  const days = game.turn >= 86400;
  const pace = days
    ? tn("{count} day per turn", "{count} days per turn", Math.round(game.turn / 86400))
    : tn("{count} hour per turn", "{count} hours per turn", Math.max(1, Math.round(game.turn / 3600)));
  const told = [t("with {names}", { names: game.others.join(", ") }), pace];
  if (game.muted) {
    told.push(t("muted: only the last reminder is sent"));
  }
  const flip = toggle(!game.muted, `${game.game_name} · ${game.map_name}`, async (on) => {
    const wrong = await failed(() => notices.mute(game.table, !on));
    await noticesPage();
    if (wrong) {
      toast(wrong, "bad");
    }
  });
  const name = h("a", { href: `/t/${game.table}` }, `${game.game_name} · ${game.map_name}`);
  const made = row(icon("dice"), name, null, told.join(" · "), flip);
  made.classList.add("keep");
  return made;
}

function keepLink() {
  return h(
    "div",
    { class: "note" },
    icon("link"),
    h(
      "div",
      { class: "grow" },
      h("b", {}, t("Keep your private link.")),
      " ",
      t("It opens your seat on any device. You find it in the menu of the game."),
    ),
  );
}

/** What is chosen; each change is sent at once. */
class Choices {
  /**
   * @param {Notices} notices
   * @param {NoticePrefs} prefs
   */
  constructor(notices, prefs) {
    this.notices = notices;
    this.prefs = prefs;
  }

  /** @param {Partial<NoticePrefs>} more */
  async set(more) {
    const wrong = await failed(() => this.notices.choose({ ...this.prefs, ...more }));
    await noticesPage();
    toast(wrong || t("Saved."), wrong ? "bad" : "");
  }

  batch() {
    const options = /** @type {[string, string][]} */ ([
      ["ten", t("One message after 10 minutes")],
      ["each", t("A message for each turn")],
      ["hourly", t("At most one an hour")],
      ["daily", t("Once a day at {time}", { time: "18:00" })],
    ]);
    const chosen = (/** @type {string} */ batch) => this.set({ batch: /** @type {NoticePrefs["batch"]} */ (batch) });
    return h(
      "label",
      { class: "field" },
      t("If several games need you"),
      select(options, this.prefs.batch, { id: "batch" }, chosen),
    );
  }

  remind() {
    const options = /** @type {[string, string][]} */ ([
      ["quarter", t("When a quarter of my time is left")],
      ["hour", t("1 hour before")],
      ["never", t("Never")],
    ]);
    const chosen = (/** @type {string} */ remind) =>
      this.set({ remind: /** @type {NoticePrefs["remind"]} */ (remind) });
    return h(
      "label",
      { class: "field" },
      t("Remind me again"),
      select(options, this.prefs.remind, { id: "remind" }, chosen),
    );
  }

  quietHours() {
    const { quiet, zone } = this.prefs;
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    const flip = toggle(quiet !== null, t("Quiet hours"), (on) =>
      this.set({ quiet: on ? ["22:00", "08:00"] : null, zone: here }),
    );
    const head = h("div", { class: "row between" }, h("b", {}, t("Quiet hours")), flip);
    if (!quiet) {
      return h("div", { class: "stack" }, head, h("span", { class: "small" }, t("Messages may come at any time.")));
    }
    const [from, to] = quiet;
    /** @param {number} i */
    const time = (i) => {
      const label = i ? t("Quiet hours end") : t("Quiet hours begin");
      /** @type {HTMLInputElement} */
      const box = h("input", {
        type: "time",
        value: quiet[i],
        "aria-label": label,
        onchange: () => box.value && this.set({ quiet: i ? [from, box.value] : [box.value, to], zone: here }),
      });
      return box;
    };
    return h(
      "div",
      { class: "stack" },
      head,
      h("div", { class: "times" }, time(0), h("span", {}, t("to")), time(1)),
      h(
        "span",
        { class: "small" },
        `${zone.replaceAll("_", " ")}. `,
        t("Messages wait until {time}, unless your time would run out first.", { time: to }),
      ),
    );
  }

  topics() {
    const all = /** @type {[Choice, string, string][]} */ ([
      ["invitations", t("Invitations and rematches"), ""],
      ["tournaments", t("Tournaments"), t("a start, a message from the organizers")],
      ["votes", t("Votes that need me"), t("undo, pause, ending a game")],
      ["chat", t("Chat messages"), ""],
      ["ended", t("A game has ended"), ""],
    ]);
    const always = h(
      "label",
      { class: "tick" },
      h("input", { type: "checkbox", checked: true, disabled: true }),
      h("span", {}, t("It's my turn")),
    );
    return [always, ...all.map(([choice, words, more]) => this.topic(choice, words, more))];
  }

  /**
   * @param {Choice} choice
   * @param {string} words
   * @param {string} more
   */
  topic(choice, words, more) {
    const { topics } = this.prefs;
    /** @type {HTMLInputElement} */
    const box = h("input", {
      type: "checkbox",
      checked: topics.includes(choice),
      onchange: () => this.set({ topics: box.checked ? [...topics, choice] : topics.filter((one) => one !== choice) }),
    });
    return h("label", { class: "tick" }, box, h("span", {}, words, more && h("small", {}, more)));
  }

  pause() {
    const { paused } = this.prefs;
    const words = paused ? t("Send notices again") : t("Pause all notices");
    const press = button(words, () => this.set({ paused: !paused }), {
      ico: "mute",
      class: "btn wide",
      id: "pause-notices",
    });
    return paused
      ? h("div", { class: "stack" }, h("div", { class: "note now" }, t("All notices are paused.")), press)
      : press;
  }
}
