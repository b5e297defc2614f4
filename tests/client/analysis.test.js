// What the analysis page decides apart from the screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { standing } from "../../src/boxcars/client/analysis/result_lists.js";
import { asked } from "../../src/boxcars/client/analysis/shared_position.js";
import { rowsOf } from "../../src/boxcars/client/analysis/variation_tree.js";
import { Graph, spread, stops } from "../../src/boxcars/client/analysis/win_chance_graph.js";

test("the score shown at a move is the score at that move; the place comes with the end", () => {
  const outcome = { ranks: [3, 1], scores: [65, 80] };
  assert.equal(standing(0, [12, 9], null), "Score: 12");
  assert.equal(standing(0, [-2, 9], null), "Score: −2");
  assert.equal(standing(0, undefined, null), "");
  assert.equal(standing(0, [12, 9], outcome), "3rd, 65");
});

test("the graph goes through the very numbers of the list", () => {
  const svg = { addEventListener() {}, setAttribute() {}, getBoundingClientRect: () => ({ width: 680, height: 242 }) };
  const graph = new Graph(svg, () => {});
  graph.last = 3;
  const chances = [
    [0.5, 0.5],
    [0.9, 0.1],
    [0.2, 0.8],
    [0, 1],
  ];
  graph.draw(chances, [1, 1, 2, 2], [{ ply: 1, seat: 0 }], 0);
  const points = /class="own o1" d="M([^"]*)"/
    .exec(svg.innerHTML)[1]
    .split("L")
    .map((at) => Number(at.split(",")[1]));
  points.forEach((y, ply) => {
    assert.ok(Math.abs(y - graph.y(chances[ply][0])) < 0.06, `move ${ply}`);
  });
  const mark = /class="mis" data-ply="2" d="M[\d.]+,([\d.]+)/.exec(svg.innerHTML)[1];
  assert.ok(Math.abs(Number(mark) - (graph.y(0.2) - 6)) < 0.06);
});

test("rounds are the stops of the axis; without them every so many moves", () => {
  assert.deepEqual(stops([1, 1, 2, 2, 3]), [
    { ply: 0, name: 1 },
    { ply: 2, name: 2 },
    { ply: 4, name: 3 },
  ]);
  assert.deepEqual(
    stops(Array(21).fill(0)).map(({ name }) => name),
    [0, 5, 10, 15, 20],
  );
});

test("medals at the ends cover nothing", () => {
  const out = spread([50, 52, 51], 100);
  const sorted = [...out].sort((a, b) => a - b);
  assert.ok(sorted.every((y, i) => i === 0 || y - sorted[i - 1] >= 17));
});

test("sidings stand right behind the move they leave", () => {
  const judged = (ply, best = null) => ({
    ply,
    seat: 0,
    text: `m${ply}`,
    best,
    chance: 0.4,
    better: 0.5,
    forced: false,
  });
  const line = { ply: 3, line: [{}], texts: ["x"], seats: [0], chances: [0.3], note: "" };
  const rows = rowsOf([judged(2), judged(3, "b"), judged(4)], [line], 3, 10);
  const at = rows.findIndex((row) => row.text === "m3");
  assert.deepEqual(
    rows.slice(at, at + 3).map(({ depth, text }) => [depth, text]),
    [
      [0, "m3"],
      [1, "b"],
      [1, "x"],
    ],
  );
});

test("an address says which line is shown first; what is no line is none", () => {
  const line = [{ do: "DrawCard" }];
  assert.deepEqual(asked(`?analysis=3&line=${encodeURIComponent(JSON.stringify(line))}&eyes=1`), { line, eyes: 1 });
  assert.deepEqual(asked("?analysis=3"), { line: [], eyes: null });
  for (const wrong of ["[", "7", '{"do":1}', "[null]", '["x"]']) {
    assert.deepEqual(asked(`?line=${encodeURIComponent(wrong)}&eyes=-1`), { line: [], eyes: null });
  }
});
