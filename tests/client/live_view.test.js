// Views over the live line: whole ones, changes, and changes that do not belong to what is known.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Live, viewAfter } from "../../src/boxcars/client/lib/live_view.js";
import { view } from "./views.js";

test("a whole view is the truth, whatever was known", () => {
  assert.equal(viewAfter(view({ seq: 3 }), { view: view({ seq: 9 }) }).seq, 9);
});

test("a change is put over the view it belongs to, part by part", () => {
  const known = view({ seq: 3, prompt: "Old", legal: [1] });
  const next = viewAfter(known, { diff: { seq: 4, prompt: "New" }, base: 3 });
  assert.deepEqual([next.seq, next.prompt, next.legal], [4, "New", [1]]);
  assert.equal(known.prompt, "Old");
});

test("new lines are appended to the log, and panels that have not changed are kept", () => {
  const hand = { key: "hand", svg: "old" };
  const market = { key: "market", svg: "same" };
  const known = view({ seq: 3, log: [{ n: 0 }], panels: [hand, market] });
  const next = viewAfter(known, {
    diff: { seq: 4 },
    base: 3,
    log: [{ n: 1 }],
    panels: ["market", { key: "hand", svg: "new" }],
  });
  assert.deepEqual(
    next.log.map((line) => line.n),
    [0, 1],
  );
  assert.deepEqual(
    next.panels.map((panel) => panel.svg),
    ["same", "new"],
  );
  assert.equal(next.panels[0], market);
  assert.equal(known.log.length, 1);
});

test("of what lies on the board only the middle comes, between what stays", () => {
  const known = view({ seq: 3, pieces: "<a>❄</a><b>old</b><c/>" });
  const next = viewAfter(known, { diff: { seq: 4 }, base: 3, pieces: [11, 8, "new and more"] });
  assert.equal(next.pieces, "<a>❄</a><b>new and more</b><c/>");
  assert.equal(viewAfter(known, { diff: { seq: 4 }, base: 3, pieces: [0, 0, "all new"] }).pieces, "all new");
});

test("a change of another view is not used", () => {
  assert.equal(viewAfter(view({ seq: 2 }), { diff: { seq: 4 }, base: 3 }), null);
  assert.equal(viewAfter(null, { diff: { seq: 4 }, base: 3 }), null);
  assert.equal(viewAfter(view(), { log: [] }), undefined);
});

class Socket {
  static OPEN = 1;
  static made = [];
  readyState = 1;
  sent = [];

  constructor(url) {
    this.url = url;
    Socket.made.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}

beforeEach(() => {
  Socket.made = [];
  globalThis.WebSocket = Socket;
  globalThis.location = { protocol: "https:", host: "example.org" };
  globalThis.document = { addEventListener: () => {}, removeEventListener: () => {}, visibilityState: "visible" };
  globalThis.addEventListener = () => {};
  globalThis.removeEventListener = () => {};
});

function open() {
  const heard = [];
  const line = [];
  const live = new Live("abc", "secret", {
    onview: (next) => heard.push(next),
    online: (on, code) => line.push([on, code]),
  });
  const [socket] = Socket.made;
  socket.onopen();
  return { live, socket, heard, line };
}

test("the position in words is asked for once somebody wants to read it", () => {
  const { live, socket } = open();
  live.wantWords();
  live.wantWords();
  assert.deepEqual(
    socket.sent.map((hello) => hello.words),
    [false, true],
  );
});

test("it says hello with its token, shows what it hears and asks anew for what it cannot use", () => {
  const { live, socket, heard, line } = open();
  assert.equal(socket.url, "wss://example.org/api/tables/abc/live");
  assert.deepEqual(socket.sent, [
    { token: "secret", lang: "en", diff: true, append: true, panels: true, pieces: true, words: false },
  ]);
  live.hear({ view: view({ seq: 1 }) });
  live.hear({ diff: { seq: 2, ply: 1 }, base: 1 });
  live.hear({ diff: { seq: 9 }, base: 8 });
  assert.deepEqual(
    heard.map((next) => [next.seq, next.ply]),
    [
      [1, 0],
      [2, 1],
    ],
  );
  assert.equal(socket.sent.length, 2);
  assert.deepEqual(line, [
    [true, undefined],
    [true, undefined],
  ]);
  live.close();
});

test("a ping is answered; a table that is not there is not asked for again", () => {
  const { live, socket, line } = open();
  live.hear({ ping: 12.5 });
  assert.deepEqual(socket.sent.at(-1), { pong: 12.5 });
  live.lost(socket, 4404);
  assert.deepEqual(line, [[false, 4404]]);
  assert.equal(live.timer, 0);
  live.close();
});

test("a lost line is tried again, each time a little later", () => {
  const { live, socket } = open();
  const waits = [];
  for (let i = 0; i < 8; i++) {
    waits.push(Math.round(live.wait));
    live.lost(socket, 1006);
  }
  assert.deepEqual(waits.slice(0, 3), [300, 510, 867]);
  assert.equal(waits.at(-1), 5000);
  live.hear({ view: view() });
  assert.equal(live.wait, 300);
  live.close();
});

test("another seat says hello again", () => {
  const { live, socket } = open();
  live.sit("other");
  assert.equal(socket.sent.at(-1).token, "other");
  live.close();
});
