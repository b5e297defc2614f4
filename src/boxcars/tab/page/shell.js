// The page around the program. It gets everything ready, keeps the server in a worker, and shows the program in a frame: pages
// come and go there, and the server stays.
import { fill, h } from "../../client/lib/dom.js";
import { lang, preferred, speak, t } from "../../client/lib/translate.js";

/** @import { Given, Host, Line } from "./types.d.ts" */

const HASH = new URL(import.meta.url).pathname.split("/")[2];
const MEGA = 1_000_000;
const DATABASE = "application/vnd.sqlite3";
const OWN = "boxcars:"; // begins what the page keeps in this browser

/** @typedef {(told: any) => void} Ear */

const card = h("main", { class: "load" });
const notes = h("div", { class: "notes" });
const frame = h("iframe", { title: "Boxcars", hidden: true, name: "boxcars" });

/** @type {Worker | null} */
let worker = null;
let serverIsUp = () => {};
/** Kept when the server is there. @type {Promise<void>} */
let ready = Promise.resolve();
let numbers = 0;
/** @type {Map<number, Ear>} */
const asked = new Map();
/** @type {Map<number, Ear>} */
const channels = new Map();
/** Whether games are stored for good. */
let saved = false;
/** @type {any} */
let installing = null;

// ---- what is told -------------------------------------------------------------------------------------------------------------

const bar = h("i");
const step = h("span");
const amount = h("b");

/** The card that is shown while everything is got ready. */
function showLoading() {
  const poster = ["light", "dark"].map((theme) =>
    h("img", { class: `only-${theme}`, src: `/tab/${HASH}/poster.${theme}.svg`, alt: "" }),
  );
  const first = navigator.serviceWorker.controller === null;
  const told = first
    ? t("Only this first time. After that Boxcars opens in a few seconds, even offline.")
    : t("Everything is in this browser already.");
  fill(
    card,
    h(
      "div",
      { class: "paper" },
      h("div", { class: "loco" }, poster),
      h("h1", {}, t("Getting the games ready")),
      h("p", {}, told),
      h("div", { class: "bar", role: "progressbar", "aria-label": t("Getting the games ready") }, bar),
      h("div", { class: "row" }, step, amount),
      h("p", { class: "small" }, t("Everything runs in this tab. Nothing is sent anywhere.")),
    ),
  );
}

/**
 * How far it is: a part of the whole, what is done now, how much came of how much.
 * @param {number} part
 * @param {string} text
 * @param {string} [much]
 */
function progress(part, text, much = "") {
  bar.style.width = `${Math.round(part * 100)}%`;
  step.textContent = text;
  amount.textContent = much;
}

/**
 * @param {string} head
 * @param {string} text
 * @param {...HTMLElement} buttons
 */
function note(head, text, ...buttons) {
  const box = h("div", { class: "note", role: "status" }, h("div", {}, h("b", {}, head), " ", text, ...buttons));
  box.append(h("button", { class: "x", type: "button", "aria-label": t("Close"), onclick: () => box.remove() }, "×"));
  notes.append(box);
  return box;
}

/**
 * @param {string} text
 * @param {() => unknown} press
 */
function button(text, press) {
  return h("button", { class: "btn", type: "button", onclick: press }, text);
}

/**
 * Nothing can be played here: say why.
 * @param {string} head
 * @param {string} text
 * @param {...HTMLElement} buttons
 */
function stopWith(head, text, ...buttons) {
  frame.hidden = true;
  card.hidden = false;
  const row = h("div", { class: "row start" }, ...buttons);
  fill(card, h("div", { class: "paper" }, h("h1", {}, head), h("p", {}, text), buttons.length ? row : null));
}

// ---- getting everything -------------------------------------------------------------------------------------------------------

/** What a browser must know for all this; "" if it does. */
function lacking() {
  if (!window.isSecureContext) {
    return t("Browsers only allow this for pages served over https, or on your own device.");
  }
  const needed = [navigator.serviceWorker, window.WebAssembly, window.DecompressionStream, navigator.locks];
  return needed.every(Boolean) ? "" : t("Update your browser, or open Boxcars on a server.");
}

/** Everything that is needed comes into this browser's store; from then on the network is not asked any more. */
async function getEverything() {
  const workers = navigator.serviceWorker;
  workers.addEventListener("message", (event) => hearBackground(event));
  for (;;) {
    try {
      const registered = await workers.register("/sw.js", { updateViaCache: "none" });
      await installed(registered);
      watchForNews(registered);
      return;
    } catch (error) {
      if (workers.controller) {
        return; // offline: what is here is enough
      }
      console.warn(error);
      progress(0, t("The connection dropped. What you've downloaded so far is kept."));
      await pressed(t("Try again"));
    }
  }
}

/**
 * A button on the card, until it is pressed.
 * @param {string} text
 */
async function pressed(text) {
  const row = h("div", { class: "row start" });
  card.querySelector(".paper")?.append(row);
  await new Promise((done) => row.append(button(text, () => done(null))));
  row.remove();
}

/** @param {ServiceWorkerRegistration} registered */
async function installed(registered) {
  if (registered.waiting && registered.active) {
    registered.waiting.postMessage("go"); // a newer one has waited for this visit
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    location.reload();
    await new Promise(() => {});
  }
  const coming = registered.active ? null : registered.installing;
  if (coming) {
    await new Promise((done, no) => {
      coming.addEventListener("statechange", () => {
        if (coming.state === "redundant") {
          no(new Error("not everything arrived"));
        } else if (coming.state === "activated") {
          done(undefined);
        }
      });
    });
  }
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    registered.active?.postMessage("claim");
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  }
}

/** @param {ServiceWorkerRegistration} registered */
function watchForNews(registered) {
  const tell = (/** @type {ServiceWorker | null} */ next) => {
    if (!next || !navigator.serviceWorker.controller) {
      return;
    }
    const look = () => {
      if (next.state === "installed") {
        const load = button(t("Load it now"), () => {
          navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
          next.postMessage("go");
        });
        note(
          t("A new version is ready."),
          t("Your games stay as they are. It loads the next time you open Boxcars."),
          load,
        );
      }
    };
    look();
    next.addEventListener("statechange", look);
  };
  tell(registered.waiting);
  registered.addEventListener("updatefound", () => tell(registered.installing));
}

/**
 * The worker behind the page says how much it has fetched, or passes on a question that only the server can answer.
 * @param {MessageEvent} event
 */
async function hearBackground(event) {
  const told = event.data;
  if (told.total && !worker) {
    const much = t("{done} of {total} MB", {
      done: (told.fetched / MEGA).toFixed(1),
      total: (told.total / MEGA).toFixed(1),
    });
    progress((0.6 * told.fetched) / told.total, t("Loading the games…"), much);
  } else if (told.ask && worker) {
    const port = event.ports[0];
    port.postMessage(await host.ask(told.ask, told.path, told.headers, told.body));
  }
}

// ---- the server ---------------------------------------------------------------------------------------------------------------

function startServer() {
  ready = new Promise((done) => {
    serverIsUp = done;
  });
  progress(0.65, t("Starting Python…"));
  worker = new Worker(new URL("./server_worker.js", import.meta.url), { type: "module", name: "server" });
  worker.onmessage = (event) => hearServer(event.data);
  worker.onerror = (event) => {
    console.error("the server's worker failed", event.message);
    stopWith(t("Boxcars couldn't start here."), t("Update your browser, or open Boxcars on a server."));
  };
  return ready;
}

/** @param {any} told */
function hearServer(told) {
  if (told.step) {
    progress(0.8, t("Opening your saved games…"));
  } else if (told.ready) {
    saved = told.saved;
    if (restoreSettings(told.settings)) {
      frame.contentWindow?.location.reload();
    }
    serverIsUp();
  } else if (told.bots) {
    document.documentElement.dataset.bots = "up";
  } else if (told.channel) {
    channels.get(told.channel)?.(told);
  } else {
    asked.get(told.n)?.(told);
    asked.delete(told.n);
  }
}

const ownKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(OWN));

/**
 * Bring back what the page kept in this browser, where it is lost: the browser was killed, or the games came from a file.
 * @param {[string, string][]} settings
 */
function restoreSettings(settings) {
  const lost = settings.filter(([key]) => localStorage.getItem(key) === null);
  for (const [key, value] of lost) {
    localStorage.setItem(key, value);
  }
  const known = new Map(settings);
  for (const key of ownKeys().filter((one) => !known.has(one))) {
    worker?.postMessage({ keep: [key, localStorage.getItem(key)] });
  }
  return lost.length > 0;
}

// What the page in the frame keeps goes into the file of games, too: without its seats, no game is anybody's.
addEventListener("storage", ({ key, newValue }) => {
  if (key?.startsWith(OWN)) {
    ready.then(() => worker?.postMessage({ keep: [key, newValue] }));
  }
});

/**
 * @param {any} told
 * @returns {Promise<any>}
 */
async function tellServer(told) {
  await ready;
  numbers += 1;
  const n = numbers;
  return new Promise((done) => {
    asked.set(n, done);
    worker?.postMessage({ ...told, n });
  });
}

/** @type {Host} */
const host = {
  ask: (method, path, headers, body) =>
    /** @type {Promise<Given>} */ (tellServer({ ask: method, path, headers, body })),
  open(path, told) {
    numbers += 1;
    const n = numbers;
    channels.set(n, ({ kind, told: what }) => told(kind, what));
    const tell = (/** @type {any} */ what) => ready.then(() => worker?.postMessage({ ...what, n }));
    tell({ open: path });
    return /** @type {Line} */ ({
      say: (text) => tell({ say: text }),
      close: () => {
        channels.delete(n);
        tell({ close: true });
      },
    });
  },
  async exportAll() {
    const { body } = await tellServer({ file: true });
    const day = new Date().toISOString().slice(0, 10);
    const link = h("a", {
      href: URL.createObjectURL(new Blob([body], { type: DATABASE })),
      download: `boxcars-${day}.sqlite`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
  async importAll(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { why } = await tellServer({ put: bytes });
    if (why === "too_new") {
      return t("This file was made with a newer Boxcars. Load the new version first.");
    }
    if (why) {
      return t("This file doesn't contain saved games.");
    }
    worker?.terminate();
    for (const key of ownKeys()) {
      localStorage.removeItem(key);
    }
    location.href = "/";
    return "";
  },
  async storage() {
    await ready;
    const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    const lasting = (await navigator.storage?.persisted?.()) ?? false;
    return { bytes: usage, lasting, works: navigator.serviceWorker.controller !== null, saved };
  },
  install: null,
};

// ---- the frame ----------------------------------------------------------------------------------------------------------------

/** The address bar says where the frame is; a reload comes back to it. */
function follow() {
  const inside = frame.contentWindow;
  if (!inside || inside.location.href === "about:blank") {
    return;
  }
  const { pathname, search, hash } = inside.location;
  if (location.pathname + location.search + location.hash !== pathname + search + hash) {
    history.replaceState(null, "", pathname + search + hash);
  }
  document.title = inside.document.title || "Boxcars";
  document.documentElement.dataset.theme = inside.document.documentElement?.dataset.theme || "light";
}

async function learn() {
  const code = preferred();
  const answer = await fetch(`/tab/${HASH}/words.${code}.json`).catch(() => null);
  speak(answer?.ok ? await answer.json() : {});
  document.documentElement.lang = code || lang;
}

/** One tab has the server: two would write to the same games. */
async function beTheOne() {
  if (await takeLock({ ifAvailable: true })) {
    return;
  }
  await new Promise((go) => {
    const here = button(t("Play here instead"), async () => go(await takeLock({ steal: true })));
    stopWith(t("Boxcars is open in another tab."), t("Games are saved by one tab at a time."), here);
  });
}

/**
 * Whether this tab has the lock now. It keeps it until it goes away, or another takes it.
 * @param {LockOptions} how
 * @returns {Promise<boolean>}
 */
function takeLock(how) {
  return new Promise((have) => {
    const keep = (/** @type {Lock | null} */ lock) => {
      have(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    };
    navigator.locks.request("boxcars", how, keep).catch(() => {
      worker?.terminate();
      worker = null;
      frame.remove();
      stopWith(
        t("You're now playing in another tab."),
        "",
        button(t("Play here instead"), () => location.reload()),
      );
    });
  });
}

async function start() {
  document.body.append(card, notes);
  await learn();
  const why = lacking();
  if (why) {
    stopWith(t("Boxcars can't play here without a server."), why);
    return;
  }
  await beTheOne();
  showLoading();
  await getEverything();
  Reflect.set(window, "boxcars", host);
  const begun = startServer();
  frame.src = location.pathname + location.search + location.hash;
  frame.addEventListener("load", follow);
  setInterval(follow, 500);
  document.body.append(frame);
  await begun;
  card.hidden = true;
  frame.hidden = false;
  frame.focus();
  document.documentElement.dataset.state = "ready";
  if (!saved) {
    note(t("This window doesn't keep your games."), t("They are lost when you close it. Save them to a file first."));
  }
  navigator.storage?.persist?.();
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
  host.install = async () => {
    await installing?.prompt();
    host.install = null;
  };
});

start();
