// What of a story is told, and how long it takes.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  corners,
  countLength,
  follows,
  framesAlong,
  numberIn,
  rideLength,
  scenes,
  soundOf,
  takesBack,
} from "../../src/boxcars/client/table/motion/timing.js";
import { view } from "./views.js";

test("beats with the same place in the story play together, in order", () => {
  const beats = [{ kind: "fly" }, { kind: "count", at: 2 }, { kind: "fly", at: 0 }, { kind: "lay", at: 1 }];
  const told = scenes(beats).map((together) => together.map((beat) => beat.kind));
  assert.deepEqual(told, [["fly", "fly"], ["lay"], ["count"]]);
});

test("a story leads from one position to the next, in the same eyes", () => {
  const from = view({ ply: 4, table: "t" });
  assert.ok(follows(from, view({ ply: 5, table: "t" })));
  assert.ok(!follows(null, view({ ply: 5, table: "t" })));
  assert.ok(!follows(from, view({ ply: 6, table: "t" })), "what lies between was not seen");
  assert.ok(!follows(from, view({ ply: 4, table: "t" })), "a line of chat moves nothing");
  assert.ok(!follows(from, view({ ply: 5, table: "t", you: 1 })), "somebody else looks");
  assert.ok(takesBack(from, view({ ply: 3, table: "t" })) && !takesBack(from, view({ ply: 5, table: "t" })));
});

test("a beat has the sound it names, or its kind's, or none", () => {
  assert.equal(soundOf({ kind: "lay" }), "wagon");
  assert.equal(soundOf({ kind: "lay", sound: "hammer" }), "hammer");
  assert.equal(soundOf({ kind: "lay", sound: "" }), "");
});

test("long counts and rides do not take longer and longer", () => {
  assert.deepEqual([1, 7, -4, 300].map(countLength), [70, 490, 280, 700]);
  assert.deepEqual([1, 4, 30].map(rideLength), [320, 640, 1200]);
});

test("a number is found in its text and another put in its place", () => {
  const cases = [
    ["$5", 5, 12, "$12"],
    ["5 $", 5, -3, "−3 $"],
    ["+3", 3, 4, "+4"],
    ["−2", -2, 1, "1"],
    ["12\u00a0000 $", 12000, 11990, "11990 $"],
    ["2+3", 2, 4, "4+3"],
  ];
  for (const [text, value, other, put] of cases) {
    const found = numberIn(text);
    assert.equal(found.value, value, text);
    assert.equal(found.put(other), put, text);
  }
  assert.equal(numberIn("?"), null);
});

test("a ride passes its corners at an even speed", () => {
  const way = corners("M0,0L30,40L30,-10");
  assert.deepEqual(way, [
    [0, 0],
    [30, 40],
    [30, -10],
  ]);
  assert.deepEqual(framesAlong(way), [
    { transform: "translate(0px,0px)", offset: 0 },
    { transform: "translate(30px,40px)", offset: 0.5 },
    { transform: "translate(30px,-10px)", offset: 1 },
  ]);
});
