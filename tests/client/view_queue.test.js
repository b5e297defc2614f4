// Other people's moves one after another: when a view is shown, and what a hurry does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ViewQueue } from "../../src/boxcars/client/table/view_queue.js";
import { view } from "./views.js";

/** A queue on a clock of its own; `shown` holds [time, ply]. */
function queueAt(start = 10_000) {
  const clock = { time: start, timers: new Map(), n: 0 };
  clock.now = () => clock.time;
  clock.later = (what, ms) => {
    clock.n += 1;
    clock.timers.set(clock.n, [clock.time + ms, what]);
    return clock.n;
  };
  clock.cancel = (timer) => clock.timers.delete(timer);
  clock.pass = (ms) => {
    const until = clock.time + ms;
    for (;;) {
      const due = [...clock.timers].filter(([, [at]]) => at <= until).sort((a, b) => a[1][0] - b[1][0]);
      if (!due.length) {
        clock.time = until;
        return;
      }
      const [timer, [at, what]] = due[0];
      clock.timers.delete(timer);
      clock.time = Math.max(clock.time, at);
      what();
    }
  };
  const shown = [];
  const state = { hurried: false, playing: false, story: 0 };
  const hall = {
    show: (next) => {
      queue.note(next);
      shown.push([clock.time - start, next.ply, next.touched]);
      if (state.story) {
        state.playing = true;
        clock.later(() => {
          state.playing = false;
          queue.rested();
        }, state.story);
      }
    },
    hurried: () => state.hurried,
    playing: () => state.playing,
    pace: () => 600,
  };
  const queue = new ViewQueue(hall, clock);
  return { queue, clock, shown, state };
}

const times = (shown) => shown.map(([at, ply]) => [at, ply]);

test("the first view is shown at once, and the next after a while of rest", () => {
  const { queue, clock, shown } = queueAt();
  queue.hear(view({ ply: 3 }));
  clock.pass(1000);
  queue.hear(view({ ply: 4 }));
  assert.deepEqual(times(shown), [
    [0, 3],
    [1000, 4],
  ]);
});

test("moves that come together are shown 400 ms apart", () => {
  const { queue, clock, shown } = queueAt();
  for (const ply of [1, 2, 3, 4]) {
    queue.hear(view({ ply }));
  }
  clock.pass(5000);
  assert.deepEqual(times(shown), [
    [0, 1],
    [400, 2],
    [800, 3],
    [1200, 4],
  ]);
});

test("the same position told anew takes the place of the one that waits", () => {
  const { queue, clock, shown } = queueAt();
  queue.hear(view({ ply: 1 }));
  queue.hear(view({ ply: 2, seq: 2 }));
  queue.hear(view({ ply: 3, seq: 3 }));
  queue.hear(view({ ply: 3, seq: 4 }));
  assert.equal(queue.length, 2);
  clock.pass(5000);
  assert.equal(queue.shown.seq, 4);
  assert.deepEqual(times(shown), [
    [0, 1],
    [400, 2],
    [800, 3],
  ]);
});

test("what does not move on (a chat line, a taking back) never waits", () => {
  const { queue, shown } = queueAt();
  queue.hear(view({ ply: 5 }));
  queue.hear(view({ ply: 5, seq: 2 }));
  queue.hear(view({ ply: 4, seq: 3 }));
  assert.deepEqual(times(shown), [
    [0, 5],
    [0, 5],
    [0, 4],
  ]);
});

test("a hurry shows the newest at once, with all that was touched on the way", () => {
  const { queue, clock, shown, state } = queueAt();
  queue.hear(view({ ply: 1 }));
  queue.hear(view({ ply: 2, touched: ["a"] }));
  state.hurried = true;
  queue.hear(view({ ply: 3, touched: ["b"] }));
  assert.deepEqual(shown.at(-1), [0, 3, ["a", "b"]]);
  clock.pass(5000);
  assert.equal(shown.length, 2);
});

test("catching up with nothing that waits shows nothing", () => {
  const { queue, shown } = queueAt();
  queue.catchUp();
  assert.deepEqual(shown, []);
});

test("more than eight moves are not worth waiting for", () => {
  const { queue, shown } = queueAt();
  for (let ply = 0; ply <= 9; ply++) {
    queue.hear(view({ ply }));
  }
  assert.deepEqual(times(shown), [
    [0, 0],
    [0, 9],
  ]);
});

test("a move waits for the story of the one before, and for a rest after it", () => {
  const { queue, clock, shown, state } = queueAt();
  state.story = 1500;
  queue.hear(view({ ply: 1 }));
  queue.hear(view({ ply: 2 }));
  clock.pass(5000);
  assert.deepEqual(times(shown), [
    [0, 1],
    [1900, 2],
  ]);
});

test("a bot is seen thinking, however fast it is", () => {
  const { queue, clock, shown } = queueAt();
  const seats = [{ kind: "person" }, { kind: "bot" }, { kind: "person", handed: "vote" }];
  queue.hear(view({ ply: 1, actor: 1, seats }));
  clock.pass(100);
  queue.hear(view({ ply: 2, actor: 2, seats }));
  queue.hear(view({ ply: 3, actor: 0, seats }));
  queue.hear(view({ ply: 4, actor: 0, seats }));
  clock.pass(5000);
  assert.deepEqual(times(shown), [
    [0, 1],
    [600, 2],
    [1200, 3],
    [1600, 4],
  ]);
});

test("what came while a story is told is shown by a click", () => {
  const { queue, clock, shown, state } = queueAt();
  state.story = 1500;
  queue.hear(view({ ply: 1 }));
  clock.pass(200);
  queue.hear(view({ ply: 2 }));
  queue.catchUp();
  assert.deepEqual(times(shown), [
    [0, 1],
    [200, 2],
  ]);
});
