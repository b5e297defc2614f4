// Which actions are left after what was clicked, and what may be clicked next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, fullText, goBack, goOn, nextTargets, numbersAmong } from "../../src/boxcars/client/table/paths.js";
import { legal } from "./views.js";

const BUILD = [
  legal(0, ["do:build", "hex:a", "tile:1"]),
  legal(1, ["do:build", "hex:a", "tile:2"]),
  legal(2, ["do:build", "hex:b", "tile:1"]),
  legal(3, ["do:pass"]),
];

test("without a click everything is left, grouped by its first step in the order of the list", () => {
  const next = nextTargets(BUILD, []);
  assert.deepEqual([...next.keys()], ["do:build", "do:pass"]);
  assert.deepEqual(
    next.get("do:build").map((action) => action.i),
    [0, 1, 2],
  );
});

test("a click keeps the actions whose path begins with it", () => {
  const left = candidates(BUILD, ["do:build", "hex:a"]);
  assert.deepEqual(
    left.map((action) => action.i),
    [0, 1],
  );
  assert.deepEqual([...nextTargets(BUILD, ["do:build", "hex:a"]).keys()], ["tile:1", "tile:2"]);
  assert.equal(candidates(BUILD, ["do:sell"]).length, 0);
});

test("a step that leaves one action picks it, with its whole path", () => {
  const { chosen, picked } = goOn(BUILD, ["do:build"], "hex:b");
  assert.equal(picked.i, 2);
  assert.deepEqual(chosen, ["do:build", "hex:b", "tile:1"]);
});

test("a step without a choice is gone through by itself, one with a choice is asked", () => {
  const only = [legal(0, ["do:move", "cube:red", "city:x"]), legal(1, ["do:move", "cube:red", "city:y"])];
  const { chosen, picked } = goOn(only, [], "do:move");
  assert.equal(picked, null);
  assert.deepEqual(chosen, ["do:move", "cube:red"]);
});

test("two actions that no further step tells apart do not go on for ever", () => {
  const twins = [legal(0, ["do:move", "a"]), legal(1, ["do:move", "a"])];
  assert.deepEqual(goOn(twins, [], "do:move"), { chosen: ["do:move", "a"], picked: null });
});

test("going back skips the steps that were no choice", () => {
  const only = [legal(0, ["do:move", "cube:red", "city:x"]), legal(1, ["do:move", "cube:red", "city:y"]), BUILD[3]];
  assert.deepEqual(goBack(only, ["do:move", "cube:red", "city:x"]), ["do:move", "cube:red"]);
  assert.deepEqual(goBack(only, ["do:move", "cube:red"]), []);
  assert.deepEqual(goBack(only, []), []);
});

test("a run of numbers is a slider in their order; a few beside other choices stay buttons", () => {
  const targets = (...names) =>
    nextTargets(
      names.map((name, i) => legal(i, [name])),
      [],
    );
  assert.deepEqual(numbersAmong(targets("n:10", "n:2", "n:-1")), [-1, 2, 10]);
  assert.deepEqual(numbersAmong(targets("n:3", "n:2", "n:1", "n:0", "do:pass")), [0, 1, 2, 3]);
  assert.equal(numbersAmong(targets("n:1", "n:2", "do:pass")), null);
  assert.equal(numbersAmong(targets("n:1")), null);
  assert.equal(numbersAmong(targets("n:x", "n:y")), null);
});

test("what there is to add follows a colon", () => {
  assert.equal(fullText(legal(0, ["a"], "Lay track", "$2")), "Lay track: $2");
  assert.equal(fullText(legal(0, ["a"], "Pass")), "Pass");
});
