// Choosing an action: clicks, confirmation, sending, refusals.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Refusal } from "../../src/boxcars/client/lib/http_call.js";
import { Choosing } from "../../src/boxcars/client/table/choose_action.js";
import { legal, view } from "./views.js";

const settings = new Map();
globalThis.localStorage = { getItem: (key) => settings.get(key) ?? null };
globalThis.document = { querySelector: () => null };

const ACTIONS = [
  legal(0, ["do:build", "hex:a", "tile:1"]),
  legal(1, ["do:build", "hex:a", "tile:2"]),
  legal(2, ["do:build", "hex:b", "tile:1"]),
  legal(3, ["do:pass"]),
];

let table;
let choosing;

beforeEach(() => {
  settings.clear();
  table = {
    sent: [],
    drawn: 0,
    asked: [],
    revealed: [],
    staleWith: undefined,
    final: true,
    failure: null,
    renderChoice: () => {
      table.drawn += 1;
    },
    stale: (data) => {
      table.staleWith = data;
    },
    turnSummary: { close: () => {} },
    board: {
      camera: { reveal: (...lists) => table.revealed.push(lists) },
      refuse: () => {},
    },
    server: {
      ghost: async (ply, mark, i) => {
        table.asked.push([ply, mark, i]);
        return { svg: "<g/>", final: table.final };
      },
      act: async (ply, mark, action) => {
        if (table.failure) {
          throw table.failure;
        }
        table.sent.push([ply, mark, action]);
      },
      why: async (path) => ({ reason: { code: "no", clause: "X-1", text: path.join(">") } }),
    },
  };
  choosing = new Choosing(table);
  choosing.take(view({ legal: ACTIONS, mark: 7, ply: 5 }));
});

const settled = () => new Promise((done) => setImmediate(done));

test("clicks narrow the choice and bring the next places into sight", () => {
  choosing.click("do:build");
  assert.deepEqual(choosing.chosen, ["do:build"]);
  assert.deepEqual([...choosing.next().keys()], ["hex:a", "hex:b"]);
  assert.deepEqual(table.revealed, [[["hex:a", "hex:b"], ["do:build"]]]);
});

test("what cannot be taken back waits for a confirmation; the same place confirms it", async () => {
  choosing.click("do:build");
  choosing.click("hex:b");
  await settled();
  assert.equal(choosing.picked.i, 2);
  assert.deepEqual(table.sent, []);
  choosing.click("hex:b");
  await settled();
  assert.deepEqual(table.sent, [[5, 7, { do: "Act", i: 2 }]]);
});

test("what can be taken back is done at once, unless every move is to be confirmed", async () => {
  table.final = false;
  choosing.click("do:pass");
  await settled();
  assert.equal(table.sent.length, 1);
  choosing.take(view({ legal: ACTIONS, mark: 8, ply: 6 }));
  settings.set("boxcars:confirm", "always");
  choosing.click("do:pass");
  await settled();
  assert.equal(table.sent.length, 1);
});

test("a thing with one way to go shows it and what it earns before it goes", async () => {
  table.final = false;
  const one = { ...ACTIONS[0], i: 9, path: ["cube:a", "hex:z", "way:1"], badge: "+2" };
  choosing.take(view({ legal: [one, ...ACTIONS], mark: 9, ply: 5 }));
  choosing.click("cube:a");
  await settled();
  assert.equal(choosing.picked.i, 9);
  assert.deepEqual(table.sent, []);
  choosing.confirm();
  await settled();
  assert.equal(table.sent.length, 1);
});

test("who wants no questions is asked none, and no preview is fetched", async () => {
  settings.set("boxcars:confirm", "never");
  choosing.click("do:pass");
  await settled();
  assert.equal(table.sent.length, 1);
  assert.deepEqual(table.asked, []);
});

test("a preview is fetched once for each action of a position", async () => {
  await choosing.preview(ACTIONS[0]);
  await choosing.preview(ACTIONS[0]);
  assert.equal(table.asked.length, 1);
  choosing.take(view({ legal: ACTIONS, mark: 8, ply: 6 }));
  await choosing.preview(ACTIONS[0]);
  assert.equal(table.asked.length, 2);
});

test("a first step begins anew whatever was chosen; something else is explained", async () => {
  choosing.click("do:build");
  choosing.click("do:pass");
  await settled();
  assert.equal(choosing.picked.i, 3);
  choosing.back();
  choosing.click("do:build");
  choosing.click("hex:z");
  await settled();
  assert.equal(choosing.refusal.text, "do:build>hex:z");
  assert.deepEqual(choosing.chosen, ["do:build"]);
});

test("a new position forgets what was chosen; the same one told anew does not", () => {
  choosing.click("do:build");
  choosing.take(view({ legal: ACTIONS, mark: 7, ply: 5, seq: 2 }));
  assert.deepEqual(choosing.chosen, ["do:build"]);
  choosing.take(view({ legal: ACTIONS, mark: 7, ply: 5, you: 1 }));
  assert.deepEqual(choosing.chosen, []);
});

test("a refusal is told, a stale view is replaced, a lost line sends nothing", async () => {
  const refuse = async (status) => {
    table.failure = new Refusal(status, { code: "no", clause: "X-2", text: "No." }, { view: "current" });
    await choosing.send(ACTIONS[3].action);
    return choosing.refusal;
  };
  assert.equal((await refuse(422)).clause, "X-2");
  assert.equal((await refuse(0)).text, "No connection. Your move wasn't sent. Try again.");
  assert.equal(await refuse(409), null);
  assert.deepEqual(table.staleWith, { view: "current" });
  assert.equal(choosing.busy, false);
});

test("while something is sent, clicks do nothing", async () => {
  choosing.busy = true;
  choosing.click("do:pass");
  await settled();
  assert.deepEqual(choosing.chosen, []);
  assert.deepEqual(table.sent, []);
});

test("who is not asked is told so", async () => {
  choosing.take(view({ mark: 9, actor: 1 }));
  choosing.click("do:pass");
  await settled();
  assert.equal(choosing.refusal.text, "It's not your turn.");
});
