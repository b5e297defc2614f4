// What one notes at a table, for oneself: kept on the server, so it is there on all of one's devices.

import { fill, h } from "../../lib/dom.js";
import { refusal } from "../../lib/http_call.js";
import { t } from "../../lib/translate.js";

/** @import { SeatNotes, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

const REST = 1200; // ms after the last letter until it is saved
const MOST = 4096;

export class Notes {
  /** What opened the seat whose notes are shown. @type {string | null} */
  token = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.text = h("textarea", {
      id: "my-notes",
      rows: "5",
      maxlength: String(MOST),
      "aria-label": t("My notes"),
      oninput: () => this.later(),
      onblur: () => this.save(),
    });
    this.said = h("p", { class: "small", role: "status" }, t("Only you can read this, on all your devices."));
    this.el = h(
      "details",
      { class: "notes", hidden: true, ontoggle: () => this.open() },
      h("summary", {}, t("My notes")),
      this.text,
      this.said,
    );
  }

  /** @param {View} view */
  show(view) {
    this.el.hidden = view.you === null || Boolean(view.lesson);
  }

  /** They are fetched when somebody wants to read them. */
  async open() {
    if (!this.el.open || this.token === this.table.server.token) {
      return;
    }
    this.token = this.table.server.token;
    try {
      const { text } = /** @type {SeatNotes} */ (await this.table.server.call("GET", "notes"));
      this.text.value = text;
      this.kept = text;
    } catch (error) {
      this.token = null;
      fill(this.said, refusal(error).reason.text);
    }
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), REST);
  }

  async save() {
    clearTimeout(this.timer);
    const text = this.text.value;
    if (this.token === null || text === this.kept) {
      return;
    }
    try {
      await this.table.server.call("PUT", "notes", { text });
      this.kept = text;
      fill(this.said, t("Only you can read this, on all your devices."), " ", t("Saved."));
    } catch (error) {
      fill(this.said, refusal(error).reason.text || t("Not saved. Try again in a moment."));
    }
  }

  kept = "";
}
