// What bots find on a map: asked for, watched, told.

import { button, heading } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { call } from "../lib/http_call.js";
import { medal } from "../lib/icons.js";
import { percent, t } from "../lib/translate.js";
import { findings } from "./finding_list.js";

/** @import { KeptMap, MapTrial, TrialSeat } from "../types.d.ts" */

/** @param {string} map */
export function readTrial(map) {
  return /** @type {Promise<MapTrial>} */ (call("GET", `/api/maps/${map}/trial`));
}

/**
 * Have the map tried, and tell how far it is until it is done.
 * @param {KeptMap} kept
 * @param {number} players
 * @param {(trial: MapTrial) => void} told
 */
export async function runTrial(kept, players, told) {
  let trial = /** @type {MapTrial} */ (await call("POST", `/api/maps/${kept.map}/trial`, { game: kept.game, players }));
  told(trial);
  while (trial.state === "playing" || trial.state === "none") {
    await new Promise((done) => setTimeout(done, 1000));
    trial = await readTrial(kept.map);
    told(trial);
  }
}

/**
 * @param {MapTrial | null} trial
 * @param {() => void} play
 * @param {boolean} able
 * @param {(targets: string[]) => void} show
 */
export function trialPanel(trial, play, able, show) {
  const box = h("div", { class: "bal" });
  if (trial?.state === "playing") {
    const done = t("{done} of {all} games", { done: trial.done, all: trial.games });
    fill(
      box,
      h("progress", { max: trial.games, value: trial.done, "aria-label": done }),
      h("p", { class: "small" }, done),
    );
  } else if (trial?.state === "failed") {
    fill(box, h("p", {}, t("The bots couldn't play on this map.")));
  } else if (trial?.state === "done") {
    fill(box, figures(trial, show));
  }
  return h(
    "section",
    {},
    heading(t("Balance"), trial?.state === "done" ? played(trial) : ""),
    trial && trial.state !== "none" && box,
    h("p", {}, button(t("Let bots play 120 games"), play, { disabled: !able || trial?.state === "playing" })),
  );
}

/** @param {MapTrial} trial */
function played({ games, players }) {
  return t("{games} games by simple bots, {n} players", { games, n: players });
}

/**
 * @param {MapTrial} trial
 * @param {(targets: string[]) => void} show
 */
function figures(trial, show) {
  const rows = trial.seats.map((seat, i) => bar(seat, i, trial.fair));
  /** @type {[string, string][]} */
  const facts = [
    [t("Length of a game"), t("{n} decisions", { n: Math.round(trial.length) })],
    [t("Winning margin"), percent(trial.margin)],
    [t("Ties"), percent(trial.ties)],
  ];
  const { leader } = trial;
  if (leader) {
    facts.unshift([
      t("Halftime leader wins"),
      `${percent(leader.share)} (${percent(leader.low)}–${percent(leader.high)})`,
    ]);
  }
  return [
    rows,
    h(
      "p",
      { class: "fairly", "aria-hidden": "true" },
      h("span", {}, t("fair share: {share}", { share: percent(trial.fair) })),
    ),
    h(
      "dl",
      {},
      facts.map(([what, value]) => [h("dt", {}, what), h("dd", {}, value)]),
    ),
    findings(
      trial.findings.map(({ off, text, why, show: targets }) => ({ good: !off, text, why, show: targets })),
      show,
    ),
  ];
}

/**
 * A seat's share of the wins, with its interval and the fair share, which stands in the middle.
 * @param {TrialSeat} seat
 * @param {number} i
 * @param {number} fair
 */
function bar({ share, low, high }, i, fair) {
  const x = (/** @type {number} */ part) => 200 * Math.min(1, part / (2 * fair));
  const line = `M${x(low)},11H${x(high)}M${x(low)},6v10M${x(high)},6v10`;
  const svg =
    `<svg class="bx" viewBox="0 0 202 22" preserveAspectRatio="none" aria-hidden="true">` +
    `<rect class="f${i + 1}" y="4" width="${x(share)}" height="14"/>` +
    `<path class="ci" d="${line}"/><path class="fair" d="M${x(fair)},0V22"/></svg>`;
  return h(
    "div",
    { class: "seatbar" },
    medal(i),
    h("b", {}, t("Seat {n}", { n: i + 1 })),
    h("span", { class: "plot", html: svg }),
    h("b", {}, percent(share)),
  );
}
