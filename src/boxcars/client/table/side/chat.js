// The chat, and the dot that says that something was not read.
import { button, notice } from "../../lib/controls.js";
import { fill, h } from "../../lib/dom.js";
import { icon, medal } from "../../lib/icons.js";
import { keep, keys } from "../../lib/seat_tokens.js";
import { setting } from "../../lib/settings.js";
import { ago, lang, t, tn } from "../../lib/translate.js";
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
    this.watchers = h("p", { class: "watch" });
    this.foot = h("section", { class: "chatfoot", "aria-label": t("Chat") }, this.newest, this.watchers, this.form);
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
    this.table.memo.part("watchers", [view.watchers, view.watching, view.lang], () => this.drawWatchers(view));
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

  /** Go to where one answers. */
  reply() {
    if (this.text.getClientRects().length === 0) {
      this.table.sheets.open("chat");
    }
    this.text.focus();
  }

  /** Who looks on, by name as far as they have told it. @param {View} view */
  drawWatchers({ watchers, watching }) {
    const nameless = watching - watchers.length;
    const names = nameless > 0 ? [...watchers, tn("{count} guest", "{count} guests", nameless)] : watchers;
    const list = new Intl.ListFormat(lang).format(names);
    fill(
      this.watchers,
      names.length > 0 && [
        icon("eye"),
        h("span", {}, tn("{names} is watching", "{names} are watching", watching, { names: list })),
      ],
    );
  }

  /** The newest message stays in sight under every tab on a large screen; where chat is not open, it is told once more. @param {View} view */
  drawNewest(view) {
    const last = view.chat.at(-1);
    const before = this.count;
    this.count = view.chat.length;
    fill(
      this.newest,
      last && [medal(last.seat), h("span", {}, h("b", {}, last.name || t("Spectator")), " ", last.text)],
    );
    this.newest.hidden = !last;
    const hidden = this.table.rail.tabs.chat.pane.getClientRects().length === 0;
    if (last && hidden && before !== null && this.count > before && last.seat !== view.you) {
      const words = [medal(last.seat), h("span", {}, h("b", {}, last.name || t("Spectator")), " ", last.text)];
      notice(words, this.form.hidden ? null : button(t("Reply"), () => this.reply(), { class: "btn sm" }));
    }
  }

  /** A dot where the chat is, also after one was away, until it is looked at. @param {View} view */
  unread(view) {
    const { rail, sheets, id } = this.table;
    const { tab, pane } = rail.tabs.chat;
    const count = view.chat.length;
    const read = keys(id).read ?? 0;
    const unread = view.chat.slice(read).filter((remark) => remark.seat !== view.you).length;
    const others = unread > 0;
    const foot = this.newest.getClientRects().length > 0 && view.chat.length - read <= 1;
    const seen = pane.getClientRects().length > 0 || foot || !others;
    if (seen && view.you !== null && read !== count) {
      keep(id, { read: count });
    }
    for (const el of [tab, sheets.last]) {
      el.classList.toggle("news", !seen);
      el.dataset.count = String(unread);
    }
  }
}
