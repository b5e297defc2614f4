// The workshop: a map drawn, checked as one draws, played at once, shared, and tried by bots. It names no game.

import { button, copy, heading, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { reachesPeople } from "../lib/edition.js";
import { call, newKey, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { setting as chosen } from "../lib/settings.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { sitDown, usualCount } from "../page/start_game.js";
import { Draft, setting } from "./draft.js";
import { Carrier, findDraft } from "./draft_sync.js";
import { findings } from "./finding_list.js";
import { inspector } from "./inspector.js";
import { readTrial, runTrial, trialPanel } from "./map_trial.js";
import { runTuning, tuningPanel } from "./map_tuning.js";
import { Sheet } from "./sheet.js";
import { entrance } from "./start_page.js";

/** @import { CheckedDraft, KeptMap, MapTrial, MapTuning, EditorField, EditorGame, EditorTool } from "../types.d.ts" */
/** @import { Doc, Kept } from "./draft.js" */

const CHECKS = 5; // complaints in sight at first

/** @param {string} [game] */
export async function mapEditorPage(game) {
  const games = /** @type {EditorGame[]} */ (await call("GET", "/api/workshop"));
  const found = games.find(({ key }) => key === game);
  await (found ? openBench(found) : entrance(games));
}

/** @param {EditorGame} game */
async function openBench(game) {
  const where = location.hash.slice(1);
  const { kept, sent } = where.startsWith("draft=") ? await findDraft(where.replace("draft=", "")) : {};
  const bench = new Bench(game);
  /** @type {Record<string, unknown>} */
  let ask = {};
  if (kept) {
    ask = { doc: kept.doc };
  } else if (sent) {
    ask = { text: sent.text };
  } else if (where.startsWith("map=") || where.startsWith("own:")) {
    ask = { map: where.replace("map=", "") };
  } else if (where === "file") {
    ask = { text: sessionStorage.getItem("boxcars:open") ?? "" };
  }
  const answer = await bench.ask(ask);
  const doc = /** @type {Doc} */ (kept?.doc ?? answer.doc);
  const board = game.boards.some(({ key }) => key === ask.map) ? String(ask.map) : undefined;
  const fresh = { id: sent?.draft.id ?? newKey().slice(0, 12), game: game.key, name: "", at: Date.now(), doc, board };
  bench.begin(kept ?? { ...fresh, saved: sent?.draft.at }, answer);
}

/**
 * @param {string} text
 * @param {string} name
 */
function saveFile(text, name) {
  const file = new Blob([text], { type: "text/plain" });
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

class Bench {
  /** @param {EditorGame} game */
  constructor(game) {
    this.game = game;
    /** @type {EditorTool[]} */
    this.tools = game.groups.flatMap(({ tools }) => tools);
    this.layer = "";
    this.held = "sheet";
    /** @type {MapTrial | null} */
    this.trial = null;
    this.tried = "";
    /** @type {{ field: EditorField, tuning: MapTuning } | null} */
    this.tuned = null;
    /** @type {Promise<unknown>} */
    this.line = Promise.resolve();
    this.sheet = new Sheet((targets) => this.use(targets));
    this.carrier = new Carrier((why) => toast(why, "bad"));
    this.rail = h("aside", { class: "ws-rail" });
    this.bar = h("section", { class: "ws-bar" });
    const zoom = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ times) =>
      h("button", { type: "button", "aria-label": name, onclick: () => this.sheet.closer(times) }, sign);
    this.zoom = h("div", { class: "ws-zoom" }, zoom("+", t("Zoom in"), 1.5), zoom("−", t("Zoom out"), 1 / 1.5));
    this.palette = h("aside", { class: "ws-pal" });
    this.modes = h("div", { class: "ws-modes", role: "group", "aria-label": t("Layers") });
  }

  /** @param {object} more */
  ask(more) {
    const body = { layer: this.layer, held: this.held, trial: this.tried, ...more };
    return /** @type {Promise<CheckedDraft>} */ (call("POST", `/api/workshop/${this.game.key}`, body));
  }

  /**
   * @param {Kept} kept
   * @param {CheckedDraft} answer
   */
  begin(kept, answer) {
    this.draft = new Draft(kept);
    this.draft.keep();
    history.replaceState(null, "", `#draft=${kept.id}`);
    framed(
      () => location.reload(),
      "ws",
      this.palette,
      h("div", { class: "ws-mid" }, this.modes, h("div", { class: "ws-room" }, this.sheet.el, this.zoom), this.bar),
      this.rail,
    );
    document.addEventListener("keydown", (event) => this.key(event));
    this.take(null);
    this.told(answer);
  }

  /**
   * Ask for the next picture; one after the other, so that edits come in their order.
   * @param {() => object} more what to ask, when its turn has come
   */
  next(more) {
    this.line = this.line
      .then(() => this.ask({ doc: this.draft?.doc, ...more() }))
      .then((answer) => this.told(answer))
      .catch((error) =>
        toast(refusal(error).reason.text || t("The server isn't responding. Try again in a moment."), "bad"),
      );
    return this.line;
  }

  /** @param {string[]} targets */
  use(targets) {
    const { tool } = this.sheet;
    if (tool) {
      this.work(tool, targets);
    } else {
      this.choose(targets[0]);
    }
  }

  /**
   * @param {EditorTool} tool
   * @param {string[]} targets
   */
  async work(tool, targets) {
    const before = this.draft?.done;
    await this.next(() => ({ tool: tool.key, targets }));
    if (this.draft?.done === before) {
      toast(t("{tool}: you can't use this tool here.", { tool: tool.name }));
    }
  }

  /** @param {string} target */
  choose(target) {
    this.held = target;
    this.next(() => ({}));
  }

  /**
   * Show what a sentence of the check or of the bots speaks of, and what can be changed there.
   * @param {string[]} targets
   */
  async point(targets) {
    this.sheet.take(null);
    this.held = targets[0];
    await this.next(() => ({}));
    this.sheet.el.scrollIntoView({ block: "nearest" });
    this.sheet.point(targets);
  }

  /** @param {CheckedDraft} answer */
  told(answer) {
    this.draft?.change(answer.ops);
    this.answer = answer;
    if (this.draft) {
      this.carrier.carry(this.draft, answer.text);
    }
    this.held = answer.held?.target ?? "sheet";
    this.sheet.draw(answer);
    this.sheet.hold(this.held);
    document.title = `${this.draft?.doc.name ?? ""} · ${t("Map editor")}`;
    this.show();
    if (!answer.held) {
      this.next(() => ({}));
    }
  }

  /** @param {EditorTool | null} tool */
  take(tool) {
    if (tool && !tool.aim.length) {
      this.work(tool, []);
      return;
    }
    this.sheet.take(tool);
    this.show();
    if (tool?.layer && tool.layer !== this.layer) {
      this.look(tool.layer);
    }
  }

  /**
   * @param {EditorField} field
   * @param {unknown} value
   */
  set(field, value) {
    this.draft?.change([setting(this.draft.doc, field, value)]);
    this.next(() => ({}));
  }

  undo() {
    if (this.draft?.undo()) {
      this.next(() => ({}));
    }
  }

  redo() {
    if (this.draft?.redo()) {
      this.next(() => ({}));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea")) {
      return;
    }
    if (event.key === "Escape") {
      this.take(null);
    } else if (event.key.toLowerCase() === "u" && !event.ctrlKey && !event.metaKey) {
      event.shiftKey ? this.redo() : this.undo();
    }
  }

  /** @param {boolean} [shown] offer the map to everybody; the server asks for a profile then */
  async keep(shown = false) {
    const body = { text: this.answer?.text ?? "", shown };
    return /** @type {KeptMap} */ (await call("POST", `/api/workshop/${this.game.key}/keep`, body, profileToken()));
  }

  async play() {
    const { map, players, name } = await this.keep();
    const count = usualCount(players);
    const me = { kind: "person", name: chosen.get("name", ""), mine: true };
    const others = Array.from({ length: count - 1 }, () => ({ kind: "bot", level: "heuristic" }));
    const body = { game: this.game.key, map, players: count, seats: [me, ...others], start: true };
    await sitDown(body, `${this.game.name} · ${name}`);
  }

  async share() {
    const { link } = await this.keep(Boolean(profileToken())); // without a profile the link works, but no list shows the map
    copy(link);
  }

  save() {
    const name = String(this.draft?.doc.name ?? "map")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_");
    saveFile(this.answer?.text ?? "", `${name || "map"}.toml`);
  }

  /** The values that differ from the game's own board, as a small file that can be sent to the project. */
  async saveCorrections() {
    const board = this.draft?.kept.board;
    await this.next(() => ({ against: board }));
    const { corrections = "", others = 0 } = this.answer ?? {};
    if (corrections) {
      saveFile(corrections, `${this.game.key}_${board}_corrections.toml`);
    }
    if (others) {
      toast(
        t(
          "You can only save changed values as corrections. You also added or removed something, so save the whole map instead.",
        ),
      );
    } else if (!corrections) {
      toast(t("You haven't changed any value yet."));
    }
  }

  async tryOut() {
    const kept = await this.keep();
    this.tried = kept.map;
    await runTrial(kept, usualCount(kept.players), (trial) => {
      this.trial = trial;
      this.show();
    });
    this.next(() => ({}));
  }

  /** @param {EditorField} field */
  async tune(field) {
    const { held } = this;
    const kept = await this.keep();
    await runTuning(kept, usualCount(kept.players), held, field, (tuning) => {
      this.tuned = { field, tuning };
      this.show();
    });
  }

  /** @param {string} layer */
  async look(layer) {
    this.layer = layer;
    this.show();
    if (layer === "use" && !this.trial && this.answer?.good) {
      this.tried = (await this.keep()).map;
      this.trial = await readTrial(this.tried);
    }
    this.next(() => ({}));
  }

  show() {
    const { answer, sheet } = this;
    const pressed = (/** @type {boolean} */ on) => ({ "aria-pressed": String(on) });
    const brush = (/** @type {EditorTool} */ tool) =>
      h(
        "button",
        {
          type: "button",
          class: "brush",
          id: `tool-${tool.key}`,
          onclick: () => this.take(sheet.tool === tool ? null : tool),
          ...pressed(sheet.tool === tool),
        },
        h("span", { html: `<svg class="bx sw" viewBox="-52 -46 104 92" aria-hidden="true">${tool.picture}</svg>` }),
        tool.name,
      );
    const focused = document.activeElement?.id; // all of it is drawn anew: whoever has only a keyboard stays where they are
    fill(
      this.palette,
      this.game.groups.map(({ name, tools }) =>
        h("section", {}, heading(name), h("div", { class: "brushes" }, tools.map(brush))),
      ),
    );
    fill(
      this.modes,
      this.game.layers.map(({ key, name }) =>
        h(
          "button",
          {
            type: "button",
            class: "btn sm",
            id: `layer-${key}`,
            onclick: () => this.look(key),
            ...pressed(this.layer === key),
          },
          name,
        ),
      ),
      h("p", { class: "ws-name" }, h("b", {}, String(this.draft?.doc.name ?? "")), h("i", {}, this.game.name)),
    );
    const lamp = `<svg class="bx sw" viewBox="-52 -46 104 92" aria-hidden="true">${sheet.tool?.picture ?? ""}</svg>`;
    fill(
      this.bar,
      h("span", { class: "ws-lamp" }, sheet.tool ? h("span", { html: lamp }) : icon("pencil")),
      h(
        "p",
        { "aria-live": "polite" },
        h("b", {}, sheet.tool?.name ?? t("View")),
        h("span", {}, sheet.tool?.hint ?? t("Click what you want to change, or choose a tool.")),
      ),
      button(t("Undo"), () => this.undo(), {
        id: "ws-undo",
        ico: "undo",
        key: "U",
        disabled: !this.draft?.done.length,
      }),
      button(t("Redo"), () => this.redo(), { id: "ws-redo", disabled: !this.draft?.undone.length }),
      button(t("Map settings"), () => this.choose("sheet"), { id: "ws-map", disabled: this.held === "sheet" }),
      reachesPeople &&
        button(t("Share"), () => this.share(), { id: "ws-share", ico: "share", disabled: !answer?.good }),
      button(t("Play this map"), () => this.play(), { id: "ws-play", ico: "dice", disabled: !answer?.good }),
      this.draft?.kept.board &&
        button(t("Save corrections"), () => this.saveCorrections(), { id: "ws-corrections", ico: "down" }),
      button(t("Save"), () => this.save(), { id: "ws-save", ico: "down", go: true }),
    );
    if (answer) {
      const point = (/** @type {string[]} */ targets) => this.point(targets);
      const checks = [...answer.checks];
      const more = checks.splice(CHECKS);
      fill(
        this.rail,
        answer.held && inspector(answer.held, (field, value) => this.set(field, value)),
        h(
          "section",
          {},
          heading(t("Map check"), t("updated as you draw")),
          findings(checks, point),
          more.length > 0 &&
            h("details", {}, h("summary", {}, t("{n} more", { n: more.length })), findings(more, point)),
        ),
        trialPanel(this.trial, () => this.tryOut(), answer.good, point),
        tuningPanel(
          answer.held,
          this.tuned,
          answer.good,
          (field) => this.tune(field),
          (field, value) => this.set(field, value),
        ),
      );
    }
    if (focused) {
      document.getElementById(focused)?.focus();
    }
  }
}
