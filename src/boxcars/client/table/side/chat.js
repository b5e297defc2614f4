// The chat, and the dot that says that something was not read.
import { toast } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { medal } from "../../lib/icons.js";
import { keep, keys } from "../../lib/seat_tokens.js";
import { setting } from "../../lib/settings.js";
import { ago, t } from "../../lib/translate.js";
import { logBox } from "./game_log.js";

/** @import { View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

export class Chat {
  /** How many messages were there last. @type {number | null} */
  count = null;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol");
    this.box = logBox(this.list, t("Chat"));
    const label = t("Say something");
    this.text = h("input", { type: "text", maxlength: "500", "aria-label": label, placeholder: label });
    this.form = h(
      "form",
      { class: "row", onsubmit: (event) => this.say(event) },
      this.text,
      h("button", { class: "btn", type: "submit" }, t("Send")),
    );
    this.newest = h("p", { class: "newest" });
    this.foot = h("section", { class: "chatfoot", "aria-label": t("Chat") }, this.newest, this.form);
    this.el = h("div", { class: "fill" }, this.box);
  }

  /** @param {Event} event */
  say(event) {
    event.preventDefault();
    const text = this.text.value.trim();
    if (text) {
      this.table.ask("chat", { text, name: setting.get("name", "") });
    }
    this.text.value = "";
  }

  /** @param {View} view */
  show(view) {
    this.table.memo.part("chat", [view.chat, view.lang], () => {
      fill(
        this.list,
        view.chat.map(({ seat, name, text, at }) =>
          h(
            "li",
            {},
            medal(seat),
            h("span", {}, h("b", {}, name || t("Spectator")), " ", text),
            h("time", {}, ago(view.now - at)),
          ),
        ),
      );
      this.box.scrollTop = 1e6;
      this.drawNewest(view);
      this.unread(view);
    });
    this.form.hidden = view.you === null && !view.listed && !view.host; // guests only speak at tables of the lobby
    const others = view.seats.some(({ seat, kind }) => kind !== "bot" && seat !== view.you) || view.watching > 0;
    this.foot.hidden = this.form.hidden || (!others && !view.chat.length);
  }

  /** The newest message stays in sight under every tab; on a phone, where it does not, it is told once. @param {View} view */
  drawNewest(view) {
    const last = view.chat.at(-1);
    const before = this.count;
    this.count = view.chat.length;
    fill(
      this.newest,
      last && [medal(last.seat), h("span", {}, h("b", {}, last.name || t("Spectator")), " ", last.text)],
    );
    this.newest.hidden = !last;
    const { prompt, rail } = this.table;
    const hidden = prompt?.small.matches && rail.tabs.chat.pane.getClientRects().length === 0;
    if (last && hidden && before !== null && this.count > before && last.seat !== view.you) {
      toast(`${last.name || t("Spectator")}: ${last.text}`);
    }
  }

  /** A dot where the chat is, also after one was away, until it is looked at. @param {View} view */
  unread(view) {
    const { rail, sheets, id } = this.table;
    const { tab, pane } = rail.tabs.chat;
    const count = view.chat.length;
    const read = keys(id).read ?? 0;
    const others = view.chat.slice(read).some((remark) => remark.seat !== view.you);
    const foot = this.newest.getClientRects().length > 0 && view.chat.length - read <= 1;
    const seen = pane.getClientRects().length > 0 || foot || !others;
    if (seen && view.you !== null && read !== count) {
      keep(id, { read: count });
    }
    for (const el of [tab, sheets.last]) {
      el.classList.toggle("news", !seen);
    }
  }
}
