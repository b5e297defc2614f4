// The menu of a table: sharing, the seat, settings, keys.

import { terms } from "../../lib/common_texts.js";
import { button, copy, iconButton, select, toast } from "../../lib/controls.js";
import { fill, find, h } from "../../lib/dom.js";
import { reachesPeople } from "../../lib/edition.js";
import { icon } from "../../lib/icons.js";
import { DEVICE } from "../../lib/profile_token.js";
import { setting } from "../../lib/settings.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/translate.js";
import { footer } from "../../page/page_frame.js";
import { languageSelect, themeButton } from "../../page/preferences.js";

/** @import { Seat, View } from "../../types.d.ts" */
/** @import { Child } from "../../lib/dom.js" */
/** @import { IconName } from "../../lib/icons.js" */
/** @import { TablePage } from "../table.js" */

export class Menu {
  open = false;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.opener = iconButton("menu", t("Menu"), () => this.toggle(), {
      id: "menu-button",
      "aria-expanded": "false",
      "aria-controls": "menu",
    });
    this.el = h("div", { id: "menu", class: "drawer", role: "region", "aria-label": t("Menu"), hidden: true });
  }

  toggle() {
    this.open = !this.open;
    this.el.hidden = !this.open;
    this.opener.setAttribute("aria-expanded", String(this.open));
    if (!this.open) {
      this.opener.focus();
      return;
    }
    for (const other of [this.table.help, this.table.guide]) {
      if (other?.open) {
        other.toggle();
      }
    }
    this.draw();
  }

  draw() {
    const { view } = this.table;
    const commitment = view?.game.commitment ?? "";
    fill(
      this.el,
      h(
        "div",
        { class: "drawer-head" },
        h("h2", { class: "title" }, t("Menu")),
        iconButton("close", t("Close the menu"), () => this.toggle()),
      ),
      h(
        "div",
        { class: "stack" },
        view?.status === "playing" && view.you !== null && !view.lesson && this.explain(),
        view && this.sharing(view),
        view && this.seat(view),
        h("hr"),
        themeButton(),
        languageSelect(() => this.table.reopen()),
        settings(),
        keyList(),
        h("p", { class: "small" }, t("Fairness code: {commitment}", { commitment })),
        footer(),
      ),
    );
    find("button", this.el)?.focus();
  }

  explain() {
    const open = () => {
      this.toggle();
      this.table.explain();
    };
    return button(t("What can I do?"), open, { ico: "ask", key: "E" });
  }

  /**
   * @param {View} view
   * @returns {Child[]}
   */
  sharing(view) {
    const { table } = this;
    const link = `${location.origin}/t/${table.id}`;
    const lookBack = () => {
      this.toggle();
      table.lookBack();
    };
    return [
      h("p", { class: "small" }, `${view.game.map_name} · ${terms(view)}`),
      reachesPeople && button(t("Copy link to watch or join"), () => copy(link), { ico: "link" }),
      reachesPeople &&
        view.you !== null &&
        button(t("Copy my private link (play on another device)"), () => copy(`${link}#${table.server.token}`), {
          ico: "link",
        }),
      view.you !== null &&
        view.pace.kind === "turns" &&
        view.status !== "over" &&
        h(
          "a",
          {
            class: "btn",
            href: `/profile/notices${table.server.token?.startsWith(DEVICE) ? "" : `?table=${table.id}`}`,
            id: "turn-notices",
          },
          icon("bell"),
          h("span", {}, t("Turn notices")),
        ),
      mayMove(view) &&
        h(
          "a",
          { class: "btn", href: `/move/${table.id}`, id: "move" },
          icon("branch"),
          h("span", {}, t("Move this game")),
        ),
      view.ply > 0 && button(t("Step through the game"), lookBack, { ico: "clock", key: "P" }),
      view.game.map.startsWith("own:") && ownMap(view),
      view.status === "over" &&
        h(
          "a",
          { class: "btn", href: `/api/tables/${table.id}/record`, download: "" },
          icon("down"),
          h("span", {}, t("Download saved game")),
        ),
    ];
  }

  /**
   * What one may do with one's seat, or ask the others.
   * @param {View} view
   * @returns {Child[]}
   */
  seat(view) {
    if (view.status !== "playing" || view.you === null) {
      return [];
    }
    const me = view.seats[view.you];
    const away = view.seats.filter((seat) => seat.kind === "person" && !seat.handed && !seat.here);
    const { orders } = view;
    /** @type {HTMLInputElement} */
    const forced = h("input", {
      type: "checkbox",
      id: "forced",
      checked: Boolean(orders?.forced),
      onchange: () => this.table.prompt.standing.send(forced.checked, orders?.bid ?? null),
    });
    return [
      orders && h("label", { class: "tick" }, forced, t("Play for me when I have only one possible move")),
      view.undo.on &&
        view.undo.last !== null &&
        this.act("undo", t("Ask to undo my last move"), "undo", { body: { to: view.undo.last } }),
      !me.handed && view.pace.kind !== "none" && this.askPause(),
      !me.handed &&
        this.act("handover", t("Let a bot play my seat"), "people", {
          sure: t("A bot plays for you until you take your seat back."),
        }),
      away.filter((seat) => seat.seat !== view.you).map((seat) => this.giveAway(seat)),
      !me.handed && this.act("resign", t("Resign"), "no", { sure: t("Resign? A bot will take over your seat.") }),
      this.act("abandon", t("Propose to end the game"), "close", {
        sure: t("Propose to everyone to end this game without a winner?"),
      }),
    ];
  }

  /** For how long the clock should stop for everybody. */
  askPause() {
    const box = h("div", { class: "sure" });
    const days = h("input", { type: "number", id: "pause-days", min: "1", max: "30", value: "7" });
    const go = () => {
      this.toggle();
      this.table.ask("pause", { days: Math.min(30, Math.max(1, Math.round(Number(days.value)) || 1)) });
    };
    const first = button(
      t("Ask for a pause"),
      () =>
        fill(
          box,
          h("p", {}, t("The clock stops for everyone if all players agree. Anyone can end the pause.")),
          h("label", { class: "field" }, t("Days"), days),
          button(t("Ask for a pause"), go, { go: true }),
          button(t("Cancel"), () => fill(box, first)),
        ),
      { ico: "pause", id: "ask-pause" },
    );
    return fill(box, first);
  }

  /** @param {Seat} seat */
  giveAway({ seat, name }) {
    const label = t("Ask to give {name}'s seat to a bot", { name });
    return this.act("handover", label, "people", { body: { seat } });
  }

  /** The list of keys. */
  keys() {
    this.toggle();
    find("#keys")?.setAttribute("open", "");
    find("#keys summary")?.focus();
  }

  /**
   * A button that asks the server for something; `sure`: what to ask the reader before.
   * @param {string} path
   * @param {string} label
   * @param {IconName} ico
   * @param {{ sure?: string, body?: object }} [how]
   */
  act(path, label, ico, { sure, body = {} } = {}) {
    const go = () => {
      this.toggle();
      this.table.ask(path, body);
    };
    if (!sure) {
      return button(label, go, { ico });
    }
    const box = h("div", { class: "sure" });
    const ask = () =>
      fill(
        box,
        h("p", {}, sure),
        button(label, go, { go: true }),
        button(t("Cancel"), () => fill(box, first)),
      );
    const first = button(label, ask, { ico });
    return fill(box, first);
  }
}

/**
 * Whether the game can go on elsewhere: the reader alone plays against bots.
 * @param {View} view
 */
function mayMove({ status, you, seats, lesson }) {
  return (
    status === "playing" && you !== null && !lesson && seats.every(({ seat, kind }) => seat === you || kind === "bot")
  );
}

function settings() {
  /** @type {[string, string][]} */
  const confirming = [
    ["final", t("moves that can't be undone")],
    ["always", t("every move")],
    ["never", t("nothing")],
  ];
  /** @type {[string, string][]} */
  const paces = [
    ["normal", t("normal")],
    ["calm", t("slow")],
    ["quick", t("fast")],
  ];
  return [
    choice("confirm", t("Confirm"), confirming),
    motion(),
    choice("pace", t("Bot speed"), paces),
    volume(),
    flip("notify", t("Notify me when it's my turn"), "off", allowNotices),
  ];
}

/** Where the system asks for less motion, nothing here can turn it on again: it says so. */
function motion() {
  const less = matchMedia("(prefers-reduced-motion:reduce)").matches;
  if (!less) {
    return flip("motion", t("Animations"), "on");
  }
  const box = h("input", { type: "checkbox", checked: false, disabled: true });
  return h("label", { class: "tick" }, box, t("Animations: off, as your system asks"));
}

/** How loud; off is the button in the head. */
function volume() {
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    id: "volume",
    min: "0",
    max: "1",
    step: "0.05",
    value: String(sound.volume),
    onchange: () => sound.set({ volume: Number(slider.value) }),
  });
  return h("label", { class: "field" }, t("Volume"), slider);
}

/** @param {string} value */
async function allowNotices(value) {
  if (value === "on" && (await Notification.requestPermission()) !== "granted") {
    toast(t("Your browser doesn't allow notifications. Check its settings."));
  }
}

/**
 * A setting that is on or off.
 * @param {string} name
 * @param {string} label
 * @param {"on" | "off"} usual
 * @param {(value: string) => unknown} [after]
 */
function flip(name, label, usual, after) {
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox",
    checked: setting.get(name, usual) === "on",
    onchange: () => {
      const value = box.checked ? "on" : "off";
      setting.set(name, value);
      after?.(value);
    },
  });
  return h("label", { class: "tick" }, box, label);
}

/**
 * A setting; the first option is the usual one.
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} options
 */
function choice(name, label, options) {
  const [[usual]] = options;
  const pick = (/** @type {string} */ value) => setting.set(name, value);
  return h("label", { class: "field" }, label, select(options, setting.get(name, usual), {}, pick));
}

function keyList() {
  const keys = [
    ["A /", t("list of moves")],
    ["B", t("places on the board (move with the arrow keys)")],
    ["↵", t("choose, confirm")],
    ["Esc", t("one step back")],
    ["1–9", t("button number n")],
    ["U", t("undo")],
    ["H", t("hint")],
    ["R", t("rules")],
    ["E", t("what can I do?")],
    ["P ← →", t("replay")],
    ["C D", t("track: city to city, pencil")],
    ["+ − 0", t("zoom")],
    ["M", t("menu")],
  ];
  const rows = keys.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]);
  return h("details", { id: "keys" }, h("summary", {}, t("Keyboard shortcuts")), h("dl", { class: "keys" }, rows));
}

/**
 * A map that somebody drew: everybody at the table may keep it.
 * @param {View} view
 */
function ownMap({ game }) {
  const link = (/** @type {string} */ href, /** @type {IconName} */ ico, /** @type {string} */ words, more = {}) =>
    h("a", { class: "btn", href, ...more }, icon(ico), h("span", {}, words));
  return [
    link(`/workshop/${game.key}#${game.map}`, "pencil", t("Open its map in the map editor"), { target: "_blank" }),
    link(`/api/maps/${game.map}`, "down", t("Save its map as a file"), { download: "" }),
  ];
}
