// What the others did since the reader's last move: a row each; on a phone a slip over the board that opens.
import { heading, iconButton } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { icon, medal } from "../../lib/icons.js";
import { t, tn } from "../../lib/translate.js";
import { face } from "../prompt/item_pictures.js";

/** @import { Recap as Row, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const ROWS = 6;

export class Recap {
  /** The last position whose recap the reader has put away. */
  away = -1;
  open = false;
  all = false;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.el = h("section", { class: "recap", hidden: true });
    this.slip = h("button", { type: "button", class: "recap-slip", hidden: true, onclick: () => this.unfold(true) });
  }

  /** @param {View} view */
  show(view) {
    const rows = this.table.past ? [] : view.recap;
    const newest = rows.at(-1)?.ply ?? -1;
    this.table.memo.part("recap", [rows, view.lang, this.away, this.open, this.all], () => {
      const some = rows.length > 0 && newest !== this.away;
      this.el.hidden = !some;
      this.slip.hidden = !some || this.open;
      this.el.classList.toggle("open", this.open);
      this.table.rail.el.classList.toggle("recapped", this.open);
      if (some) {
        this.draw(rows);
      }
    });
  }

  /** @param {Row[]} rows */
  draw(rows) {
    const hidden = this.all ? 0 : Math.max(0, rows.length - ROWS);
    const more = () => {
      this.all = true;
      this.again();
    };
    fill(
      this.el,
      heading(t("Since your last turn")),
      h(
        "div",
        { class: "keys" },
        rows.some(({ touched }) => touched?.length) &&
          iconButton("play", t("Show it on the board"), () => this.tell(rows), { class: "x show" }),
        iconButton("close", t("Close"), () => this.close(), { class: "x" }),
      ),
      h(
        "ol",
        {},
        rows.slice(hidden).map((row) => this.row(row)),
      ),
      hidden > 0 &&
        h(
          "button",
          { type: "button", class: "more", onclick: more },
          tn("and {count} more", "and {count} more", hidden),
        ),
    );
    fill(
      this.slip,
      rows.some(({ faces, gain }) => faces?.length || gain) ? rows.slice(-3).map(inPictures) : this.inWords(rows),
      h("span", { class: "ico" }, icon("open")),
      h("span", { class: "sr" }, t("Since your last turn")),
    );
  }

  /** Where the slip would be medals alone, the newest is told in words; the medal has said who it is about. @param {Row[]} rows */
  inWords(rows) {
    const { seat, text } = rows[rows.length - 1];
    const name = this.table.shown?.seats[seat]?.name ?? "";
    const told = text.startsWith(name) ? text.slice(name.length).replace(/^:?\s+/, "") : text;
    const more = rows.length - 1;
    return h(
      "i",
      {},
      medal(seat),
      h("span", { class: "told" }, told),
      more > 0 && h("small", {}, tn("and {count} more", "and {count} more", more)),
    );
  }

  /** @param {Row} row */
  row(row) {
    const parts = row.parts ?? [];
    const badge = row.seat >= 0 ? medal(row.seat) : h("span");
    const words = h("span", {}, row.text);
    const line = this.line(row.touched, [badge, words, h("span", { class: "gains" }, pictures(row))]);
    if (!parts.length) {
      return h("li", {}, line);
    }
    const list = h(
      "ul",
      { hidden: true },
      parts.map(({ text, touched }) => h("li", {}, this.line(touched, [h("span", {}, text)]))),
    );
    const label = tn("{count} step", "{count} steps", parts.length);
    const more = h("button", {
      type: "button",
      class: "unfold",
      "aria-expanded": "false",
      "aria-label": label,
      title: label,
    });
    more.addEventListener("click", () => {
      list.hidden = !list.hidden;
      more.setAttribute("aria-expanded", String(!list.hidden));
    });
    return h("li", {}, h("div", { class: "head-line" }, line, more), list);
  }

  /**
   * Words that show their places on the board, if they have any.
   * @param {string[] | undefined} touched
   * @param {Node[]} inside
   */
  line(touched, inside) {
    if (!touched?.length) {
      return h("div", { class: "line" }, inside);
    }
    const look = () => this.table.board.touch(touched);
    const go = () => {
      this.table.board.camera.reveal(touched);
      look();
    };
    return h("button", { type: "button", class: "line", onclick: go, onpointerenter: look }, inside);
  }

  /** The board goes back to where the reader left it, and does what was done since. @param {Row[]} rows */
  tell(rows) {
    this.open = false;
    this.table.replay.run(rows[0].first - 1);
  }

  /** @param {boolean} open */
  unfold(open) {
    this.open = open;
    this.again();
  }

  /** Close it over the map of a phone; what it says is kept. */
  fold() {
    if (this.open) {
      this.unfold(false);
    }
  }

  close() {
    if (this.open) {
      this.unfold(false);
      return;
    }
    this.away = this.table.view?.recap.at(-1)?.ply ?? -1;
    this.again();
  }

  again() {
    if (this.table.shown) {
      this.show(this.table.shown);
    }
  }
}

/** @param {Row} row */
function inPictures(row) {
  return h("i", {}, medal(row.seat), pictures(row));
}

/** @param {Row} row */
function pictures({ faces = [], gain }) {
  return [faces.map((of) => face(of)), gain && h("b", { class: "gain" }, gain)];
}
