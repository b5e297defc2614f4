// After a game one rule is told that was not told before; opened again, the sheet says the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen } from "../../src/boxcars/client/coach/key_moments.js";

const moment = (kind, clause = "") => ({ kind, ply: 1, title: "", say: "", clause });
const found = [moment("fall"), moment("best"), moment("rule", "A-1"), moment("rule", "A-2")];
const told = (met, table) => chosen(found, met, table).map(({ kind, clause }) => clause || kind);

test("the first rule that was never told", () => {
  assert.deepEqual(told({}, "one"), ["fall", "best", "A-1"]);
  assert.deepEqual(told({ "A-1": "one" }, "two"), ["fall", "best", "A-2"]);
});

test("the same rule when the sheet is opened again", () => {
  assert.deepEqual(told({ "A-1": "one", "A-2": "two" }, "one"), ["fall", "best", "A-1"]);
});

test("no rule twice", () => {
  assert.deepEqual(told({ "A-1": "one", "A-2": "two" }, "three"), ["fall", "best"]);
});
