// Questions to the table that concern the reader.
import { button } from "../../lib/controls.js";
import { h } from "../../lib/dom.js";
import { spanText } from "../../lib/phrases.js";
import { t } from "../../lib/words.js";

/** @import { View, Vote } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

/**
 * @param {TablePage} table
 * @param {View} view
 */
export function openVotes(table, view) {
  const { you } = view;
  if (you === null) {
    return [];
  }
  const own = view.votes.filter((vote) => vote.by === you || vote.voters.includes(you));
  return own.map((vote) => {
    const say = (/** @type {boolean} */ yes) => table.ask("vote", { vote: vote.id, yes });
    const open = vote.voters.includes(you) && !vote.yes.includes(you);
    return h(
      "div",
      { class: "vote" },
      h("span", {}, question(view, vote)),
      open && button(t("Agree"), () => say(true), { go: true }),
      button(vote.by === you ? t("Withdraw") : t("No"), () => say(false)),
    );
  });
}

/**
 * @param {View} view
 * @param {Vote} vote
 */
function question(view, vote) {
  const who = view.seats[vote.by]?.name;
  if (vote.kind === "undo") {
    const taken = view.log.find((line) => line.kind === "event" && !line.undone && line.ply > vote.to);
    const what = taken?.text ?? vote.to;
    return t("{who} asks to take back “{what}” and all that followed.", { who, what });
  }
  if (vote.kind === "handover") {
    const seat = view.seats[vote.seat]?.name;
    const time = spanText(view.pace.away);
    return t("{who} asks to hand the seat of {seat}, away for more than {time}, to a bot.", { who, seat, time });
  }
  return t("{who} asks to abandon the game.", { who });
}
