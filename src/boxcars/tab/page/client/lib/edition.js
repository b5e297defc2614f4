// What the edition without a server offers: everything for one device. What needs other people is shown, with its reason.
import { frame } from "../page/page_frame.js";
import { button, heading, toast } from "./controls.js";
import { fill, h } from "./dom.js";
import { Refusal } from "./http_call.js";
import { icon } from "./icons.js";
import { packGame } from "./saved_game.js";
import { keptTables } from "./seat_tokens.js";
import { setting } from "./settings.js";
import { t, tn } from "./translate.js";
import { sendRequest } from "./transport.js";

/** @import { Action } from "../types.d.ts" */
/** @import { Child } from "./dom.js" */
/** @import { AtTable } from "./endpoints.js" */
/** @import { IconName } from "./icons.js" */
/** @import { Host } from "../../types.d.ts" */

const host = /** @type {Host} */ (Reflect.get(parent, "boxcars"));
const MEGA = 1_000_000;

/** Whether other people can come: by link, in tournaments, over days. */
export const reachesPeople = false;

/**
 * A link to a position of a table's game, for others: the whole game is in it.
 * @param {AtTable} table
 * @param {{ ply: number, line: Action[], eyes: number | null }} position
 */
export async function linkToPosition(table, { ply, line, eyes }) {
  const answer = await sendRequest(`/api/tables/${table.id}/record`);
  if (!answer.ok) {
    const { reason } = await answer.json();
    throw new Refusal(answer.status, reason, null);
  }
  const hash = new URLSearchParams({ record: await packGame(await answer.text()), at: String(ply) });
  if (line.length) {
    hash.set("line", JSON.stringify(line));
  }
  if (eyes !== null) {
    hash.set("eyes", String(eyes));
  }
  return `${location.origin}/open#${hash}`;
}

/** Pages that need other people, by the first part of their address, with the reason. @type {Record<string, () => string>} */
const NEED_SERVER = {
  tournaments: () => t("Tournaments and ratings need a server everyone trusts."),
  profile: () =>
    t("A profile keeps your results and ratings on a server. In this tab your games are kept in this browser."),
  notices: () => t("A server keeps the clock and tells you when it's your turn."),
  people: () => t("Friends and groups meet on a server."),
  groups: () => t("Friends and groups meet on a server."),
};

/**
 * Draw a page in place of one that this edition lacks.
 * @param {string} kind the first part of the page's address
 * @returns {Promise<boolean>} whether it did
 */
export async function drawInstead(kind) {
  const why = NEED_SERVER[kind];
  if (!why) {
    return false;
  }
  const box = h("div", { class: "stack" }, await storage(() => drawInstead(kind)));
  frame(
    () => drawInstead(kind),
    h("h1", { class: "title" }, t("This needs a server")),
    h("p", { class: "lead" }, why()),
    openServer(),
    ownServer(),
    kind === "profile" && box,
  );
  return true;
}

/** Where the reader plays with others; the address is remembered. */
function openServer() {
  const address = h("input", {
    type: "url",
    id: "server-address",
    value: setting.get("server", ""),
    placeholder: "https://",
    required: true,
    "aria-label": t("Address of a Boxcars server"),
  });
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    setting.set("server", address.value);
    window.open(address.value, "_blank", "noopener");
  };
  return h(
    "section",
    {},
    heading(t("Open a server")),
    h(
      "form",
      { class: "row", onsubmit: open },
      address,
      h("button", { class: "btn go", type: "submit" }, icon("screen"), h("span", {}, t("Open"))),
    ),
  );
}

/** How to start a server of one's own. */
function ownServer() {
  return h(
    "section",
    {},
    heading(t("Start your own server")),
    h("p", {}, t("On any computer with Python 3.11 or newer:")),
    h("pre", {}, "pip install boxcars[server]\nboxcars serve"),
    h("p", { class: "small" }, t("Then open the address that it prints, and send your friends a link.")),
  );
}

/**
 * What the home page says of this edition: above everything, and in the column at the side, in place of other people's games.
 * @param {() => unknown} again draws the home page anew
 * @returns {Promise<{ top: Child, side: Child } | null>}
 */
export async function aboutEdition(again) {
  const stored = await host.storage();
  const what = t("Bots, pass and play, lessons, puzzles and your saved games are in this browser.");
  const install = button(t("Install as an app"), () => host.install?.(), { class: "btn sm", id: "install" });
  const top = h(
    "div",
    { class: "note can edition", id: "offline" },
    icon("check"),
    h("span", { class: "grow" }, h("b", {}, t("Works offline now.")), " ", what),
    host.install && install,
  );
  return { top: stored.works && top, side: [needs(), worksHere(), await storage(again)] };
}

/**
 * @param {[IconName, string, string][]} rows
 */
function items(rows) {
  return h(
    "div",
    { class: "paper pad items" },
    rows.map(([ico, name, more]) =>
      h(
        "div",
        { class: "item" },
        icon(ico),
        h("div", {}, h("b", {}, name), more && [h("br"), h("span", { class: "small" }, more)]),
      ),
    ),
  );
}

function needs() {
  return h(
    "section",
    { id: "needs-server" },
    heading(t("Needs a server")),
    items([
      ["link", t("Invite friends"), t("Friends join by link on a server.")],
      ["clock", t("Games over days"), t("A server keeps the clock and tells you.")],
      ["cup", t("Tournaments and ratings"), t("They need a server everyone trusts.")],
    ]),
    h("a", { class: "btn", href: "/people" }, icon("screen"), h("span", {}, t("Open a server"))),
  );
}

function worksHere() {
  return h(
    "section",
    {},
    heading(t("Works here")),
    items([
      ["wheel", t("All five games against bots"), ""],
      ["people", t("Pass and play on one device"), ""],
      ["book", t("Lessons, puzzles, rules"), ""],
      ["eye", t("Replay and analysis"), ""],
    ]),
  );
}

/**
 * What is stored, and the ways to keep it safe.
 * @param {() => unknown} again
 */
async function storage(again) {
  const { bytes, lasting, saved } = await host.storage();
  const count = keptTables().length;
  const size = t("{size} MB", { size: (bytes / MEGA).toFixed(0) });
  const told = saved
    ? t("Browsers may clear this. Save your games to a file from time to time.")
    : t("This window doesn't keep your games. They are lost when you close it.");
  const box = h("div", { class: "stack" });
  /** @type {HTMLInputElement} */
  const file = h("input", { type: "file", id: "all-games", accept: ".sqlite", hidden: true, onchange: () => ask() });
  const ask = () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!count) {
      put(chosen);
      return;
    }
    fill(
      box,
      h("p", {}, t("This replaces all games in this browser with those in the file.")),
      button(t("Replace them"), () => put(chosen), { class: "btn sm danger", id: "replace-all" }),
      button(t("Cancel"), again, { class: "btn sm" }),
    );
  };
  fill(
    box,
    button(t("Save all to a file"), () => host.exportAll(), { ico: "down", class: "btn sm", id: "save-all" }),
    button(t("Load games from a file"), () => file.click(), { class: "btn sm", id: "load-all" }),
    file,
  );
  return h(
    "section",
    { class: "paper pad stack", id: "storage" },
    h("h3", {}, t("Storage")),
    h("span", { class: "small" }, size, " · ", tn("{count} game", "{count} games", count)),
    h("span", { class: "small" }, lasting && saved ? t("The browser promised to keep your games.") : told),
    box,
  );
}

/** @param {File} file */
async function put(file) {
  const why = await host.importAll(file);
  if (why) {
    toast(why, "bad");
  }
}
