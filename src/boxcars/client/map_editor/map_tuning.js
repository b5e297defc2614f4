// Other values of a number of the map: bots play on each, and what they find is shown beside what the map has now.

import { button, heading, select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { call } from "../lib/http_call.js";
import { percent, t } from "../lib/translate.js";

/** @import { KeptMap, TriedValue, MapTuning, EditorField, EditorSelection } from "../types.d.ts" */

/**
 * @param {KeptMap} kept
 * @param {number} players
 * @param {string} held
 * @param {EditorField} field
 * @param {(tuning: MapTuning) => void} told
 */
export async function runTuning(kept, players, held, { path, part }, told) {
  const ask = { game: kept.game, players, held, path, part };
  const get = (/** @type {boolean} */ start) =>
    /** @type {Promise<MapTuning>} */ (call("POST", `/api/maps/${kept.map}/tune`, { ...ask, start }));
  let tuning = await get(true);
  told(tuning);
  while (tuning.state === "playing") {
    await new Promise((done) => setTimeout(done, 1500));
    tuning = await get(false);
    told(tuning);
  }
}

/**
 * @param {EditorSelection | null} held what can be tuned: the numbers in the inspector
 * @param {{ field: EditorField, tuning: MapTuning } | null} now
 * @param {boolean} able
 * @param {(field: EditorField) => void} start
 * @param {(field: EditorField, value: number) => void} take
 */
export function tuningPanel(held, now, able, start, take) {
  const numbers = held?.fields.filter(({ kind }) => kind === "number") ?? [];
  if (!numbers.length && !now) {
    return false;
  }
  const playing = now?.tuning.state === "playing";
  const which = select(
    numbers.map(({ name }, i) => /** @type {[number, string]} */ ([i, name])),
    0,
    { "aria-label": t("Which number?") },
  );
  return h(
    "section",
    { class: "ws-tune" },
    heading(t("Tune a number"), held?.title),
    numbers.length > 0 &&
      h(
        "p",
        { class: "ws-tune-ask" },
        which,
        button(t("Try other values"), () => start(numbers[Number(which.value)]), { disabled: !able || playing }),
      ),
    now && result(now.field, now.tuning, take),
  );
}

/**
 * @param {EditorField} field
 * @param {MapTuning} tuning
 * @param {(field: EditorField, value: number) => void} take
 */
function result(field, tuning, take) {
  if (tuning.state === "playing") {
    const done = t("{done} of {all} games", { done: tuning.done, all: tuning.games });
    return [
      h("progress", { max: tuning.games, value: tuning.done, "aria-label": done }),
      h("p", { class: "small" }, `${tuning.name || field.name}: ${done}`),
    ];
  }
  if (tuning.state !== "done") {
    return h("p", {}, t("The bots couldn't play on this map."));
  }
  const row = (/** @type {TriedValue} */ s) =>
    h(
      "tr",
      { class: s.best ? "best" : "" },
      h("th", { scope: "row" }, String(s.value), s.now && h("small", {}, ` ${t("now")}`)),
      h("td", {}, `± ${Math.round(100 * s.seats)}`),
      h("td", {}, percent(s.leader)),
      h("td", {}, String(Math.round(s.length))),
      h("td", {}, percent(s.margin)),
      h(
        "td",
        {},
        !s.now && button(t("Use this value"), () => take(field, s.value), { class: s.best ? "btn sm go" : "btn sm" }),
      ),
    );
  const heads = [tuning.name, t("Seats"), t("Leader wins"), t("Decisions"), t("Margin"), ""];
  return [
    h(
      "table",
      { class: "ws-settings" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h("tbody", {}, tuning.settings.map(row)),
    ),
    h(
      "p",
      { class: "small" },
      t(
        "Seats: how far the most uneven seat is from its fair share, in percentage points. Up to {n} points may be luck.",
        {
          n: Math.round(100 * tuning.spread),
        },
      ),
    ),
  ];
}
