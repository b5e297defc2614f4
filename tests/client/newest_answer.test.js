// Quick presses: what is asked, what is shown, and what happens to answers that are late or lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/boxcars/client/lib/http_call.js";
import { Late, Newest } from "../../src/boxcars/client/table/after/newest_answer.js";
import { pauseAfter } from "../../src/boxcars/client/table/after/replay.js";

const settled = () => new Promise((done) => setImmediate(done));
const offline = (status = 0, wait = 0) => new Refusal(status, { code: "", clause: "", text: "" }, null, wait);

/** A reader with a clock of their own: `asked` are the questions in their order, `shown` what stood on the board. */
function reader() {
  const clock = { time: 0, timers: new Map(), n: 0 };
  clock.later = (what, ms) => {
    clock.n += 1;
    clock.timers.set(clock.n, [clock.time + ms, what]);
    return clock.n;
  };
  clock.cancel = (timer) => clock.timers.delete(timer);
  const asked = [];
  const shown = [];
  const newest = new Newest(pauseAfter, clock);
  const ask = (ply) => (until) =>
    new Promise((answer, fail) => {
      asked.push({ ply, until, answer: () => answer(`view ${ply}`), fail });
    });
  return {
    asked,
    shown,
    newest,
    plies: () => asked.map(({ ply }) => ply),
    go: (ply) => newest.want(String(ply), ask(ply), (view) => shown.push(view)),
    pass: async (ms) => {
      clock.time += ms;
      for (const [timer, [at, what]] of [...clock.timers]) {
        if (at <= clock.time) {
          clock.timers.delete(timer);
          what();
        }
      }
      await settled();
    },
  };
}

test("ten quick presses are two questions, and the last of them is shown", async () => {
  const { go, asked, shown, plies } = reader();
  const all = Promise.all([21, 22, 23, 24, 25, 26, 27, 28, 29, 30].map(go));
  assert.deepEqual(plies(), [21]);
  asked[0].answer();
  await settled();
  assert.deepEqual(plies(), [21, 30]);
  assert.deepEqual(shown, []);
  asked[1].answer();
  await all;
  assert.deepEqual(shown, ["view 30"]);
});

test("a slow reader sees every move, and what was seen is not asked for again", async () => {
  const { go, asked, shown, plies } = reader();
  for (const ply of [1, 2]) {
    const gone = go(ply);
    asked.at(-1).answer();
    await gone;
  }
  await go(1);
  assert.deepEqual(shown, ["view 1", "view 2", "view 1"]);
  assert.deepEqual(plies(), [1, 2]);
});

test("what is known is shown at once, and an answer that comes after it is not", async () => {
  const { go, asked, shown } = reader();
  const first = go(1);
  asked[0].answer();
  await first;
  const second = go(2);
  await go(1);
  asked[1].answer();
  await second;
  assert.deepEqual(shown, ["view 1", "view 1"]);
  await go(2); // but it was kept
  assert.equal(shown.at(-1), "view 2");
});

test("there and back again while the first answer is under way: it is the one that is wanted", async () => {
  const { go, asked, shown, plies } = reader();
  const all = Promise.all([1, 2, 1].map(go));
  asked[0].answer();
  await all;
  assert.deepEqual(shown, ["view 1"]);
  assert.deepEqual(plies(), [1]);
});

test("an answer that is lost is asked for again, after a while", async () => {
  const { go, asked, shown, plies, pass } = reader();
  const gone = go(5);
  asked[0].fail(offline());
  await settled();
  assert.deepEqual(plies(), [5]);
  await pass(300);
  asked[1].fail(offline(429, 2));
  await settled();
  await pass(1900);
  assert.deepEqual(plies(), [5, 5]);
  await pass(100);
  asked[2].answer();
  await gone;
  assert.deepEqual(shown, ["view 5"]);
});

test("what is wanted by then is asked for instead", async () => {
  const { go, asked, shown, plies, pass } = reader();
  const all = Promise.all([go(5), go(6)]);
  asked[0].fail(offline(503));
  await settled();
  go(7);
  await pass(300);
  assert.deepEqual(plies(), [5, 7]);
  asked[1].answer();
  await all;
  assert.deepEqual(shown, ["view 7"]);
});

test("an answer that never comes is given up and asked for again; if it comes after all it is too late", async () => {
  const { go, asked, shown, plies, pass } = reader();
  const all = Promise.all([go(5), go(6)]);
  await pass(8000);
  assert.ok(asked[0].until.aborted);
  await pass(300);
  assert.deepEqual(plies(), [5, 6]);
  asked[1].answer();
  await all;
  asked[0].answer();
  await settled();
  assert.deepEqual(shown, ["view 6"]);
});

test("four times in vain is the end, and the next press begins anew", async () => {
  const { go, asked, shown, plies, pass } = reader();
  const gone = assert.rejects(go(5), Late);
  for (let n = 0; n < 4; n += 1) {
    await pass(70_000);
    await pass(70_000);
  }
  await gone;
  assert.deepEqual(plies(), [5, 5, 5, 5]);
  const next = go(6);
  asked.at(-1).answer();
  await next;
  assert.deepEqual(shown, ["view 6"]);
});

test("what is refused is not asked for again; what is wanted by then is", async () => {
  const { go, asked, shown, plies } = reader();
  const refused = assert.rejects(go(5), Refusal);
  asked[0].fail(offline(422));
  await refused;
  assert.deepEqual(plies(), [5]);
  const all = Promise.all([go(5), go(6)]);
  asked[1].fail(offline(422));
  await settled();
  asked[2].answer();
  await all;
  assert.deepEqual(shown, ["view 6"]);
});

test("who has gone is shown nothing more, and told of nothing", async () => {
  const { go, asked, shown, newest } = reader();
  for (const end of ["answer", "fail"]) {
    const gone = go(5 + asked.length);
    newest.drop();
    asked.at(-1)[end](offline(422));
    await gone;
  }
  assert.deepEqual(shown, []);
});
