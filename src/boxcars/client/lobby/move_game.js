// Taking a running game against bots elsewhere: to a server, to a tab without one, to another device. By link or by file.
import { button, copy, heading } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { AtTable } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { packGame } from "../lib/saved_game.js";
import { keys } from "../lib/seat_tokens.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";

/** @import { OwnTable } from "../types.d.ts" */

const LONGEST = 8192; // characters of a link that every browser and most chats take

/** @param {string} id */
export async function moveGame(id) {
  document.title = `${t("Move this game")} · Boxcars`;
  const token = Object.values(keys(id).seats)[0] ?? null;
  const table = new AtTable(id, token);
  const line = await table.line();
  const box = h("div", { class: "wide-stack" });
  const name = `${line.game_name} · ${line.map_name}`;
  framed(
    () => moveGame(id),
    "narrow",
    h("p", {}, h("a", { href: `/t/${id}` }, t("Back to the game"))),
    h("h1", { class: "title" }, t("Move this game")),
    h("p", { class: "lead" }, [name, line.turn].filter(Boolean).join(" · ")),
    box,
  );
  if (line.elsewhere) {
    await ways(box, table, line);
  } else {
    ask(box, table, line);
  }
}

/**
 * What happens, before it does.
 * @param {HTMLElement} box
 * @param {AtTable} table
 * @param {OwnTable} line
 */
function ask(box, table, line) {
  const no = h("p", { role: "alert" });
  const move = async () => {
    try {
      await ways(box, table, line);
    } catch (error) {
      fill(no, refusal(error).reason.text);
    }
  };
  fill(
    box,
    h("p", {}, t("You get a link and a file with the whole game. Open one of them where you want to go on.")),
    note(t("Your copy here becomes read-only."), t("You can't play the game in both places.")),
    note(t("Moved games are never rated."), t("The file holds the shuffled deck, so someone could look.")),
    no,
    h("div", { class: "row" }, button(t("Move this game"), move, { go: true, id: "move-game" })),
  );
}

/**
 * @param {string} head
 * @param {string} text
 */
function note(head, text) {
  return h("div", { class: "note" }, h("span", { class: "grow" }, h("b", {}, head), " ", text));
}

/**
 * The link and the file. From here on this copy is closed.
 * @param {HTMLElement} box
 * @param {AtTable} table
 * @param {OwnTable} line
 */
async function ways(box, table, line) {
  const saved = await table.move();
  const packed = await packGame(saved);
  const day = new Date().toISOString().slice(0, 10);
  const file = `${line.game.replaceAll("_", "-")}-${day}.jsonl`;
  const href = URL.createObjectURL(new Blob([saved], { type: "application/x-ndjson" }));
  fill(
    box,
    byLink(packed),
    h(
      "section",
      { class: "paper pad stack" },
      heading(t("By file")),
      h("p", {}, t("Save it, send it, and open it anywhere with “Open a saved game”.")),
      h("a", { class: "btn", href, download: file, id: "move-file" }, icon("down"), h("span", {}, t("Save game file"))),
      h("span", { class: "small" }, file),
    ),
  );
}

/** @param {string} packed */
function byLink(packed) {
  const link = h("input", { type: "url", readonly: true, id: "move-link", "aria-label": t("Copy the link") });
  const size = h("span", { class: "small" });
  /** @type {HTMLInputElement} */
  const place = h("input", {
    type: "url",
    id: "move-to",
    value: setting.get("server", location.origin),
    oninput: () => write(),
  });
  const write = () => {
    const base = place.value.trim().replace(/\/+$/, "") || location.origin;
    link.value = `${base}/open#g=${packed}`;
    const kilobytes = (link.value.length / 1000).toFixed(1);
    size.textContent = t("{size} kB. Too long for some chat apps? Use a file.", { size: kilobytes });
  };
  write();
  const fits = packed.length <= LONGEST;
  return h(
    "section",
    { class: "paper pad stack" },
    heading(t("By link")),
    fits
      ? [
          h("p", {}, t("The whole game is in the link.")),
          h("label", { class: "field", for: "move-to" }, t("Address of the Boxcars where you go on"), place),
          link,
          h(
            "div",
            { class: "row" },
            button(t("Copy the link"), () => copyTo(link.value, place.value), {
              ico: "link",
              go: true,
              id: "move-copy",
            }),
          ),
          size,
        ]
      : h("p", {}, t("This game is too long for a link. Use a file.")),
  );
}

/**
 * @param {string} link
 * @param {string} place
 */
function copyTo(link, place) {
  setting.set("server", place);
  return copy(link);
}
