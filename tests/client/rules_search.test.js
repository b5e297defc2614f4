// Searching in the rules: words that mean the same, accents, and where they stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { places, plain, wordsFor } from "../../src/boxcars/client/rules/rules_search.js";

const GROUPS = [
  ["locomotive", "wild card", "joker"],
  ["ticket", "destination"],
];

test("a word is looked for with those that mean the same", () => {
  assert.deepEqual(wordsFor("joker", GROUPS), ["joker", "locomotive", "wild card"]);
  assert.deepEqual(wordsFor("Tickets", GROUPS).includes("destination"), true);
  assert.deepEqual(wordsFor("conductor", GROUPS), ["conductor"]);
  assert.deepEqual(wordsFor(" a ", GROUPS), []);
});

test("accents and capitals make no difference, and every letter stays in its place", () => {
  assert.equal(plain("Vía, ÉXITO ß"), "via, exito ß");
  const text = "La vía está aquí.";
  const [[from, to]] = places(text, wordsFor("VIA", []));
  assert.equal(text.slice(from, to), "vía");
});

test("a word is found where it begins, and the longer one wins", () => {
  const text = "Wild cards: a wild card is no bewildered card.";
  assert.deepEqual(
    places(text, ["wild", "wild card"]).map(([from, to]) => text.slice(from, to)),
    ["Wild card", "wild card"],
  );
});
