// The board: ground (fetched once), pieces (replaced at every change and animated by id), marks, ghost, pan and zoom.
// It knows shapes and targets, never a game.
import { calm } from "./dom.js";
import { t } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const grounds = new Map();
const make = (tag, props = {}) => {
  const el = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(props)) el.setAttribute(k, v);
  return el;
};
const ground = (url) => {
  if (!grounds.has(url))
    grounds.set(
      url,
      fetch(url).then((a) => (a.ok ? a.text() : "")),
    );
  return grounds.get(url);
};
const place = (el) => {
  const m = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(el.getAttribute("transform") || "");
  return m ? [+m[1], +m[2]] : [0, 0];
};

// The panels scroll: what lies below their edge cannot be clicked.
function inSight(el) {
  const panels = el.closest(".panels");
  if (!panels) return true;
  const own = el.getBoundingClientRect(),
    box = panels.getBoundingClientRect();
  return own.top + own.height * 0.7 <= Math.min(box.bottom, innerHeight) && own.bottom - own.height * 0.7 >= box.top;
}

export class BoardView {
  constructor(root, { onpick, onpreview }) {
    Object.assign(this, { root, onpick, onpreview, size: [1000, 700], box: null, url: null, pointers: new Map(), fitted: true });
    this.svg = make("svg", { class: "bx board-svg", role: "group", "aria-label": t("Board") });
    this.layers = {};
    for (const name of ["ground", "under", "pieces", "over", "riders", "ghost-layer"]) {
      this.layers[name] = make("g", { id: `bx-${name}`, class: `bx ${name}` });
      this.svg.append(this.layers[name]);
    }
    this.mini = make("svg", { class: "bx mini", "aria-hidden": "true" });
    this.frame = make("rect", { class: "view" });
    this.mini.append(make("use", { href: "#bx-ground" }), make("use", { href: "#bx-pieces" }), this.frame);
    this.layers.riders.addEventListener("animationend", (e) => e.target.remove());
    root.append(this.svg, this.mini);
    this.listen();
    new ResizeObserver(() => this.resized()).observe(root);
  }

  // -- drawing ----------------------------------------------------------------------------------------------------------

  async show(view) {
    const [w, height] = view.size;
    if (this.size[0] !== w || this.size[1] !== height || !this.box) {
      this.size = view.size;
      this.mini.setAttribute("viewBox", `0 0 ${w} ${height}`);
      this.fit();
    }
    if (view.ground && view.ground !== this.url) {
      this.url = view.ground;
      const text = await ground(view.ground);
      if (this.url !== view.ground) return;
      this.layers.ground.innerHTML = text;
      this.drawn = null;
    }
    if (this.drawn !== view.pieces) {
      const before = new Map([...this.layers.pieces.querySelectorAll(".piece[id]")].map((el) => [el.id, place(el)]));
      const first = this.drawn === undefined || this.drawn === null;
      this.drawn = view.pieces;
      this.layers.pieces.innerHTML = view.pieces;
      if (!first) animate(this.layers.pieces, before);
    }
  }

  // Where a target is drawn, on the board or in a panel; of panels only what can be seen now counts.
  static find(target, visible = true) {
    const found = document.querySelectorAll(`.hit[data-target="${CSS.escape(target)}"]`);
    return [...found].filter((el) => !visible || (el.getClientRects().length && inSight(el)));
  }

  // What a finger meant: the nearest lit shape that is too small to be hit.
  static near(x, y, reach = 24) {
    let best = null;
    for (const el of document.querySelectorAll(".board-svg .hit.legal")) {
      const r = el.getBoundingClientRect(),
        far = Math.hypot((r.left + r.right) / 2 - x, (r.top + r.bottom) / 2 - y);
      if (Math.min(r.width, r.height) < reach && far < reach && !(best?.far <= far)) best = { el, far };
    }
    return best?.el;
  }

  // ``legal``: what may be clicked -> what it does, in words.
  mark(legal, chosen) {
    for (const el of document.querySelectorAll(".hit.legal,.hit.chosen")) {
      el.classList.remove("legal", "chosen", "many", "crowd", "near");
      for (const a of ["tabindex", "role", "aria-label"]) el.removeAttribute(a);
      el.replaceChildren();
    }
    for (const el of document.querySelectorAll(".target-halo")) el.remove();
    const lit = [...legal].flatMap(([target, words]) => BoardView.find(target, false).map((el) => [words, el]));
    const many = lit.length > 40;
    lit.forEach(([words, el], i) => {
      el.classList.add("legal");
      if (many) el.classList.add("many");
      if (lit.length > 120) el.classList.add("crowd");
      el.setAttribute("tabindex", i === 0 ? "0" : "-1");
      el.setAttribute("role", "button");
      el.setAttribute("aria-label", words);
      el.append(Object.assign(make("title"), { textContent: words }));
      if (many || !this.svg.contains(el)) return;
      this.layers.under.append(this.copy(el, "target-halo"));
      if (el.classList.contains("bare") || (lit.length <= 12 && el.classList.contains("hx"))) // a city would hide it
        this.layers.over.prepend(this.copy(el, "target-halo case")), this.layers.over.append(this.copy(el, "target-halo edge"));
    });
    for (const target of chosen) for (const el of BoardView.find(target, false)) el.classList.add("chosen");
  }

  // A copy of a shape in the board's own space, whatever group it stands in.
  copy(el, cls) {
    const twin = el.cloneNode(false);
    for (const a of ["data-target", "tabindex", "role", "aria-label", "id"]) twin.removeAttribute(a);
    twin.setAttribute("class", [cls, ...["hx", "bare"].filter((form) => el.classList.contains(form))].join(" "));
    const root = el.ownerSVGElement.getScreenCTM(),
      own = el.parentNode.getScreenCTM?.();
    if (root && own && el.parentNode !== el.ownerSVGElement) {
      const m = root.inverse().multiply(own);
      if (Math.abs(m.e) + Math.abs(m.f) + Math.abs(m.a - 1) > 0.01)
        twin.setAttribute("transform", `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e} ${m.f})`);
    }
    return twin;
  }

  touch(targets) {
    for (const el of document.querySelectorAll(".last,.last-f")) el.remove();
    for (const target of targets)
      for (const el of BoardView.find(target, false)) {
        const inside = this.svg.contains(el);
        (inside ? this.layers.under : el.parentNode).append(this.copy(el, "last-f"));
        (inside ? this.layers.over : el.parentNode).append(this.copy(el, "last"));
      }
  }

  // What has left the board travels along its way once more.
  ride(svg) {
    if (!calm()) this.layers.riders.insertAdjacentHTML("beforeend", svg);
  }

  ghost(svg) {
    this.layers["ghost-layer"].innerHTML = svg || "";
  }

  refuse(el) {
    el.classList.add("refused");
    setTimeout(() => el.classList.remove("refused"), 900);
  }

  // -- pan and zoom -------------------------------------------------------------------------------------------------------

  scale() {
    return this.root.clientWidth / this.box.w;
  }

  // The whole board if its names stay readable; a tall sheet is fitted to the width; a phone opens closer.
  fit(whole = false) {
    const [w, h] = this.size,
      W = this.root.clientWidth || 900,
      H = this.root.clientHeight || 600;
    const contain = Math.min(W / w, H / h),
      readable = Math.min(964 / w, 692 / h) >= 0.5 ? Math.min(964 / w, 692 / h) : 964 / w;
    const k =
      whole || contain > readable * 0.75
        ? contain
        : W < 761
          ? Math.min(readable * 1.08, 1)
          : Math.max(contain, Math.min(W / w, readable));
    this.fitted = true;
    this.look(w / 2 - W / k / 2, contain === k || W < 761 ? h / 2 - H / k / 2 : 0, W / k);
  }

  look(x, y, w) {
    const W = this.root.clientWidth || 900,
      H = this.root.clientHeight || 600,
      [bw, bh] = this.size;
    w = Math.max(160, Math.min(w, Math.max(bw, (bh * W) / H) * 1.02));
    const h = (w * H) / W;
    x = w >= bw ? (bw - w) / 2 : Math.max(0, Math.min(x, bw - w));
    const below = W < 761 ? (124 * w) / W : 0; // room to bring the lower edge out from under the small map
    y = h >= bh ? (bh - h) / 2 : Math.max(0, Math.min(y, bh - h + below));
    this.box = { x, y, w, h };
    this.wide = W;
    this.svg.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${w.toFixed(1)} ${h.toFixed(1)}`);
    const part = Math.min(1, w / bw) * Math.min(1, h / bh) < 0.85;
    this.mini.classList.toggle("on", part);
    this.root.parentElement.classList.toggle("low", H < 200); // no room for it, nor for the buttons
    if (part) for (const [k, v] of Object.entries({ x, y, width: w, height: h })) this.frame.setAttribute(k, Math.round(v));
  }

  zoom(factor, cx = 0.5, cy = 0.5) {
    const { x, y, w, h } = this.box,
      next = Math.max(160, w / factor),
      k = next / w;
    this.fitted = false;
    this.look(x + w * cx * (1 - k), y + h * cy * (1 - k), next);
  }

  // Bring targets into sight when none is: a board larger than the window shows at least one place where something can be done.
  reveal(...lists) {
    this.resized(); // the prompt may have grown
    const drawn = (targets) => [...new Set(targets)].flatMap((target) => BoardView.find(target, false)).filter((el) => this.svg.contains(el));
    const shapes = lists.map(drawn).find((found) => found.length) || [];
    if (!shapes.length || !this.box || (this.box.w >= this.size[0] * 0.95 && this.box.h >= this.size[1] * 0.95)) return;
    const room = this.root.getBoundingClientRect(), k = this.scale();
    const spots = shapes.map((el) => {
      const r = el.getBoundingClientRect();
      return [(r.left + r.right) / 2 - room.left, (r.top + r.bottom) / 2 - room.top];
    });
    const covers = [this.mini, ...this.root.parentElement.querySelectorAll(".zoom")].map((el) => el.getBoundingClientRect());
    const under = ([x, y]) => covers.some((c) => x > c.left - room.left && x < c.right - room.left && y > c.top - room.top && y < c.bottom - room.top);
    if (spots.some(([x, y]) => x > 40 && y > 40 && x < room.width - 40 && y < room.height - 40 && !under([x, y]))) return;
    this.fitted = false;
    const mean = [0, 1].map((i) => spots.reduce((sum, spot) => sum + spot[i], 0) / spots.length);
    const away = ([x, y]) => Math.hypot(x - mean[0], y - mean[1]), [x, y] = spots.reduce((a, b) => (away(b) < away(a) ? b : a));
    this.look(this.box.x + x / k - this.box.w / 2, this.box.y + y / k - this.box.h / 2, this.box.w);
  }

  resized() {
    if (!this.box || !this.root.clientWidth) return; // (a table left for another language has no width any more)
    if (this.fitted) this.fit();
    else {
      const w = (this.box.w * this.root.clientWidth) / this.wide, h = (w * this.root.clientHeight) / this.root.clientWidth;
      this.look(this.box.x + (this.box.w - w) / 2, this.box.y + (this.box.h - h) / 2, w);
    }
  }

  listen() {
    const { root, pointers } = this;
    root.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        const r = root.getBoundingClientRect();
        this.zoom(
          Math.exp(-Math.max(-60, Math.min(60, e.deltaY)) / 240),
          (e.clientX - r.left) / r.width,
          (e.clientY - r.top) / r.height,
        );
      },
      { passive: false },
    );
    root.addEventListener("pointerdown", (e) => {
      if (e.target.closest("button")) return;
      pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      this.moved = pointers.size > 1 ? 99 : 0;
    });
    root.addEventListener("pointermove", (e) => {
      const from = pointers.get(e.pointerId);
      if (!from) return;
      const dx = e.clientX - from.x,
        dy = e.clientY - from.y;
      if (pointers.size === 1) {
        this.moved += Math.abs(dx) + Math.abs(dy);
        if (this.moved > 6) {
          if (!root.hasPointerCapture(e.pointerId)) root.setPointerCapture(e.pointerId);
          const k = 1 / this.scale();
          this.fitted = false;
          this.look(this.box.x - dx * k, this.box.y - dy * k, this.box.w);
        } else return;
      } else {
        const [a, b] = [...pointers.values()],
          before = Math.hypot(a.x - b.x, a.y - b.y);
        pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
        const [c, d] = [...pointers.values()],
          after = Math.hypot(c.x - d.x, c.y - d.y),
          r = root.getBoundingClientRect();
        if (before > 10) this.zoom(after / before, ((c.x + d.x) / 2 - r.left) / r.width, ((c.y + d.y) / 2 - r.top) / r.height);
      }
      pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"])
      root.addEventListener(end, (e) => pointers.delete(e.pointerId));
    root.addEventListener(
      "click",
      (e) => {
        if (this.moved > 6) e.stopPropagation();
        this.moved = 0;
      },
      true,
    );
    this.mini.addEventListener("pointerdown", (e) => {
      e.stopPropagation();
      const r = this.mini.getBoundingClientRect(),
        [w, h] = this.size;
      this.fitted = false;
      this.look(
        ((e.clientX - r.left) / r.width) * w - this.box.w / 2,
        ((e.clientY - r.top) / r.height) * h - this.box.h / 2,
        this.box.w,
      );
    });
  }
}

// New ids fade in, moved ids slide; with reduced motion nothing travels.
function animate(layer, before) {
  let count = 0;
  for (const el of layer.querySelectorAll(".piece[id]")) {
    const old = before.get(el.id);
    if (!old) {
      if (count++ < 60) el.classList.add("arrive");
      continue;
    }
    const now = place(el);
    if (calm() || (old[0] === now[0] && old[1] === now[1])) continue;
    el.animate([{ transform: `translate(${old[0]}px,${old[1]}px)` }, { transform: `translate(${now[0]}px,${now[1]}px)` }], {
      duration: 320,
      easing: "ease-in-out",
    });
  }
}

// Arrow keys walk from one lit shape to the nearest in that direction.
export function walk(from, key) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return null;
  const middle = (el) => {
    const r = el.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const el of from.ownerSVGElement.querySelectorAll(".hit.legal")) {
    if (el === from) continue;
    const [a, b] = middle(el),
      along = (a - x) * way[0] + (b - y) * way[1],
      across = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
    if (along < 2) continue;
    const cost = along + across * 2.2;
    if (!best || cost < best[0]) best = [cost, el];
  }
  return best && best[1];
}
