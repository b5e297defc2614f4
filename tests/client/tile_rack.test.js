// Where the rack lies: never over the hex or its neighbours, always inside the window.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rackPlace } from "../../src/boxcars/client/table/board/tile_rack.js";

const ROOM = [960, 600];
const RACK = [380, 80];
const AWAY = 110;

/** A fixed row of numbers from 0 to 1: the same hexes every time. */
function* dice(seed = 7) {
  for (let at = seed; ; ) {
    at = (at * 16807) % 2147483647;
    yield at / 2147483647;
  }
}

test("a hundred hexes and their neighbours stay free", () => {
  const roll = dice();
  const one = () => Number(roll.next().value);
  let placed = 0;
  for (let i = 0; i < 100; i++) {
    const at = { x: one() * ROOM[0], y: one() * ROOM[1] };
    const pieces = Array.from({ length: 20 }, () => ({ x: one() * ROOM[0], y: one() * ROOM[1] }));
    const box = rackPlace(at, AWAY, RACK, ROOM, pieces);
    if (box) {
      placed += 1;
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= ROOM[0] && box.y + box.h <= ROOM[1], "inside the window");
      const apart = {
        x: Math.max(box.x - at.x, at.x - box.x - box.w),
        y: Math.max(box.y - at.y, at.y - box.y - box.h),
      };
      assert.ok(Math.max(apart.x, apart.y) >= AWAY - 1, "away from the hex and its neighbours");
    }
  }
  assert.ok(placed > 90);
});

test("it lies on the side with the fewest pieces; in a small window nowhere", () => {
  const at = { x: 480, y: 300 };
  const below = [{ x: 480, y: 450 }];
  assert.ok(rackPlace(at, AWAY, RACK, ROOM, below).y < at.y);
  assert.ok(rackPlace(at, AWAY, RACK, ROOM, [{ x: 480, y: 150 }]).y > at.y);
  assert.equal(rackPlace({ x: 195, y: 150 }, AWAY, RACK, [390, 300], []), null);
});
