// The waiting room of an open table: seats, bots, the link to share, sitting down, starting.

import { levelName, terms } from "../lib/common_texts.js";
import { button, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { medal } from "../lib/icons.js";
import { keep, pin } from "../lib/seat_tokens.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/translate.js";

/** @import { Seat, View } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

/**
 * @param {TablePage} table
 * @param {View} view
 */
export function waitingRoom(table, view) {
  const free = view.seats.some((seat) => seat.kind === "open");
  const mine = view.you !== null;
  const name = h("input", {
    type: "text",
    maxlength: "40",
    value: setting.get("name", ""),
    "aria-label": t("Your name"),
    placeholder: t("Your name"),
    autocomplete: "nickname",
  });
  const sit = (/** @type {number} */ seat) => sitDown(table, seat, name.value.trim());
  return h(
    "article",
    { class: "sheet" },
    h("h2", { class: "title" }, free ? t("Waiting for players") : t("Everyone is here")),
    h("p", { class: "lead" }, `${view.game.map_name} · ${view.game.name}`),
    h("p", {}, terms(view)),
    view.pace.kind !== "none" && h("p", { class: "small", id: "pace-words" }, view.pace.words),
    !view.host && lessons(view.game.key),
    free && !mine && h("label", { class: "field" }, t("Your name"), name),
    h(
      "ul",
      { class: "seats" },
      view.seats.map((seat) => seatRow(table, view, seat, sit)),
    ),
    free && invited(table, view),
    startRow(table, view, free),
    free && h("p", { class: "small" }, t("The game can start when every seat is taken.")),
  );
}

/** For whoever was invited to a game they do not know; the seat stays theirs meanwhile. @param {string} game */
function lessons(game) {
  const link = { href: `/learn#${game}`, target: "_blank" };
  return h("p", { class: "small" }, t("Never played it?"), " ", h("a", link, t("Learn it in a few minutes")));
}

/**
 * @param {TablePage} table
 * @param {View} view
 * @param {Seat} seat
 * @param {(seat: number) => void} sit
 */
function seatRow(table, view, seat, sit) {
  const open = seat.kind === "open";
  const set = (/** @type {"bot" | "open"} */ kind) => table.ask("seat", { seat: seat.seat, kind });
  return h(
    "li",
    {},
    medal(seat.seat),
    h("b", {}, open ? t("Open seat") : seat.name),
    h("span", {}, whoIs(view, seat)),
    open && view.you === null && button(t("Sit here"), () => sit(seat.seat), { go: true }),
    open && view.host && button(t("Add a bot"), () => set("bot")),
    seat.kind === "bot" && view.host && button(t("Remove the bot"), () => set("open")),
    seat.kind === "person" && view.host && !seat.host && sendAway(table, seat),
  );
}

/**
 * The host may free a guest's seat, and keep the guest from sitting down again.
 * @param {TablePage} table
 * @param {Seat} seat
 */
function sendAway(table, { seat, name }) {
  const free = (/** @type {boolean} */ keep_away) => table.ask("seat", { seat, kind: "open", keep_away });
  return [
    button(t("Remove from seat"), () => free(false), { "aria-label": t("Remove {name} from the seat", { name }) }),
    button(t("Remove and block"), () => free(true), {
      "aria-label": t("Remove and block {name}", { name }),
      title: t("Opens the seat again. This person can't come back to this table."),
    }),
  ];
}

/**
 * @param {View} view
 * @param {Seat} seat
 */
function whoIs(view, seat) {
  if (seat.kind === "bot") {
    return t("{level} bot", { level: levelName(seat.level) });
  }
  return seat.seat === view.you ? t("you") : "";
}

/** Link and code to scan: fetched once, and the same in every drawing of the room. @type {WeakMap<TablePage, HTMLElement>} */
const invitations = new WeakMap();

/**
 * @param {TablePage} table
 * @param {View} view
 */
function invited(table, { game }) {
  const known = invitations.get(table);
  if (known) {
    return known;
  }
  const el = h("div", { class: "inviting" });
  invitations.set(table, el);
  const fetched = async () => {
    const { invitation } = await import("../page/invitation.js");
    fill(el, await invitation(`/t/${table.id}`, `${game.name} · ${game.map_name}`));
  };
  fetched().catch(() => invitations.delete(table));
  return el;
}

/**
 * @param {TablePage} table
 * @param {View} view
 * @param {boolean} free
 */
function startRow(table, view, free) {
  const mine = view.you !== null;
  const start = () => table.ask("start", {});
  return h(
    "div",
    { class: "row" },
    view.host && button(t("Start the game"), start, { go: true, id: "start", disabled: free }),
    mine && !view.host && button(t("Leave the seat"), () => table.ask("leave", {})),
    mine && !view.host && h("p", { class: "small" }, t("The host will start the game.")),
  );
}

/**
 * @param {TablePage} table
 * @param {number} seat
 * @param {string} name
 */
async function sitDown(table, seat, name) {
  try {
    const got = await table.server.join(seat, name);
    setting.set("name", name);
    keep(table.id, { seats: { [got.seat]: got.token } });
    pin(table.id, got.token);
    table.sit(got.token);
  } catch (error) {
    toast(refusal(error).reason.text, "bad");
  }
}
