// Banners over the board: questions to the table, and that a bot plays the reader's seat. They are as wide as the board and
// push it down: nothing lies under them.

import { spanText } from "../lib/common_texts.js";
import { button } from "../lib/controls.js";
import { dayAndTime } from "../lib/dates.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { sound } from "../lib/sound.js";
import { t, tn } from "../lib/translate.js";
import { statusBar } from "../page/profile_status.js";
import { rematchNote, wantRematch } from "../page/rematch.js";

/** @import { View, Vote } from "../types.d.ts" */
/** @import { TablePage } from "./table.js" */

/**
 * The game as the notes about a rematch need it.
 * @param {TablePage} table
 * @param {View} view
 */
export function finished(table, { game, seats, you, next, rematch }) {
  const title = `${game.name} · ${game.map_name}`;
  return { server: table.server, title, names: seats.map((seat) => seat.name), you, next, rematch };
}

export class Banners {
  /** What the reader has said to the rematch that was last seen. @type {string} */
  said = "";

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.own = h("div", { role: "status" });
    this.el = h("div", { class: "banners" }, statusBar(), this.own);
  }

  /** @param {View} view */
  show(view) {
    const me = view.you === null ? null : view.seats[view.you];
    const handed = view.status === "playing" ? me?.handed : "";
    this.follow(view);
    const { votes, you, lang, status, rematch, next, pace } = view;
    const paused = pace.paused !== null && pace.paused > view.now;
    this.table.memo.part("banners", [votes, handed, you, lang, status, rematch, next, paused], () =>
      fill(this.own, this.bot(handed ?? ""), paused && this.paused(view), this.votes(view), this.after(view)),
    );
  }

  /** Who is in for the rematch goes there when it begins; who is asked hears it. @param {View} view */
  follow(view) {
    const said = view.rematch?.you ?? "";
    if (this.said === "yes" && view.next) {
      wantRematch(finished(this.table, view));
    } else if (said === "asked" && this.said === "") {
      sound.play("whistle");
    }
    this.said = said;
    document.body.dataset.rematch = view.next ? "begun" : said;
  }

  /** What comes after the game: a rematch, and a way on from one that was ended without a winner. @param {View} view */
  after(view) {
    if (view.status !== "over" && view.status !== "abandoned") {
      return null;
    }
    const game = finished(this.table, view);
    const wish = rematchNote(game);
    if (wish || view.status === "over") {
      return wish;
    }
    return h(
      "section",
      { class: "banner" },
      icon("no"),
      h("p", {}, h("b", {}, t("This game ended without a winner."))),
      h(
        "div",
        { class: "row" },
        view.you !== null && button(t("Rematch"), () => wantRematch(game), { go: true, id: "again" }),
        h("a", { class: "btn", href: `/new?game=${view.game.key}` }, t("New game")),
        h("a", { class: "btn", href: "/" }, t("Home")),
      ),
    );
  }

  /** Everybody agreed to stop the clock for a while. @param {View} view */
  paused({ pace, status, you }) {
    if (status !== "playing" || pace.paused === null) {
      return null;
    }
    const until = t("The game is paused until {date}.", { date: dayAndTime(pace.paused) });
    return h(
      "section",
      { class: "banner" },
      icon("pause"),
      h("p", {}, h("b", {}, until), h("span", {}, t("The clock is stopped. You can still move."))),
      you !== null &&
        h(
          "div",
          { class: "row" },
          button(t("End the pause"), () => this.table.ask("resume", {}), { id: "resume" }),
        ),
    );
  }

  /** A seat that a bot plays for its owner can be taken back. @param {string} handed */
  bot(handed) {
    if (!handed) {
      return null;
    }
    const back = () => this.table.ask("takeback", {});
    return h(
      "section",
      { class: "banner bot" },
      icon("wheel"),
      h(
        "p",
        {},
        h("b", {}, t("A bot is playing your seat.")),
        h("span", {}, handed === "resigned" ? t("You resigned.") : t("You can come back at any time.")),
      ),
      handed !== "resigned" && h("div", { class: "row" }, button(t("Take my seat back"), back, { go: true })),
    );
  }

  /** Questions to the table that concern the reader. @param {View} view */
  votes(view) {
    const { you } = view;
    if (you === null) {
      return null;
    }
    return view.votes
      .filter((vote) => vote.by === you || vote.voters.includes(you))
      .map((vote) => this.vote(view, vote, you));
  }

  /**
   * @param {View} view
   * @param {Vote} vote
   * @param {number} you
   */
  vote(view, vote, you) {
    const say = (/** @type {boolean} */ yes) => this.table.ask("vote", { vote: vote.id, yes });
    const open = vote.voters.includes(you) && !vote.yes.includes(you);
    const names = (/** @type {number[]} */ seats) => seats.map((seat) => view.seats[seat]?.name).join(", ");
    const waiting = vote.voters.filter((seat) => !vote.yes.includes(seat) && seat !== you);
    const answered = [
      vote.yes.length > 0 && t("Agreed: {names}", { names: names(vote.yes) }),
      waiting.length > 0 && t("Still to answer: {names}", { names: names(waiting) }),
    ];
    return h(
      "section",
      { class: "banner" },
      icon("ask"),
      h("p", {}, h("b", {}, question(view, vote)), h("span", {}, answered.filter(Boolean).join(" · "))),
      h(
        "div",
        { class: "row" },
        button(vote.by === you ? t("Withdraw") : t("No"), () => say(false)),
        open && button(t("Yes"), () => say(true), { go: true }),
      ),
    );
  }
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
    return t("{who} asks to undo “{what}” and everything after it.", { who, what });
  }
  if (vote.kind === "handover") {
    const seat = view.seats[vote.seat]?.name;
    const time = spanText(view.pace.away);
    return t("{who} asks for a bot to take over from {seat}, who has been away for more than {time}.", {
      who,
      seat,
      time,
    });
  }
  if (vote.kind === "pause") {
    const time = tn("{count} day", "{count} days", vote.days);
    return t("{who} asks for a pause of {time}. The clock would stop for everyone.", { who, time });
  }
  return t("{who} proposes to end the game.", { who });
}
