// The tokens of one's seats on this device.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, keep, keptTables, keys, ownSeats, pin, pinned } from "../../src/boxcars/client/lib/seat_tokens.js";

class Storage {
  getItem(key) {
    return this[key] ?? null;
  }

  setItem(key, value) {
    this[key] = value;
  }

  removeItem(key) {
    delete this[key];
  }
}

beforeEach(() => {
  globalThis.localStorage = new Storage();
  globalThis.sessionStorage = new Storage();
});

test("what is kept of a table adds up, seat by seat", () => {
  keep("t", { seats: { 0: "a" }, title: "Game" });
  keep("t", { seats: { 2: "b" }, at: 5 });
  assert.deepEqual(keys("t"), { seats: { 0: "a", 2: "b" }, host: null, title: "Game", at: 5 });
  assert.deepEqual(keys("other"), { seats: {}, host: null });
});

test("tables of this device, the latest first", () => {
  keep("old", { at: 1 });
  keep("new", { at: 9 });
  localStorage.setItem("boxcars:theme", "dark");
  assert.deepEqual(
    keptTables().map(([id]) => id),
    ["new", "old"],
  );
});

test("of a new table's tokens one's own are kept", () => {
  assert.deepEqual(ownSeats(["a", null, "c"]), { 0: "a", 2: "c" });
});

test("a token that opens nothing is forgotten; the other seats and the host's token stay", () => {
  keep("t", { seats: { 0: "a", 1: "b" }, host: "h" });
  pin("t", "a");
  forget("t", "a");
  assert.deepEqual(keys("t").seats, { 1: "b" });
  assert.equal(pinned("t"), null);
  forget("t", "b");
  assert.deepEqual(keys("t"), { seats: {}, host: "h" });
});

test("a table of which nothing is left is forgotten, too", () => {
  keep("t", { seats: { 0: "a" } });
  forget("t", "a");
  assert.deepEqual(keptTables(), []);
});
