// Keys of the replay, and the ends of the chart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plyFor } from "../../src/boxcars/client/table/after/replay.js";
import { apart } from "../../src/boxcars/client/table/after/score_chart.js";

test("keys step and leap through the game and stop at its ends", () => {
  const from = (key, ply) => plyFor(key, ply, 57);
  assert.equal(from("ArrowLeft", 20), 19);
  assert.equal(from("ArrowRight", 20), 21);
  assert.equal(from("PageUp", 20), 10);
  assert.equal(from("PageDown", 20), 30);
  assert.equal(from("Home", 20), 0);
  assert.equal(from("End", 20), 57);
  assert.equal(from("ArrowLeft", 0), 0);
  assert.equal(from("PageDown", 55), 57);
  assert.equal(from("ArrowRight", 57), 57);
});

test("other keys lead nowhere", () => {
  assert.equal(plyFor("a", 20, 57), null);
  assert.equal(plyFor("toString", 20, 57), null);
});

test("the medals at the ends of the lines stand apart and on the paper", () => {
  assert.deepEqual(apart([40, 41, 120]), [40, 55, 120]);
  assert.deepEqual(apart([160, 160, 160]), [135, 150, 165]);
});
