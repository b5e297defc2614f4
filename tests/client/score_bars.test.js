// The bars of a final score: what is gained goes to the end, what is lost eats into it from there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf, countedLines, written } from "../../src/boxcars/client/table/after/score_bars.js";

const line = (label, ...values) => ({ label, values });

test("lines are counted in the order of the rules, what is lost last; what is zero for all is passed over", () => {
  const parts = [line("Routes", 70, 80), line("Bonus", 0, 0), line("Lost", 0, -10), line("Path", 10, 0)];
  const lines = [...parts, line("Total", 80, 70), line("Ties", 1, 2)];
  const counted = countedLines({ lines, total: 4, scores: [80, 70] });
  assert.deepEqual(
    counted.map(({ label }) => label),
    ["Routes", "Path", "Lost"],
  );
});

test("a game that counts nothing but its total counts that", () => {
  const lines = [line("Cash", 900, 400)];
  const total = { ...line("Cash", 900, 400), uncovered: [] };
  assert.deepEqual(countedLines({ lines, total: 0, scores: [900, 400] }), [total]);
  assert.deepEqual(countedLines({ lines, total: -1, scores: [900, 400] }), lines);
});

test("the longest bar is whole, losses lie on the end of a bar", () => {
  const bars = barsOf([line("a", 60, 80), line("b", 40, 0), line("c", 0, -20)], 2);
  assert.deepEqual(bars, [
    [
      { line: 0, value: 60, left: 0, width: 60, seen: 100 },
      { line: 1, value: 40, left: 60, width: 40, seen: 100 },
    ],
    [
      { line: 0, value: 80, left: 0, width: 80, seen: 75 },
      { line: 2, value: -20, left: 60, width: 20, seen: 100 },
    ],
  ]);
});

test("a score below nothing leaves the bar at its foot", () => {
  const bars = barsOf([line("a", 5, 50), line("b", -20, 0)], 2);
  assert.deepEqual(bars[0], [
    { line: 0, value: 5, left: 0, width: 10, seen: 0 },
    { line: 1, value: -20, left: 0, width: 10, seen: 100 },
  ]);
  assert.equal(written(-7), "−7");
});
