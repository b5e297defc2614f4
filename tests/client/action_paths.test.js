// Which actions are left after what was clicked, and what may be clicked next.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bestFirst,
  bestOf,
  candidates,
  combination,
  common,
  earning,
  fullText,
  goBack,
  goOn,
  nextTargets,
  numbersAmong,
  wayTo,
} from "../../src/boxcars/client/table/action_paths.js";
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

test("a place that comes later in a path is reached by the first way to it", () => {
  const legals = [legal(0, ["man:1", "claim:a"]), legal(1, ["man:2", "claim:a"]), legal(2, ["claim:b"])];
  assert.deepEqual(wayTo(legals, "claim:a"), ["man:1"]);
  assert.deepEqual(wayTo(legals, "claim:b"), []);
  assert.equal(wayTo(legals, "claim:c"), null);
});

test("a combination is the action that takes just what is on", () => {
  const takes = (i, ...picks) => ({ ...legal(i, [`keep:${i}`]), picks });
  const legals = [takes(0, "a", "b"), takes(1, "a", "c"), takes(2, "a", "b", "c")];
  assert.equal(combination(legals, new Set(["c", "a"]))?.i, 1);
  assert.equal(combination(legals, new Set(["a", "b", "c"]))?.i, 2);
  assert.equal(combination(legals, new Set(["a"])), null);
  assert.equal(combination([legal(3, ["do:pass"])], new Set()), null);
});

test("a place shows the best gain behind it, and no price", () => {
  const brings = (i, target, badge) => ({ ...legal(i, [target, `to:${i}`]), badge });
  const next = nextTargets([brings(0, "a", "+1"), brings(1, "a", "+3"), brings(2, "b", "$2"), legal(3, ["c"])], []);
  assert.deepEqual([...bestOf(next)], [["a", "+3"]]);
});

test("what earns something stands in the order of what it earns, money as well", () => {
  const brings = (i, badge) => ({ ...legal(i, ["a", `to:${i}`]), badge });
  const rows = earning([
    brings(0, "+$80"),
    brings(1, "+0"),
    brings(2, "$500"),
    brings(3, "+$300"),
    brings(4, "+$80"),
    legal(5, ["b"]),
  ]);
  assert.deepEqual(
    rows.map(({ i }) => i),
    [3, 0, 4],
  );
});

test("of many ways the best stands first, and none is left out", () => {
  const ways = ["+2", "", "+4", "+0", "+4"].map((badge, i) => ({ ...legal(i, ["a", `way:${i}`]), badge }));
  assert.deepEqual(
    bestFirst(ways).map(({ i }) => i),
    [2, 4, 0, 1, 3],
  );
});

test("what every action begins with is chosen from the start", () => {
  const asked = [legal(0, ["card:a", "do:buy"]), legal(1, ["card:a", "do:leave"])];
  assert.deepEqual(common(asked), ["card:a"]);
  assert.deepEqual(common(BUILD), []);
  assert.deepEqual(common([legal(0, ["do:pass"])]), [], "the only action is left to be clicked");
  assert.deepEqual(common([]), []);
});
