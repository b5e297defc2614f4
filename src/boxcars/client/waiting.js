// The waiting room of an open table: seats, bots, the link to share, sitting down, starting.
import { call, keep, newKey, pin, Refusal } from "./api.js";
import { button, copy, h, levelName, medal, setting, terms, toast } from "./dom.js";
import { t } from "./words.js";

export function waitingRoom(table, view) {
  const free = view.seats.some((s) => s.kind === "open"),
    mine = view.you !== null;
  const link = `${location.origin}/t/${table.id}`;
  const name = h("input", { type: "text", maxlength: "40", value: setting.get("name", ""), "aria-label": t("Your name"), placeholder: t("Your name"), autocomplete: "nickname" });
  const sit = async (seat) => {
    try {
      const got = await call("POST", `/api/tables/${table.id}/join`, { seat, name: name.value.trim(), key: newKey() });
      setting.set("name", name.value.trim());
      keep(table.id, { seats: { [got.seat]: got.token } });
      pin(table.id, got.token);
      table.token = got.token;
      table.live.sit(got.token);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(error.reason.text, "bad");
    }
  };
  const set = (seat, kind) => table.prompt.do("seat", { seat, kind });
  const row = (s) => h("li", {}, medal(s.seat), h("b", {}, s.kind === "open" ? t("Free seat") : s.name),
    h("span", {}, s.kind === "bot" ? t("bot, {level}", { level: levelName(s.level) }) : s.seat === view.you ? t("you") : ""),
    s.kind === "open" && !mine && button(t("Sit here"), () => sit(s.seat), { go: true }),
    s.kind === "open" && view.host && button(t("Seat a bot"), () => set(s.seat, "bot")),
    s.kind === "bot" && view.host && button(t("Remove the bot"), () => set(s.seat, "open")));
  return h("article", { class: "sheet" },
    h("h2", { class: "title" }, t("Waiting for players")),
    h("p", { class: "lead" }, `${view.game.map_name} · ${view.game.name}`),
    h("p", {}, terms(view)),
    free && !mine && h("label", { class: "field" }, t("Your name"), name),
    h("ul", { class: "seats" }, view.seats.map(row)),
    h("div", { class: "row" }, h("input", { class: "grow", readonly: true, value: link, "aria-label": t("Link to this table") }),
      button(t("Copy the link"), () => copy(link), { ico: "link" })),
    h("div", { class: "row" },
      (mine || view.host) && button(t("Start the game"), () => table.prompt.do("start", {}), { go: true, id: "start", disabled: free }),
      mine && !view.host && button(t("Get up"), () => table.prompt.do("leave", {}))),
    free && h("p", { class: "small" }, t("The game can start when every seat is taken.")));
}
