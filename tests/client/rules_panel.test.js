// What a search of the rules leaves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { searched } from "../../src/boxcars/client/table/menu/rules_panel.js";

const RULES = [
  { level: 1, text: "Spike" },
  { level: 2, text: "1. The turn" },
  { level: 0, text: "One action each turn." },
  { level: 2, text: "2. The end" },
  { level: 0, text: "The third time card ends the game." },
  { level: 3, text: "Ties" },
  { level: 0, text: "More cities win." },
];
const left = (words) => searched(RULES, words).flatMap((shown, i) => (shown ? [i] : []));

test("a search leaves what holds the words and the headings above it", () => {
  assert.deepEqual(left("ACTION"), [0, 1, 2]);
  assert.deepEqual(left("cities"), [0, 3, 5, 6]);
  assert.deepEqual(left("nowhere"), []);
  assert.deepEqual(left(""), [0, 1, 2, 3, 4, 5, 6]);
});

test("a heading that holds the words keeps all below it, and nothing of the next", () => {
  assert.deepEqual(left("the end"), [0, 3, 4, 5, 6]);
  assert.deepEqual(left("ties"), [0, 3, 5, 6]);
});
