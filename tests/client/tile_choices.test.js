// Tiles on offer: one for each effect, those that complete a link first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tileChoices } from "../../src/boxcars/client/table/prompt/tile_choices.js";
import { legal } from "./views.js";

const tile = (i, effect, order, completes) => ({ ...legal(i, ["hex:a", `tile:${i}`]), effect, order, completes });

test("tiles with the same effect are one choice, the first in order", () => {
  const { completing, others } = tileChoices([tile(0, "x", 45), tile(1, "x", 42), tile(2, "y", 43)]);
  assert.deepEqual(completing, []);
  assert.deepEqual(
    others.map(({ i }) => i),
    [1, 2],
  );
});

test("for each link the first tile that completes it stands apart", () => {
  const done = "completes A–B";
  const { completing, others } = tileChoices([tile(0, "x", -950, done), tile(1, "y", -957, done)]);
  assert.deepEqual(
    completing.map(({ i }) => i),
    [1],
  );
  assert.deepEqual(
    others.map(({ i }) => i),
    [0],
  );
});
