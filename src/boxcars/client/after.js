// During and after: stepping through the past, going on from any point, the score sheet, charts over time.
import { call, keep, keys, Refusal } from "./api.js";
import { button, EMBLEM, fill, h, heading, medal, toast } from "./dom.js";
import { playAgain } from "./lobby.js";
import { lang, t } from "./words.js";

export class Replay {
  constructor(table) {
    Object.assign(this, { table, cache: new Map(), asked: 0 });
  }

  async open(ply) {
    const { table } = this;
    if (!table.view || table.view.status === "open" || table.view.ply === 0) return;
    this.last = table.view.ply;
    document.getElementById("front")?.remove();
    table.memo.front = undefined;
    await this.go(ply ?? this.last);
  }

  async go(ply) {
    const { table } = this,
      to = Math.max(0, Math.min(this.last, ply)),
      asked = ++this.asked;
    const at = `${to}:${table.view.you}:${lang}:${table.view.mark}`;
    if (!this.cache.has(at)) this.cache.set(at, table.call("GET", `view?ply=${to}`));
    let view;
    try {
      view = await this.cache.get(at);
    } catch (error) {
      this.cache.delete(at);
      return toast(error.reason?.text || t("That position cannot be shown."));
    }
    if (asked !== this.asked) return;
    table.past = { ply: to, view };
    document.body.classList.add("replaying");
    table.render({ ...view, legal: [], forms: [], names: {} });
  }

  close() {
    const { table } = this;
    table.past = null;
    this.asked++;
    document.body.classList.remove("replaying");
    table.render(table.view);
  }

  news(view) {
    this.last = view.ply;
    this.show();
  }

  key(e) {
    const { ply } = this.table.past;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: this.last, PageUp: ply - 10, PageDown: ply + 10 }[e.key];
    if (to === undefined) return false;
    this.go(to);
    return true;
  }

  // The prompt bar becomes the replay bar.
  show() {
    const { table } = this,
      { prompt, past } = table,
      { ply, view } = past;
    prompt.box.className = "prompt replay";
    prompt.said = null;
    if (!this.bar) {
      this.slider = h("input", { type: "range", min: "0", "aria-label": t("Move"), oninput: (e) => this.go(+e.target.value) });
      this.bar = h(
        "div",
        { class: "stepper" },
        button("", () => this.go(0), { ico: "first", "aria-label": t("To the start") }),
        button("", () => this.go(table.past.ply - 1), { ico: "back", "aria-label": t("One move back") }),
        this.slider,
        button("", () => this.go(table.past.ply + 1), { ico: "next", "aria-label": t("One move on") }),
        button("", () => this.go(this.last), { ico: "last", "aria-label": t("To the end") }),
      );
    }
    this.slider.max = String(this.last);
    this.slider.value = String(ply);
    const told = view.log.filter((l) => l.ply === ply && l.kind === "event").map((l) => l.text);
    fill(
      prompt.words,
      h("b", {}, t("Move {ply} of {last}", { ply, last: this.last })),
      h("span", {}, told.join(" ") || t("The beginning")),
    );
    if (this.bar.parentElement !== prompt.tray) fill(prompt.tray, this.bar);
    prompt.tray.hidden = false;
    fill(
      prompt.side,
      !(ply === this.last && table.view.outcome) && button(t("Continue from here"), () => this.branch(ply), { ico: "branch", id: "branch" }),
      button(t("Close"), () => this.close(), { ico: "close", key: "Esc" }),
    );
  }

  async branch(ply) {
    const { table } = this;
    try {
      const made = await table.call("POST", "branch", { ply, level: "heuristic" });
      const seats = Object.fromEntries((made.tokens || []).map((token, i) => [i, token]).filter(([, token]) => token));
      keep(made.table, { seats, host: made.host });
      location.href = `/t/${made.table}`;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(error.reason.text, "bad");
    }
  }
}

export function scoreSheet(table, view, close) {
  const { outcome, seats } = view,
    order = seats.map((s) => s.seat).sort((a, b) => outcome.ranks[a] - outcome.ranks[b]);
  const winners = order.filter((s) => outcome.ranks[s] === 1).map((s) => seats[s].name);
  const { lines, total } = outcome;
  const row = (label, values) => h("tr", {}, h("th", { scope: "row" }, label), order.map((s) => h("td", {}, String(values[s] ?? "").replace("-", "−"))));
  const rows = lines.slice(0, total < 0 ? lines.length : total).map((line) => row(line.label, line.values));
  const ties = total < 0 ? [] : lines.slice(total + 1).map((line) => row(t("{line} (breaks ties)", { line: line.label }), line.values));
  const chart = h("div", { class: "chart" });
  drawChart(table, chart, order);
  return h(
    "article",
    { class: "sheet" },
    h(
      "h2",
      { class: "title" },
      winners.length > 1
        ? t("{names} share the victory", { names: winners.join(", ") })
        : t("{name} wins", { name: winners[0] ?? "" }),
    ),
    outcome.grade && h("p", { class: "lead" }, outcome.grade),
    h(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": t("Score sheet") },
      h(
        "table",
        { class: "scores" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            order.map((s) => h("th", { scope: "col" }, medal(s), seats[s].name)),
          ),
        ),
        h("tbody", {}, rows),
        h("tfoot", {}, row(t("Total"), outcome.scores), ties, row(t("Rank"), outcome.ranks)),
      ),
    ),
    heading(t("Score over time")),
    chart,
    h(
      "div",
      { class: "row" },
      view.you !== null && button(t("Play again"), () => playAgain(view, keys(table.id).seats), { go: true, id: "again" }),
      button(t("See the board"), close, { ico: "tile", id: "see-board" }),
      button(t("Replay"), () => table.replay.open(0), { ico: "clock", key: "P" }),
      h("a", { class: "btn", href: `/api/tables/${table.id}/record`, download: "" }, t("Download the record")),
      h("a", { class: "btn", href: `/new?game=${view.game.key}` }, t("New table")),
    ),
    outcome.seed &&
      h(
        "p",
        { class: "small" },
        t("Chance was fair: seed {seed}, published beforehand as {commitment}.", {
          seed: outcome.seed,
          commitment: view.game.commitment.slice(0, 16) + "…",
        }),
      ),
  );
}

const DASH = ["", "9 5", "1 5", "4 3", "10 4 1 4", "2 2"];

// Lines by seat: colour, dash and emblem, so that grey print still tells them apart.
async function drawChart(table, box, order) {
  let points;
  try {
    points = (await call("GET", `/api/tables/${table.id}/scores`, undefined, table.token)).scores;
  } catch {
    return;
  }
  if (points.length < 2) return;
  const [w, hgt, left, base] = [Math.max(300, Math.min(600, innerWidth - 60)), 190, 34, 165],
    all = points.flat(),
    low = Math.min(0, ...all),
    high = Math.max(1, ...all);
  const x = (i) => left + ((w - left - 26) * i) / (points.length - 1),
    y = (v) => base - ((base - 12) * (v - low)) / (high - low);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000].find((s) => (high - low) / s <= 6) || 10000;
  let svg = "";
  for (let v = Math.ceil(low / step) * step; v <= high; v += step)
    svg += `<path class="rule1" d="M${left},${y(v)}H${w - 20}"/><text x="${left - 6}" y="${y(v) + 4}" font-size="12" text-anchor="end">${v}</text>`;
  const every = Math.max(1, Math.ceil(points.length / 160));
  const ends = order.map((s) => y(points.at(-1)[s])); // the medals stand apart, however close the score
  ends.forEach((at, i) => (ends[i] = Math.max(at, (ends[i - 1] ?? -99) + 15)));
  for (let i = ends.length - 1, most = base; i >= 0; i--) most = (ends[i] = Math.min(ends[i], most)) - 15;
  for (const [rank, s] of order.entries()) {
    const d = points
      .map((p, i) => (i % every && i < points.length - 1 ? "" : `${x(i).toFixed(1)},${y(p[s]).toFixed(1)}`))
      .filter(Boolean);
    svg += `<path class="o${s + 1}" fill="none" stroke-width="2.6" stroke-dasharray="${DASH[s]}" d="M${d.join("L")}"/><g transform="translate(${x(points.length - 1) + 12} ${ends[rank]}) scale(.8)"><circle class="medal f${s + 1}" r="9"/><g class="e${s + 1}">${EMBLEM[s]}</g></g>`;
  }
  svg += `<text x="${left}" y="${hgt - 6}" font-size="12">0</text><text x="${w - 26}" y="${hgt - 6}" font-size="12" text-anchor="end">${points.length - 1}</text>`;
  box.innerHTML = `<svg class="bx" viewBox="0 0 ${w} ${hgt}" role="img">${svg}</svg>`;
  box.firstChild.setAttribute("aria-label", t("Score of every seat after each move"));
}
