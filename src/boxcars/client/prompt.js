// The prompt bar: one sentence, what was chosen so far, buttons for what is not on the board, numbers, forms, confirmation.
import { Refusal } from "./api.js";
import { $, button, fill, h, icon } from "./dom.js";
import { t } from "./words.js";

export class Prompt {
  constructor(table, box) {
    Object.assign(this, { table, box });
    this.lamp = h("div", { class: "lamp" });
    this.words = h("p", { "aria-live": "polite", id: "asked" });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": t("Choices"), tabindex: "-1" });
    this.side = h("div", { class: "side" });
    fill(box, this.lamp, this.words, this.tray, this.side);
  }

  show(view, next) {
    const { table, box } = this,
      c = table.choosing;
    if (table.past) return table.replay.show();
    const held = document.activeElement?.dataset?.pick;
    const mine = c.mine && view.status === "playing",
      no = c.refusal;
    box.className = `prompt${no ? " no" : mine ? "" : " wait"}`;
    fill(this.lamp, icon(no ? "no" : mine ? "tile" : view.status === "over" ? "check" : "people"));
    const path = c.chosen.map((target) => view.names[target] || target).join(" · ");
    const line = no ? no.text : c.picked ? c.picked.text : view.prompt;
    const below = no
      ? no.clause && h("a", { href: `#${no.clause}`, onclick: (e) => (e.preventDefault(), table.help.clause(no.clause)) }, t("Rule {clause}", { clause: no.clause }))
      : c.busy
        ? t("Sending…")
        : c.picked
          ? [c.picked.more, t("Confirm, or choose something else.")].filter(Boolean).join(" · ")
          : view.seats[view.you]?.handed
            ? t("A bot plays your seat.")
            : [view.you === null && view.status === "playing" && t("You are watching."), path, view.note, !path && this.news(view)].filter(Boolean).join(" · ");
    const text = line + (below?.textContent ?? below ?? "");
    if (this.said !== text) {
      this.said = text;
      fill(this.words, h("b", {}, line), below && h("span", {}, below));
    }
    const numbers = mine && c.numbers(next);
    const off = !mine || c.picked ? [] : c.offBoard(next).filter((target) => !numbers || !target.startsWith("n:"));
    const look = (target) => next.get(target) && table.peek(next.get(target)[0]);
    const buttons = off.map((target) =>
      button([this.label(view, next, target), this.more(next, target)], () => c.click(target), {
        "data-pick": target,
        onfocus: () => look(target),
        onpointerenter: () => look(target),
      }),
    );
    const forms =
      mine && !c.picked && !c.chosen.length
        ? view.forms.map((form) =>
            form.fields.length
              ? button(`${form.title} …`, () => this.form(form), { "data-pick": `form:${form.verb}` })
              : button(form.title, () => c.send(form.base), { "data-pick": `form:${form.verb}` }),
          )
        : [];
    const signs = mine && !c.picked && c.chosen.length > 0 && this.signs(c);
    fill(this.tray, this.votes(view), this.seatTools(view), numbers && !c.picked && this.stepper(numbers, next), signs || buttons, forms);
    this.tray.hidden = !this.tray.childElementCount;
    const back =
      (c.chosen.length > 0 || no) &&
      !c.busy &&
      button(no && !c.chosen.length ? t("Choose again") : t("Back"), () => c.back(), { ico: "back", key: "Esc" });
    const undo =
      !c.chosen.length && view.undo.to.length > 0 && button(t("Undo"), () => this.undo(), { ico: "undo", key: "U", id: "undo" });
    const confirm =
      c.picked && !c.busy && button(t("Confirm"), () => c.confirm(), { go: true, ico: "check", key: "↵", id: "confirm" });
    const score =
      view.status === "over" &&
      table.sheetClosed &&
      button(t("Final score"), () => ((table.sheetClosed = false), table.front(view)), { ico: "log" });
    const replay = view.status === "over" && button(t("Replay"), () => table.replay.open(), { ico: "clock", key: "P" });
    fill(this.side, undo, back, score, replay, confirm);
    box.style.minHeight = box.style.marginTop = "";
    box.classList.toggle("tall", !this.tray.hidden && box.offsetHeight > 80); // what does not fit beside the sentence stands below it
    if (!c.chosen.length || innerWidth < 761) this.least = box.offsetHeight;
    else {
      box.style.minHeight = `${this.least}px`; // the board stays where it is while one chooses
      box.style.marginTop = `${this.least - box.offsetHeight}px`;
    }
    if (held) this.box.querySelector(`[data-pick="${CSS.escape(held)}"]`)?.focus();
  }

  // What the others did since one's own last move, the newest first: why one is asked now, or what one is waiting behind.
  news(view) {
    const told = view.status === "playing" ? view.log.filter((line) => line.kind === "event" && !line.undone) : [],
      own = told.findLastIndex((line) => line.seat === view.you);
    return told.slice(own + 1).slice(-4).reverse().map((line) => line.text).join(" ");
  }

  // Choices that have a picture each (tiles as they would lie) are shown at once, however many steps they are away.
  signs(c) {
    const leaves = c.candidates(),
      sign = (a) => document.getElementById(`sign-${a.path.at(-1)}`);
    if (leaves.length > 40 || !leaves.some(sign)) return null;
    return leaves.map((a) => {
      const look = () => this.table.peek(a),
        more = { "data-pick": a.path.slice(c.chosen.length).join("/"), "aria-label": [a.text, a.more].filter(Boolean).join(": "), title: a.text, onfocus: look, onpointerenter: look };
      if (!sign(a)) return button(a.text, () => c.pick(a), more);
      return h("button", { type: "button", class: "btn sign", onclick: () => c.pick(a), ...more, html: `<svg class="bx" aria-hidden="true"><use href="#${sign(a).id}"/></svg>` }, a.more && h("small", {}, a.more));
    });
  }

  // What a button says: the target's name, or what the actions behind it have in common; among last steps, what sets them apart.
  label(view, next, target) {
    const name = view.names[target] || target,
      own = next.get(target),
      all = [...next.values()],
      first = !this.table.choosing.chosen.length;
    // A click goes all the way when there is only one: the name of the first step alone would not say what it does.
    const kind = (target) => (target.startsWith("do:") ? target : target.split(":")[0]),
      like = [...next].filter(([other, actions]) => kind(other) === kind(target) && actions.length === 1).map(([, [action]]) => action);
    if (first && own.length === 1) return like.every((a) => a.text.length <= (a.path.length > 1 ? 90 : 40)) ? own[0].text : name; // all of a kind speak alike
    if (first) {
      const begin = (actions) => alike(actions).join(" ").replace(/[:,]$/, ""),
        kin = [...next].filter(([other, actions]) => kind(other) === kind(target) && actions.length > 1).map(([, actions]) => begin(actions));
      return kin.every((words) => words.includes(" ") && words.length <= 34) ? `${begin(own)} …` : name;
    }
    if (all.length < 2 || all.some((actions) => actions.length > 1)) return name;
    const words = own[0].text.split(" ");
    let from = alike(all.flat()).length;
    const whole = (text) => text.split("(").length === text.split(")").length;
    for (let i = from; i > 0; i--) if (/[,:]$/.test(words[i - 1]) && whole(words.slice(i).join(" ")) && (from = i)) break; // a clause stays whole
    const rest = words.slice(from).join(" ").replace(/^\((.*)\)$/, "$1");
    return from && rest && rest.length <= 70 ? rest : name;
  }

  more(next, target) {
    const actions = next.get(target);
    return actions.length === 1 && actions[0].more ? h("small", {}, actions[0].more) : null;
  }

  // A run of numbers: slider, stepper, and the number in words.
  stepper(values, next) {
    const c = this.table.choosing,
      names = this.table.shown.names,
      question = [c.mark, ...c.chosen].join();
    if (this.question !== question) Object.assign(this, { question, at: 0 }); // another question's number says nothing here
    let at = Math.min(this.at ?? 0, values.length - 1);
    const target = () => `n:${values[at]}`;
    const label = () => names[target()] || String(values[at]);
    const out = h("output", { class: "num" }, label());
    const slider = h("input", {
      type: "range",
      min: "0",
      max: String(values.length - 1),
      value: String(at),
      "aria-label": t("Number"),
      "aria-valuetext": label(),
    });
    const set = (to) => {
      at = this.at = Math.max(0, Math.min(values.length - 1, to));
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", label());
      out.textContent = label();
      const action = next.get(target())?.[0];
      if (action) this.table.peek(action);
    };
    slider.addEventListener("input", () => set(+slider.value));
    slider.addEventListener("keydown", (e) => e.key === "Enter" && c.click(target()));
    return h(
      "div",
      { class: "stepper" },
      button("−", () => set(at - 1), { "aria-label": t("Less") }),
      slider,
      button("+", () => set(at + 1), { "aria-label": t("More") }),
      out,
      button(t("Choose"), () => c.click(target()), { go: true, "data-pick": "number" }),
    );
  }

  // An open verb: a form whose fields fill in an action.
  form(form) {
    const fields = form.fields.map((f) => {
      const id = `f-${f.name}`;
      if (f.kind === "number")
        return h("label", { for: id }, f.label,
          h("input", { id, name: f.name, type: "number", min: String(f.low), max: String(f.high), value: String(Math.max(0, f.low)), required: true }));
      const number = typeof f.options[0]?.[0] === "number";
      if (f.kind === "several")
        return f.options.length > 0 && h("fieldset", {}, h("legend", {}, f.label), f.options.map(([v, l]) =>
          h("label", { class: "tick" }, h("input", { type: "checkbox", name: f.name, value: String(v), "data-number": number }), l)));
      return h("label", { for: id }, f.label,
        h("select", { id, name: f.name, "data-number": number }, f.options.map(([v, l]) => h("option", { value: String(v) }, l))));
    });
    const send = (e) => {
      e.preventDefault();
      const action = structuredClone(form.base);
      for (const f of form.fields) {
        const typed = [...e.target.elements].filter((el) => el.name === f.name);
        const one = (el) => (f.kind === "number" || "number" in el.dataset ? Number(el.value) : el.value);
        const value = f.kind === "several" ? typed.filter((el) => el.checked).map(one) : one(typed[0]);
        const parts = f.name.split("."),
          leaf = parts.pop();
        parts.reduce((o, k) => (o[k] ??= {}), action)[leaf] = value;
      }
      this.table.choosing.send(action);
    };
    const part = (i) => form.fields[i].name.split(".")[0]; // give.money and give.claims stand together, take.money beside them
    const parts = [...new Set(form.fields.map((_, i) => part(i)))].map((name) =>
      h("div", {}, fields.filter((_, i) => part(i) === name)));
    const el = h(
      "form",
      { class: "open-form", onsubmit: send },
      h("b", {}, form.title),
      parts,
      h(
        "div",
        { class: "row" },
        button(t("Cancel"), () => this.table.renderChoice(), { ico: "close" }),
        h("button", { class: "btn go", type: "submit" }, t("Send")),
      ),
    );
    fill(this.tray, el);
    this.box.classList.add("tall");
    $("input,select", el)?.focus();
  }

  votes(view) {
    const who = (seat) => view.seats[seat]?.name,
      what = (to) => view.log.find((line) => line.kind === "event" && !line.undone && line.ply > to)?.text ?? to;
    return view.votes
      .filter((v) => v.by === view.you || v.voters.includes(view.you))
      .map((v) => {
        const text =
          v.kind === "undo"
            ? t("{who} asks to take back “{what}” and all that followed.", { who: who(v.by), what: what(v.to) })
            : v.kind === "handover"
              ? t("{who} asks to hand the seat of {seat} to a bot.", { who: who(v.by), seat: who(v.seat) })
              : t("{who} asks to abandon the game.", { who: who(v.by) });
        const say = (yes) => () => this.do("vote", { vote: v.id, yes });
        const open = v.voters.includes(view.you) && !v.yes.includes(view.you);
        return h(
          "div",
          { class: "vote" },
          h("span", {}, text),
          open && button(t("Agree"), say(true), { go: true }),
          button(v.by === view.you ? t("Withdraw") : t("No"), say(false)),
        );
      });
  }

  seatTools(view) {
    const me = view.you !== null && view.seats[view.you];
    return me && me.handed && me.handed !== "resigned" && view.status === "playing"
      ? button(t("Take my seat back"), () => this.do("takeback", {}), { go: true })
      : null;
  }

  async do(path, body) {
    try {
      await this.table.call("POST", path, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 409) return this.table.stale(error.data);
      this.table.choosing.refusal = error.reason;
      this.table.renderChoice();
    }
  }

  undo() {
    const to = this.table.view.undo.to;
    if (to.length) this.do("undo", { to: Math.max(...to) });
  }
}

// The words with which the sentences of all these actions begin.
function alike(actions) {
  const [one, ...others] = actions.map((a) => a.text.split(" "));
  const bare = (word) => word?.replace(/[,:.]$/, "");
  const end = one.findIndex((word, i) => others.some((other) => bare(other[i]) !== bare(word)));
  return end < 0 ? one : one.slice(0, end);
}
