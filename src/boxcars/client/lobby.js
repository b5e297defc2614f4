// The lobby: tables one can join or watch, one's own tables; and the form for a new table, built from the registry.
import { call, keep, keys, newKey, Refusal } from "./api.js";
import { $, button, car, fill, footer, h, heading, levelName, medal, paces, setting, toast } from "./dom.js";
import { languageSelect, themeButton } from "./menu.js";
import { ago, t, tn } from "./words.js";

export function frame(again, ...body) {
  document.body.className = "plain-page";
  delete document.body.dataset.sheet;
  fill(document.body, h("header", { class: "head" }, h("a", { class: "brand", href: "/" }, car(), h("span", {}, "Boxcars")),
    h("div", { class: "grow" }), languageSelect(again), themeButton()), h("main", { class: "lobby" }, ...body), footer());
}

// A drawing of the server in the inks of the theme; the other one is never fetched.
const drawing = (address) => ["light", "dark"].map((theme) =>
  h("img", { class: `only-${theme}`, src: `${address}?theme=${theme}`, alt: "", loading: "lazy", decoding: "async" }));
const mapPicture = (game, map) => h("span", { class: "pic" }, drawing(`/api/picture/${game}/${map}`));

export async function lobby() {
  document.title = "Boxcars";
  const [{ games, bots }, tables] = await Promise.all([call("GET", "/api/games"), call("GET", "/api/tables")]);
  const own = Object.keys(localStorage).filter((k) => k.startsWith("boxcars:table:")).map((k) => [k.slice(14), keys(k.slice(14))])
    .sort(([, a], [, b]) => (b.at || 0) - (a.at || 0)).slice(0, 6);
  const card = (g) => h("article", { class: "game" }, h("a", { href: `/new?game=${g.key}`, tabindex: "-1", "aria-hidden": "true" }, mapPicture(g.key, g.maps[0].key)),
    h("h3", {}, g.name), h("p", {}, `${players(g.maps)} · ${tn("{count} map", "{count} maps", g.maps.length)}`),
    button(t("Play against bots"), () => playNow(g, bots), { go: true, "aria-label": t("Play against bots: {game}", { game: g.name }) }),
    h("div", { class: "row" }, h("a", { href: `/new?game=${g.key}&with=friends`, "aria-label": t("Invite friends: {game}", { game: g.name }) }, t("Invite friends")),
      h("a", { href: `/rules/${g.key}`, "aria-label": t("Rules: {game}", { game: g.name }) }, t("Rules"))));
  const mapName = (g) => games.find((other) => other.key === g.key)?.maps.find((m) => m.key === g.map)?.name ?? g.map;
  // Who is to move at one's own tables is told when it is known.
  const awaited = (id, known) => {
    const el = h("span", { class: "people" }, known.over ? t("finished") : "");
    if (!known.over) call("GET", `/api/tables/${id}/view`, undefined, Object.values(known.seats)[0] ?? known.host)
      .then((v) => fill(el, v.legal.length ? h("strong", {}, t("Your move")) : v.actor >= 0 ? h("span", {}, medal(v.actor), v.seats[v.actor].name) : v.prompt), () => {});
    return el;
  };
  const row = (x) => h("li", {}, h("a", { href: `/t/${x.table}` }, h("b", {}, `${x.game.name} · ${mapName(x.game)}`),
    h("span", { class: "people" }, x.seats.map((s, i) => h("span", {}, medal(i), s.kind === "open" ? t("free seat") : s.name))),
    h("time", {}, ago(Date.now() / 1000 - x.changed)), x.status === "open" && h("span", { class: "btn go" }, t("Join"))));
  const listed = (status, title, none) => {
    const found = tables.filter((x) => x.status === status);
    return (found.length > 0 || none) && h("section", {}, heading(title), found.length ? h("ul", { class: "tables" }, found.map(row)) : h("p", { class: "small" }, none));
  };
  frame(lobby, h("div", { class: "poster" }, drawing("/api/poster")),
    h("section", { class: "hero" }, h("h1", {}, t("Railway board games, with friends and bots")), h("p", { class: "lead" }, t("Pick a game, share the link, play. No account needed."))),
    own.length > 0 && h("section", {}, heading(t("Resume")), h("ul", { class: "tables", id: "own" }, own.map(([id, known]) => h("li", {},
      h("a", { href: `/t/${id}` }, h("b", {}, known.title || id), awaited(id, known),
        known.at && h("time", {}, ago((Date.now() - known.at) / 1000)), h("span", { class: "btn" }, known.over ? t("Look at it") : t("Play on"))))))),
    h("section", {}, heading(t("Games")), h("div", { class: "games" }, games.map(card))),
    h("div", { class: "row" }, h("a", { class: "btn", href: "/new", id: "new-table" }, t("New table")), h("span", { class: "small" }, t("Choose map, seats, bots, clock and options.")),
      button(t("Open a record"), () => $("#record").click(), { title: t("A game saved as a file: replay it, or play on where it stopped.") }),
      h("input", { type: "file", id: "record", accept: ".jsonl", hidden: true, onchange: (e) => openRecord(e.target) })),
    listed("open", t("Open tables"), t("Nobody is waiting for players just now. Open a table and show it in the lobby.")),
    listed("playing", t("Being played")), listed("over", t("Finished")));
}

async function sitDown(body, title, name) {
  if (name) setting.set("name", name);
  go(await call("POST", "/api/tables", { ...body, key: newKey() }), title);
}

// A file of one's own becomes a table of one's own.
async function openRecord(input) {
  const [file] = input.files;
  input.value = "";
  try {
    go(await call("POST", "/api/import", file), file.name.replace(/\.jsonl$/, ""));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    toast(error.reason.text, "bad");
  }
}

// Keep the tokens of a table just made, and go there.
function go(made, title) {
  const mine = Object.fromEntries(made.tokens.map((token, i) => [i, token]).filter(([, token]) => token));
  keep(made.table, { seats: mine, host: made.host, hot: Object.keys(mine).length > 1, title, at: Date.now() });
  location.href = `/t/${made.table}`;
}

// One click: the first map, three seats if it has them, bots in the others.
function playNow(game, bots) {
  const [map] = game.maps, count = map.players.includes(3) ? 3 : map.players[0], name = setting.get("name", "");
  const seats = Array.from({ length: count }, (_, i) => (i ? { kind: "bot", level: usualBot(bots) } : { kind: "person", name, mine: true }));
  return sitDown({ game: game.key, map: map.key, players: count, seats, start: true }, `${game.name} · ${map.name}`);
}

// The same once more: one's own seats and the bots', and a free seat for everybody else.
export function playAgain({ game, seats, pace, listed, undo }, mine) {
  const again = seats.map((s) => (s.kind === "bot" ? { kind: "bot", level: s.level } : s.seat in mine ? { kind: "person", name: s.name, mine: true } : { kind: "open" }));
  const body = { game: game.key, map: game.map, players: game.players, options: game.options, seats: again, pace, listed, undo: undo.on, start: again.every((s) => s.kind !== "open") };
  return sitDown(body, `${game.name} · ${game.map_name}`);
}

const usualBot = (bots) => (bots.includes("heuristic") ? "heuristic" : bots[0]);

const players = (maps) => {
  const all = [...new Set(maps.flatMap((m) => m.players))].sort((a, b) => a - b);
  return all.length > 1 ? t("{low}–{high} players", { low: all[0], high: all.at(-1) }) : tn("{count} player", "{count} players", all[0]);
};

export async function newTable() {
  document.title = `${t("New table")} · Boxcars`;
  const { games, bots } = await call("GET", "/api/games");
  const asked = new URLSearchParams(location.search);
  const state = { game: games.find((g) => g.key === asked.get("game")) || games[0] };
  const form = h("form", { class: "newform", onsubmit: make });
  const usual = usualBot(bots), others = asked.get("with") === "friends" ? "open" : "bot";

  function draw() {
    const { game } = state, map = (state.map = game.maps.find((m) => m.key === state.map?.key) || game.maps[0]);
    const count = (state.players = map.players.includes(state.players) ? state.players : map.players.includes(3) ? 3 : map.players[0]);
    const offered = game.options.filter((o) => !o.maps.length || o.maps.includes(map.key));
    const select = (label, id, options, value, on) => h("label", { class: "field", for: id }, label,
      h("select", { id, onchange: (e) => (on(e.target.value), draw()) }, options.map(([v, l]) =>
      h("option", { value: String(v), selected: String(v) === String(value) }, l))));
    const option = (o) => {
      const id = `o-${o.key}`, help = h("small", { id: `${id}-help` }, o.help), given = state.options?.[o.key] ?? o.default, more = { id, name: o.key, "aria-describedby": `${id}-help` };
      if (o.kind === "switch") return h("div", { class: "field" }, h("label", { class: "tick", for: id },
        h("input", { type: "checkbox", checked: Boolean(given), ...more }), o.name), help);
      if (o.kind === "number") return h("div", { class: "field" }, h("label", { for: id }, o.name),
        h("input", { type: "number", min: String(o.low), max: String(o.high), value: String(given), required: true, ...more }), help);
      return h("div", { class: "field" }, h("label", { for: id }, o.name),
        h("select", more, o.choices.map((c) => h("option", { value: c.key, selected: c.key === given }, c.name))), help);
    };
    const seat = (i) => {
      const kind = state.seats?.[i]?.kind ?? (i === 0 ? "me" : others), level = state.seats?.[i]?.level ?? usual, name = state.seats?.[i]?.name ?? (i === 0 ? setting.get("name", "") : "");
      const kinds = [["me", t("I play here")], ["open", t("somebody who joins")], ["bot", t("a bot")]];
      return h("fieldset", { class: "seat" }, h("legend", {}, medal(i), t("Seat {n}", { n: i + 1 })),
        h("select", { name: `kind${i}`, "aria-label": t("Who plays seat {n}", { n: i + 1 }), onchange: () => (read(), draw()) }, kinds.map(([v, l]) =>
        h("option", { value: v, selected: v === kind }, l))),
        kind === "bot" ? h("select", { name: `level${i}`, "aria-label": t("Kind of bot in seat {n}", { n: i + 1 }) }, bots.map((b) =>
          h("option", { value: b, selected: b === level }, levelName(b)))) : kind === "me" ?
          h("input", { type: "text", name: `name${i}`, maxlength: "40", value: name, placeholder: t("Name"), "aria-label": t("Name in seat {n}", { n: i + 1 }) }) : h("span", { class: "small" }, t("by the link you share")));
    };
    fill(form, h("section", { class: "pick" }, heading(t("Game")), mapPicture(game.key, map.key), h("div", { class: "fields" },
      select(t("Game"), "game", games.map((g) => [g.key, g.name]), game.key, (v) => ((state.game = games.find((g) => g.key === v)), (state.options = null))), select(t("Map"), "map", game.maps.map((m) => [m.key, m.name]), map.key, (v) => (read(), (state.map = game.maps.find((m) => m.key === v)))),
      select(t("Players"), "players", map.players.map((n) => [n, n]), count, (v) => (read(), (state.players = +v))))),
    h("section", {}, heading(t("Seats")), h("div", { class: "seatlist" }, Array.from({ length: count }, (_, i) => seat(i)))),
    offered.length > 0 && h("section", {}, heading(t("Options")), h("div", { class: "fields" }, offered.map(option))),
    h("section", {}, heading(t("Table")), h("div", { class: "fields" }, h("label", { class: "field" }, t("Pace"),
      h("select", { name: "pace", onchange: () => (read(), draw()) }, paces().map(([v, l]) =>
      h("option", { value: v, selected: state.pace === v }, l)))),
      (state.pace ?? "none") !== "none" && h("div", { class: "field" }, h("label", { for: "webhook" }, t("Reminders to (webhook)")),
        h("input", { type: "url", id: "webhook", name: "webhook", maxlength: "500", value: state.webhook ?? "", placeholder: "https://" }), h("small", {}, t("An address that is told whose turn it is; may be left out."))),
      h("label", { class: "tick" }, h("input", { type: "checkbox", name: "listed", checked: state.listed ?? false }), t("Show in the lobby")),
        h("label", { class: "tick" }, h("input", { type: "checkbox", name: "undo", checked: state.undo ?? true }), t("Moves that reveal nothing can be undone")))),
    h("div", { class: "row" }, h("button", { class: "btn go", type: "submit", id: "make" }, t("Open the table")),
      h("p", { id: "form-error", role: "alert" })));
  }

  function read() {
    const el = form.elements, { game } = state;
    state.seats = Array.from({ length: state.players }, (_, i) => ({ kind: el[`kind${i}`]?.value, level: el[`level${i}`]?.value, name: el[`name${i}`]?.value }));
    const given = (o) => $(`#o-${o.key}`, form); // (by its id: an option called "length" is not the length of the form)
    state.options = Object.fromEntries(game.options.filter(given).map((o) => [o.key, o.kind === "switch" ? given(o).checked : o.kind === "number" ? +given(o).value : given(o).value]));
    Object.assign(state, { pace: el.pace?.value, webhook: el.webhook?.value, listed: el.listed?.checked, undo: el.undo?.checked });
  }

  async function make(e) {
    e.preventDefault();
    read();
    const { game, map, players, options, listed, undo } = state;
    const seats = state.seats.map((s) => (s.kind === "bot" ? { kind: "bot", level: s.level } : s.kind === "me" ? { kind: "person", name: s.name || "", mine: true } : { kind: "open" }));
    const pace = { kind: state.pace, webhook: state.webhook || "", ...{ live: { turn: 60, reserve: 600 }, turns: { turn: 86400, reserve: 86400 } }[state.pace] };
    try {
      const named = state.seats.find((s) => s.kind === "me" && s.name);
      const start = seats.every((s) => s.kind !== "open");
      await sitDown({ game: game.key, map: map.key, players, options, seats, pace, listed, undo, start }, `${game.name} · ${map.name}`, named?.name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      $("#form-error").textContent = error.reason.text;
      toast(error.reason.text, "bad");
    }
  }

  draw();
  frame(newTable, h("h1", { class: "title" }, t("New table")), form);
}

export async function rulesPage(key) {
  const found = await call("GET", `/api/rules/${key}`);
  document.title = `${found.name} · ${t("Rules")} · Boxcars`;
  frame(() => rulesPage(key), h("h1", { class: "title" }, found.name),
    h("p", { class: "lead" }, t("The rules in our own words. Every clause has a number; the program's messages refer to it.")),
    h("div", { class: "rules", lang: found.lang, html: found.html }), h("div", { class: "row" },
    button(t("Play"), () => (location.href = `/new?game=${key}`), { go: true })));
  const at = location.hash && document.getElementById(location.hash.slice(1))?.closest("p,li,tr");
  if (at) at.classList.add("lit"), at.scrollIntoView({ block: "center" });
}
