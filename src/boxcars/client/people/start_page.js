// Who plays? People to invite, the game, the paces one would accept.

import { badgeIcon } from "../lib/badge.js";
import { spanText } from "../lib/common_texts.js";
import { button, heading, select, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { refusal } from "../lib/http_call.js";
import { icon, medal } from "../lib/icons.js";
import { profileSummary } from "../lib/profile_token.js";
import { t, tn } from "../lib/translate.js";
import { mapPicture } from "../lobby/map_pictures.js";
import { framed } from "../page/page_frame.js";
import { whereabouts } from "./people.js";
import { ask } from "./requests.js";

/** @import { GroupShown, MapOffered, PeopleShown, PersonShown } from "../types.d.ts" */

const DAY = 86400;
const OVER_DAYS = [DAY / 2, DAY, 2 * DAY, 3 * DAY, 7 * DAY];

export async function startPage() {
  document.title = `${t("Start a game with these people")} · Boxcars`;
  const asked = new URLSearchParams(location.search);
  const group = asked.get("group") ?? "";
  const [offered, people, found] = await Promise.all([
    server.games(),
    /** @type {Promise<PeopleShown>} */ (ask("GET", "people")),
    group ? /** @type {Promise<GroupShown>} */ (ask("GET", `groups/${group}`)) : null,
  ]);
  const members = found
    ? found.members.filter(({ card }) => card !== found.you)
    : [...people.friends, ...people.played];
  new StartForm(offered.games, members, found, asked.get("with")).draw();
}

class StartForm {
  /** Whom one has picked. @type {Set<string>} */
  picked = new Set();
  /** Paces by seconds of a turn; 0: live, normal clock. @type {Set<number>} */
  paces = new Set([DAY, 2 * DAY]);
  message = "";

  /**
   * @param {import("../types.d.ts").GameOffered[]} games
   * @param {PersonShown[]} people
   * @param {GroupShown | null} group
   * @param {string | null} first whom one wanted to invite
   */
  constructor(games, people, group, first) {
    this.games = games.filter(({ maps }) => maps.some(({ players }) => players.some((n) => n > 1)));
    this.people = people;
    this.group = group;
    this.game = this.games.find(({ key }) => key === group?.usual?.game) ?? this.games[0];
    this.map = this.game.maps.find(({ key }) => key === group?.usual?.map) ?? this.game.maps[0];
    if (group?.usual?.turn) {
      this.paces = new Set([group.usual.turn]);
    }
    if (first && people.some(({ card }) => card === first)) {
      this.picked.add(first);
    }
    this.box = h("div", { class: "wide-stack" });
    this.side = h("aside", { class: "wide-stack" });
  }

  draw() {
    const back = this.group
      ? h("a", { class: "back", href: `/groups/${this.group.id}` }, icon("back"), this.group.name)
      : h("a", { class: "back", href: "/people" }, icon("back"), t("People"));
    framed(
      startPage,
      "people-page",
      h("div", { class: "wide-stack" }, h("div", {}, back, h("h1", { class: "title" }, t("Who plays?"))), this.box),
      this.side,
    );
    this.redraw();
  }

  redraw() {
    const focused = document.activeElement?.id;
    fill(this.box, this.whom(), this.what(), this.how());
    fill(this.side, this.summary());
    if (focused) {
      document.getElementById(focused)?.focus();
    }
  }

  /** How many can be invited on the map. */
  most() {
    return Math.max(...this.map.players) - 1;
  }

  whom() {
    const pick = (/** @type {string} */ card, /** @type {boolean} */ on) => {
      if (on) {
        this.picked.add(card);
      } else {
        this.picked.delete(card);
      }
      this.redraw();
    };
    const full = this.picked.size >= this.most();
    return h(
      "section",
      {},
      heading(this.group?.name ?? t("People you know"), t("pick up to {n}", { n: this.most() })),
      this.people.length === 0 &&
        h("p", { class: "small" }, t("Nobody to invite yet. Play with someone first, or send them your friend link.")),
      h(
        "div",
        { class: "checks" },
        this.people.map((person) => {
          const on = this.picked.has(person.card);
          return h(
            "label",
            { class: on ? "check on" : "check" },
            h("input", {
              type: "checkbox",
              id: `pick-${person.card}`,
              checked: on,
              disabled: full && !on,
              onchange: (event) => pick(person.card, /** @type {HTMLInputElement} */ (event.currentTarget).checked),
            }),
            badgeIcon(person.herald),
            h("span", {}, h("b", {}, person.name), h("br"), whereabouts(person)),
          );
        }),
      ),
    );
  }

  what() {
    const games = this.games.map(({ key, name }) => /** @type {const} */ ([key, name]));
    const maps = this.game.maps.map(({ key, name }) => /** @type {const} */ ([key, name]));
    const choose = (/** @type {string} */ key) => {
      this.game = this.games.find((game) => game.key === key) ?? this.game;
      this.take(this.game.maps[0]);
    };
    return h(
      "section",
      { class: "paper pad row" },
      h("label", { class: "field" }, t("Game"), select(games, this.game.key, { id: "start-game" }, choose)),
      h(
        "label",
        { class: "field" },
        t("Map"),
        select(maps, this.map.key, { id: "start-map" }, (key) =>
          this.take(this.game.maps.find((map) => map.key === key) ?? this.map),
        ),
      ),
    );
  }

  /** @param {MapOffered} map */
  take(map) {
    this.map = map;
    this.picked = new Set([...this.picked].slice(0, this.most()));
    this.redraw();
  }

  how() {
    const [turn, reserve] = this.game.live[1];
    const live = t("Live: {turn} per turn, {extra} extra", { turn: shortTime(turn), extra: shortTime(reserve) });
    const offered = [[0, live], ...OVER_DAYS.map((time) => [time, t("{time} per turn", { time: spanText(time) })])];
    const message = h("input", {
      type: "text",
      id: "start-message",
      maxlength: "200",
      value: this.message,
      onchange: () => {
        this.message = message.value;
      },
    });
    return h(
      "section",
      { class: "paper pad stack" },
      h(
        "fieldset",
        { class: "plain-set stack" },
        h("legend", {}, h("b", {}, t("Paces you'd accept"))),
        offered.map(([time, words]) =>
          h(
            "label",
            { class: "tick" },
            h("input", {
              type: "checkbox",
              id: `pace-${time}`,
              checked: this.paces.has(Number(time)),
              onchange: (event) => {
                const on = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
                if (on) {
                  this.paces.add(Number(time));
                } else {
                  this.paces.delete(Number(time));
                }
                this.redraw();
              },
            }),
            h("span", {}, words),
          ),
        ),
        h("small", {}, t("The fastest pace that everyone accepts is used.")),
      ),
      h("label", { class: "field" }, t("Message"), message),
    );
  }

  summary() {
    const chosen = this.people.filter(({ card }) => this.picked.has(card));
    const me = profileSummary();
    const fits = this.map.players.includes(1 + chosen.length);
    const row = (/** @type {number} */ i, /** @type {string} */ name, /** @type {string} */ says) =>
      h("div", { class: "item seat-row" }, medal(i), h("b", {}, name), h("span", { class: "small" }, says));
    return [
      h(
        "section",
        { class: "paper pad stack" },
        mapPicture(this.game.key, this.map.key),
        h("h3", {}, `${this.game.name} · ${this.map.name}`),
        h(
          "div",
          { class: "items" },
          row(0, me?.name ?? "", t("you")),
          chosen.map((person, i) => row(i + 1, person.name, t("will be asked"))),
        ),
        chosen.length > 0 &&
          !fits &&
          h(
            "p",
            { class: "small", role: "alert" },
            t("This map isn't for {count} players.", { count: 1 + chosen.length }),
          ),
        button(tn("Send {count} invitation", "Send {count} invitations", chosen.length), () => this.send(chosen), {
          go: true,
          id: "send-invitations",
          disabled: !fits || !chosen.length || !this.paces.size,
        }),
        h("p", { class: "small" }, t("They see it on their home page and in their notices. Nobody sees who said no.")),
        h(
          "p",
          { class: "small" },
          t("The game starts when everyone has answered, or after 2 days with those who are in."),
        ),
      ),
      h(
        "section",
        {},
        heading(t("Somebody without a profile?")),
        h(
          "a",
          { class: "btn", href: `/new?game=${this.game.key}&with=friends` },
          icon("link"),
          t("Make a game with an invite link"),
        ),
      ),
    ];
  }

  /** @param {PersonShown[]} chosen */
  async send(chosen) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    const [turn, reserve] = this.game.live[1];
    const paces = [...this.paces]
      .sort((a, b) => a - b)
      .slice(0, 4)
      .map((time) =>
        time ? { kind: "turns", turn: time, reserve: 2 * time, zone, vacation: true } : { kind: "live", turn, reserve },
      );
    const body = {
      game: this.game.key,
      map: this.map.key,
      people: chosen.map(({ card }) => card),
      paces,
      group: this.group?.id ?? "",
      message: this.message,
    };
    try {
      await ask("POST", "proposals", body);
      toast(t("Invitations sent."));
      location.href = this.group ? `/groups/${this.group.id}` : "/people";
    } catch (error) {
      toast(refusal(error).reason.text || t("That didn't work"), "bad");
    }
  }
}

/** @param {number} seconds */
function shortTime(seconds) {
  return seconds % 60 ? `${seconds} s` : `${seconds / 60} min`;
}
