// What the prompt says: labels of buttons, payments, who is next, numbers, forms, clocks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextTargets } from "../../src/boxcars/client/table/action_paths.js";
import { put } from "../../src/boxcars/client/table/prompt/action_form.js";
import { alike, endings, labelOf, shorter, unmistaken } from "../../src/boxcars/client/table/prompt/button_labels.js";
import { within } from "../../src/boxcars/client/table/prompt/number_stepper.js";
import { payments } from "../../src/boxcars/client/table/prompt/payments.js";
import { following } from "../../src/boxcars/client/table/prompt/prompt.js";
import { takenFrom } from "../../src/boxcars/client/table/prompt/trays.js";
import { clockNow } from "../../src/boxcars/client/table/side/players.js";
import { legal, view } from "./views.js";

const labels = (actions, chosen, names = {}) => {
  const next = nextTargets(actions, chosen);
  return [...next.keys()].map((target) => labelOf(names, next, target, chosen.length === 0));
};

test("sentences begin alike, whatever ends a word", () => {
  const actions = [legal(0, [], "Build in Rome: one tile"), legal(1, [], "Build in Rome, two tiles")];
  assert.deepEqual(alike(actions), ["Build", "in", "Rome:"]);
  assert.deepEqual(alike([legal(0, [], "Pass")]), ["Pass"]);
});

test("several answers do without the word that all of them begin with", () => {
  assert.deepEqual(shorter(["Take First Move", "Take Engineer", "Take Turn Order"]), [
    "First Move",
    "Engineer",
    "Turn Order",
  ]);
  const apart = ["Take First Move", "Take Engineer", "Pass"];
  assert.deepEqual(shorter(apart), apart);
  assert.deepEqual(shorter(["Take one", "Take two"]), ["Take one", "Take two"]);
  assert.deepEqual(shorter([]), []);
});

test("what stands under one heading says only how it ends", () => {
  const texts = ["Send surveyor 2 to build Denver–Greeley for $60", "Send surveyor 2 to build Denver–Golden for $30"];
  assert.deepEqual(endings(texts), ["Denver–Greeley for $60", "Denver–Golden for $30"]);
  assert.deepEqual(endings(["Send surveyor 2 home"]), ["Send surveyor 2 home"]);
  assert.deepEqual(endings(["Build", "Build on"]), ["Build", "Build on"]);
});

test("a button that goes all the way says the whole action, if all of its kind are short enough", () => {
  const short = [legal(0, ["card:a"], "Take the face-up red card"), legal(1, ["card:b"], "Take the face-up blue card")];
  assert.deepEqual(labels(short, []), ["Take the face-up red card", "Take the face-up blue card"]);
  const long = [...short, legal(2, ["card:c"], `Take ${"a very ".repeat(8)}long card`)];
  assert.deepEqual(labels(long, [], { "card:a": "red", "card:b": "blue", "card:c": "long" }), ["red", "blue", "long"]);
});

test("a first step with several actions behind it says what they have in common", () => {
  const actions = [
    legal(0, ["do:sell", "n:1"], "Sell goods: one"),
    legal(1, ["do:sell", "n:2"], "Sell goods: two"),
    legal(2, ["do:pass"], "Pass"),
  ];
  assert.deepEqual(labels(actions, []), ["Sell goods …", "Pass"]);
  const apart = [legal(0, ["do:x", "a"], "One thing"), legal(1, ["do:x", "b"], "Another thing")];
  assert.deepEqual(labels(apart, [], { "do:x": "Choose" }), ["Choose"]);
});

test("among last steps a button says what sets it apart, by whole clauses", () => {
  const actions = [
    legal(0, ["do:build", "t:1"], "Build in Rome, two tiles to the north"),
    legal(1, ["do:build", "t:2"], "Build in Rome, two tiles to the south"),
  ];
  assert.deepEqual(labels(actions, ["do:build"]), ["two tiles to the north", "two tiles to the south"]);
  const bracketed = [legal(0, ["p", "a"], "Pay (two red)"), legal(1, ["p", "b"], "Pay (one blue)")];
  assert.deepEqual(labels(bracketed, ["p"]), ["two red", "one blue"]);
});

test("a target that nothing is known of keeps its own name", () => {
  assert.deepEqual(labels([legal(0, ["x", "a", "b"]), legal(1, ["x", "a", "c"]), legal(2, ["x", "d"])], ["x"]), [
    "a",
    "d",
  ]);
});

test("ways of the same cube are told apart by the places they pass, cities by their names", () => {
  const names = { "hex:a": "Bonn", "hex:b": "Essen", "way:1": "by N", "way:2": "by S" };
  const ways = [legal(0, ["cube", "hex:a", "way:1"]), legal(1, ["cube", "hex:a", "way:2"])];
  ways[0].more = "you +2; via Köln";
  ways[1].more = "you +1; via Hagen";
  assert.deepEqual(unmistaken(names, ways), ["you +2; via Köln", "you +1; via Hagen"]);
  ways[1].more = ways[0].more;
  assert.deepEqual(unmistaken(names, ways), ["by N", "by S"]);
  const cities = [legal(0, ["cube", "hex:a", "way:1"]), legal(1, ["cube", "hex:b", "way:2"])];
  assert.deepEqual(unmistaken(names, cities), ["Bonn", "Essen"]);
});

test("those who wait are told who comes next", () => {
  const seats = ["Ada", "Brunel", "Carmen"].map((name) => ({ name }));
  const waiting = (next, you = 0) => following(view({ you, seats, ask: { line: "", other: "", next } }));
  assert.equal(waiting([2, 0]), "Next: Carmen, then you");
  assert.equal(waiting([0, 1]), "You're next");
  assert.equal(waiting([1, 2]), "Next: Brunel");
  assert.equal(waiting([], 0), "");
  assert.equal(following(view()), "");
});

test("ways to pay: one kind of card before two, and of those the one of which most is left", () => {
  const pay = (i, cost) => ({ ...legal(i, ["route:a", `pay:${i}`]), cost });
  const hand = { key: "hand", place: "hand", title: "", items: [] };
  hand.items = [
    ["blue", 4],
    ["red", 2],
    ["any", 1],
  ].map(([face, count]) => ({ id: face, face, count, w: 1, h: 1, label: "" }));
  const ways = [
    pay(0, [
      ["red", 1],
      ["any", 1],
    ]),
    pay(1, [["red", 2]]),
    pay(2, [["blue", 2]]),
  ];
  assert.deepEqual(
    payments(view({ trays: [hand] }), ways).map((way) => way.i),
    [2, 1, 0],
  );
  assert.equal(payments(view(), [...ways, legal(3, ["route:a"])]), null);
  assert.equal(payments(view(), []), null);
});

test("a stepper stays within its numbers", () => {
  assert.equal(within(-1, [5, 6, 7]), 0);
  assert.equal(within(3, [5, 6, 7]), 2);
  assert.equal(within(1, [5, 6, 7]), 1);
});

test("a form's value goes to its place inside the action", () => {
  const action = { do: "Deal", give: { money: 1 } };
  put(action, ["give", "money"], 5);
  put(action, ["take", "claims"], ["a"]);
  put(action, ["to"], 2);
  assert.deepEqual(action, { do: "Deal", give: { money: 5 }, take: { claims: ["a"] }, to: 2 });
});

test("a clock runs down its turn, then its reserve", () => {
  const clock = { left: 50, reserve: 600, running: true };
  assert.equal(clockNow(clock, 10).text, "0:40 + 10:00");
  assert.deepEqual(clockNow(clock, 60), { text: "9:50", total: 590 });
  assert.equal(clockNow(clock, 10_000).total, 0);
  assert.equal(clockNow({ ...clock, running: false }, 60).text, "0:50 + 10:00");
});

test("of two cards that are alike a choice takes the first, not both", () => {
  const items = ["red", "blue", "red"].map((colour, i) => ({ id: `show-${i}`, target: `card:${colour}` }));
  assert.deepEqual([...takenFrom(items, ["card:red"])], [items[0]]);
  assert.equal(takenFrom(items, ["card:green"]).has(items[1]), false);
});
