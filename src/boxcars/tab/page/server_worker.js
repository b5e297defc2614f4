// The first worker: the whole server. It answers the page by messages, and lets a second worker think for bots.
import { startPython } from "./python.js";
import { openFiles, storedFiles } from "./storage.js";

const DATABASE = "boxcars.sqlite";
const FILES = [DATABASE, `${DATABASE}-journal`];
const HOME = "/saved";

const say = (/** @type {any} */ told) => self.postMessage(told);

const stored = openFiles(FILES);
const python = await startPython();
say({ step: "server" });
const handles = await stored;
python.FS.mkdir(HOME);
if (handles) {
  python.FS.mount(storedFiles(python.FS, handles), {}, HOME);
}

/** @type {Map<number, (answer: Uint8Array | null) => void>} */
const waiting = new Map();
/** @type {Worker | null} */
let bots = null;
let numbers = 0;

/** Start the worker in which bots think. */
function startBots() {
  bots = new Worker(new URL("./bot_worker.js", import.meta.url), { type: "module", name: "bots" });
  bots.onmessage = (event) => {
    if (event.data.up) {
      server.set_up(true);
      say({ bots: true });
    } else {
      waiting.get(event.data.n)?.(event.data.answer);
    }
  };
  bots.onerror = (event) => {
    event.preventDefault();
    console.error("the bots' worker failed", event.message);
    restartBots();
  };
}

/** A new one in its place: what it was doing comes to nothing. */
function restartBots() {
  server.set_up(false);
  bots?.terminate();
  for (const give of waiting.values()) {
    give(null);
  }
  startBots();
}

/**
 * Have a job done by the second worker, within so many seconds.
 * @param {any} job
 * @param {number} seconds
 * @returns {Promise<Uint8Array | null>}
 */
function send(job, seconds) {
  numbers += 1;
  const n = numbers;
  const bytes = job.toJs();
  return new Promise((done) => {
    const late = setTimeout(restartBots, seconds * 1000);
    waiting.set(n, (answer) => {
      clearTimeout(late);
      waiting.delete(n);
      done(answer);
    });
    bots?.postMessage({ n, job: bytes });
  });
}

const server = python.pyimport("boxcars.tab.worker");
await server.start(`sqlite:///${HOME}/${DATABASE}`, send);

/** @type {Map<number, any>} */
const channels = new Map();

/** @param {any} told */
async function answer(told) {
  if (told.ask) {
    const made = await server.ask(told.ask, told.path, told.headers, told.body ?? new Uint8Array());
    const [status, headers, body] = made.toJs({ depth: 3 });
    made.destroy();
    say({ n: told.n, status, headers, body });
  } else if (told.open) {
    channels.set(
      told.n,
      server.open(told.open, (/** @type {string} */ kind, /** @type {any} */ value) => {
        say({ channel: told.n, kind, told: value });
      }),
    );
  } else if (told.say !== undefined) {
    channels.get(told.n)?.say(told.say);
  } else if (told.close) {
    const channel = channels.get(told.n);
    channels.delete(told.n);
    channel?.close();
    channel?.destroy();
  } else if (told.file) {
    say({ n: told.n, body: read() });
  } else if (told.put) {
    say({ n: told.n, why: server.put(told.put) });
  } else if (told.keep) {
    server.keep(...told.keep);
  }
}

/** The database as it is now. Nothing is half written between two messages. */
function read() {
  return python.FS.readFile(`${HOME}/${DATABASE}`);
}

self.onmessage = (event) => {
  answer(event.data).catch((error) => {
    console.error(error);
    say({ n: event.data.n, status: 500, headers: [], body: new Uint8Array() });
  });
};
say({ ready: true, saved: handles !== null, settings: server.settings().toJs() });
startBots();
