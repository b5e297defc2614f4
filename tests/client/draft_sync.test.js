// Drafts in the browser and with a card: which one is opened, and what is sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Carrier, newer, together } from "../../src/boxcars/client/map_editor/draft_sync.js";

const listed = (...ids) => ids.map((id) => ({ id, game: "g", name: id }));

test("a draft that is in the browser and on the server is listed once", () => {
  assert.deepEqual(together(listed("b", "c"), listed("a", "b")), listed("a", "b", "c"));
  assert.deepEqual(together(listed("b"), []), listed("b"));
});

test("what another device has sent later is opened instead of one's own", () => {
  const there = { id: "a", game: "g", name: "", at: 200 };
  assert.equal(newer({ id: "a", saved: 200 }, there), false);
  assert.equal(newer({ id: "a", saved: 100 }, there), true);
  assert.equal(newer(undefined, there), true);
});

test("only what was changed here is sent, and the same only once", async () => {
  const kept = new Map([["boxcars:card", "c.token"]]);
  const sent = [];
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  globalThis.window = { setTimeout: (work) => sent.push(work) };
  globalThis.fetch = async (path, { method, headers }) => {
    assert.deepEqual([path, method, headers.Authorization], ["/api/card/drafts/a", "PUT", "Bearer c.token"]);
    return { ok: true, text: async () => JSON.stringify({ id: "a", game: "g", name: "", at: 7 }) };
  };
  const draft = { touched: false, kept: { id: "a", game: "g", name: "" }, keep: () => {} };
  const carrier = new Carrier(assert.fail);
  carrier.carry(draft, "one");
  assert.equal(sent.length, 0, "nothing was changed");
  draft.touched = true;
  carrier.carry(draft, "one");
  await sent.pop()();
  assert.equal(draft.kept.saved, 7);
  carrier.carry(draft, "one");
  assert.equal(sent.length, 0, "the server has it");
  kept.clear();
  carrier.carry(draft, "two");
  assert.equal(sent.length, 0, "without a card nothing leaves the browser");
});
