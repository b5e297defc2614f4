// How much of a board a window shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowded, fitBox, frameBox } from "../../src/boxcars/client/table/board/visible_area.js";

test("a board that fits is shown whole, in the middle", () => {
  const box = fitBox([1000, 700], [1000, 800], false);
  assert.deepEqual(box, { x: 0, y: -50, w: 1000 });
});

test("a phone opens closer, and shows the whole when asked", () => {
  assert.ok(fitBox([1400, 900], [390, 500], false).w < 700);
  assert.equal(Math.round(fitBox([1400, 900], [390, 500], true).w), 1400);
});

test("a phone opens hexes as close as their cubes need it, and no desktop does", () => {
  assert.equal(Math.round(fitBox([1400, 900], [390, 500], false, 0.96).w), Math.round(390 / 0.96));
  assert.equal(fitBox([1400, 900], [964, 548], false, 0.96).w, fitBox([1400, 900], [964, 548], false).w);
});

test("a tall sheet is fitted to the width and begins at its top", () => {
  const box = fitBox([1000, 3000], [1000, 700], false);
  assert.ok(box.w <= 1040);
  assert.equal(box.y, 0);
});

test("one cannot look beyond the edges, nor closer than sense", () => {
  assert.deepEqual(frameBox([1000, 700], [800, 560], -50, 9999, 500), { x: 0, y: 350, w: 500, h: 350 });
  assert.equal(frameBox([1000, 700], [800, 560], 0, 0, 1).w, 160);
  assert.equal(frameBox([1000, 700], [800, 560], 0, 0, 1e6).w, 1020);
});

test("on a phone the lower edge can be brought out from under the small map", () => {
  const box = frameBox([1000, 700], [400, 560], 0, 9999, 400);
  assert.equal(box.y, 700 - 560 + 124);
});

test("a view opens in the middle of what fits, or where most of it lies", () => {
  const near = [
    { x: 0, y: 0 },
    { x: 100, y: 60 },
  ];
  assert.deepEqual(crowded(near, [200, 100]), { x: 50, y: 30 });
  const far = [
    { x: 0, y: 0 },
    { x: 900, y: 0 },
    { x: 960, y: 40 },
  ];
  assert.deepEqual(crowded(far, [200, 100]), { x: 930, y: 20 }); // not the empty middle
});
