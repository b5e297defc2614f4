// A saved game that came by a link: what it is, and whether it is to be opened here. It lies in the address behind the #, which no
// browser sends to a server.
import { levelName } from "../lib/common_texts.js";
import { button } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { reachesPeople } from "../lib/edition.js";
import { server } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { unpackGame } from "../lib/saved_game.js";
import { keys } from "../lib/seat_tokens.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { goTo } from "../page/start_game.js";
import { mapPicture } from "./map_pictures.js";

/** @import { SavedGame } from "../types.d.ts" */

export async function openGame() {
  document.title = `${t("Open a saved game")} · Boxcars`;
  const asked = new URLSearchParams(location.hash.slice(1));
  const packed = asked.get("g") ?? asked.get("record") ?? "";
  const text = await unpackGame(packed);
  if (text === null) {
    cannot(t("This link is damaged. Ask for it again, or for a file."), null, "");
    return;
  }
  const shown = !reachesPeople && asked.has("record"); // a game to look at: nobody else's time is spent on it
  const digest = shown ? await digestOf(text) : "";
  const known = setting.get(`opened:${digest}`, "");
  if (shown && known && keys(known).host) {
    location.replace(place(known, asked));
    return;
  }
  try {
    const told = await server.checkRecord(new Blob([text]));
    if (shown) {
      await take(text, told, digest, asked);
    } else {
      show(text, told, digest, asked);
    }
  } catch (error) {
    const { code, text: why } = refusal(error).reason;
    const damaged = code === "damaged_record" ? Number(/\d+/.exec(why)?.[0] ?? 0) : 0; // the sentence names the move
    cannot(why, damaged > 1 ? damaged - 1 : null, text);
  }
}

/**
 * @param {string} text
 * @param {SavedGame} told
 * @param {string} digest
 * @param {URLSearchParams} asked
 */
function show(text, told, digest, asked) {
  const title = `${told.game_name} · ${told.map_name}`;
  const moves = t("move {n}", { n: told.ply });
  const turn = told.turn < 0 ? t("finished") : told.seats[told.turn].level === "" && t("your turn");
  const seats = told.seats.map(({ name, level }) => (level ? t("{level} bot", { level: levelName(level) }) : name));
  const rows = /** @type {[string, string][]} */ ([
    [t("Seats"), seats.join(", ")],
    [t("Rules"), t("Every move was checked.")],
  ]);
  framed(
    openGame,
    "narrow",
    h(
      "article",
      { class: "paper pad stack", id: "open-game" },
      mapPicture(told.game, told.map),
      h("h1", { class: "title" }, t("Open this game here?")),
      h("p", { class: "lead" }, [title, moves, turn].filter(Boolean).join(" · ")),
      h(
        "dl",
        { class: "kv" },
        rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      ),
      h(
        "div",
        { class: "row" },
        button(t("Open it"), () => take(text, told, digest, asked), { go: true, id: "open-it" }),
        h("a", { class: "btn", href: "/" }, t("Not now")),
      ),
    ),
  );
}

/**
 * @param {string} text
 * @param {SavedGame} told
 * @param {string} digest
 * @param {URLSearchParams} asked
 */
async function take(text, told, digest, asked) {
  const made = await server.importRecord(new Blob([text]));
  if (digest) {
    setting.set(`opened:${digest}`, made.table);
  }
  goTo(made, `${told.game_name} · ${told.map_name}`, place(made.table, asked));
}

/**
 * Where in the table's game the link leads.
 * @param {string} table
 * @param {URLSearchParams} asked
 */
function place(table, asked) {
  const query = new URLSearchParams();
  for (const [name, as] of [
    ["at", "analysis"],
    ["line", "line"],
    ["eyes", "eyes"],
  ]) {
    const value = asked.get(name);
    if (value !== null) {
      query.set(as, value);
    }
  }
  return query.size ? `/t/${table}?${query}` : `/t/${table}`;
}

/**
 * @param {string} why
 * @param {number | null} good how many moves can still be read
 * @param {string} text
 */
function cannot(why, good, text) {
  const part = async () => {
    const file = new Blob([text]);
    const told = await server.checkRecord(file, good ?? 0);
    goTo(await server.importRecord(file, good ?? 0), `${told.game_name} · ${told.map_name}`);
  };
  framed(
    openGame,
    "narrow",
    h("h1", { class: "title" }, t("This game can't be opened")),
    h(
      "div",
      { class: "note warn", role: "alert" },
      icon("warning"),
      h(
        "div",
        { class: "grow" },
        why,
        good !== null &&
          h(
            "div",
            { class: "row" },
            button(t("Open it up to move {n}", { n: good }), part, { class: "btn sm", id: "open-part" }),
          ),
      ),
    ),
    h("p", {}, h("a", { class: "btn go", href: "/" }, t("Go to the lobby"))),
  );
}

/** @param {string} text */
async function digestOf(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest.slice(0, 8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
