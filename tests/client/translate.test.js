// Sentences, numbers, times and the language of the page.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { clockText, levelName, spanText, terms } from "../../src/boxcars/client/lib/common_texts.js";
import { touched } from "../../src/boxcars/client/lib/pointer_words.js";
import { ago, percent, preferred, speak, t, tn } from "../../src/boxcars/client/lib/translate.js";

afterEach(() => speak({}));

test("without a catalogue the sentence is its own key; places are filled, unknown ones stay", () => {
  assert.equal(t("Move {ply} of {last}", { ply: 3, last: 9 }), "Move 3 of 9");
  assert.equal(t("{a} {b}", { a: "<x>" }), "<x> {b}");
});

test("a catalogue has its own words and its own forms", () => {
  speak({ Close: ["Chiudi"], "{count} map": ["{count} mappa", "{count} mappe"] });
  assert.equal(t("Close"), "Chiudi");
  assert.equal(tn("{count} map", "{count} maps", 1), "1 mappa");
  assert.equal(tn("{count} map", "{count} maps", 5), "5 mappe");
  assert.equal(tn("{count} player", "{count} players", 1), "1 player");
  assert.equal(tn("{count} player", "{count} players", 2), "2 players");
});

test("how long ago", () => {
  assert.deepEqual([0, 44, 45, 100, 3599, 7300, 200_000].map(ago), [
    "now",
    "now",
    "1 min",
    "2 min",
    "60 min",
    "2 h",
    "2 d",
  ]);
});

test("clocks", () => {
  assert.deepEqual([0, 9.9, 61, 3599, 3600, 86399, 90_000].map(clockText), [
    "0:00",
    "0:09",
    "1:01",
    "59:59",
    "1:00:00",
    "23:59:59",
    "1 d 1 h",
  ]);
});

test("spans of time are told in whole days, hours or minutes", () => {
  assert.deepEqual([86400, 3 * 86400, 3600, 600, 61].map(spanText), [
    "1 day",
    "3 days",
    "1 hour",
    "10 minutes",
    "2 minutes",
  ]);
});

test("the terms of a table: options that are not as usual, and the clock", () => {
  const view = (brief, chosen = []) => ({ game: { chosen }, pace: { brief } });
  assert.equal(terms(view("No clock", ["Advanced"])), "Advanced · No clock");
  assert.equal(terms(view("2 days per turn · 4 days extra")), "2 days per turn · 4 days extra");
});

test("a value that ends with a full stop ends the sentence", () => {
  assert.equal(
    t("You invited people to {game}.", { game: "Ticket to Ride · EE. UU." }),
    "You invited people to Ticket to Ride · EE. UU.",
  );
  assert.equal(t("{n} of {all}.", { n: 1, all: 2 }), "1 of 2.");
});

test("a kind of bot that the page does not know keeps its name", () => {
  assert.equal(levelName("easy"), "Casual");
  assert.equal(levelName("my_plugin"), "my_plugin");
});

test("the language: asked for, chosen before, or the browser's first that is spoken here", () => {
  const chosen = { value: null };
  globalThis.localStorage = { getItem: () => chosen.value };
  Object.defineProperty(globalThis, "navigator", {
    value: { languages: ["de-DE", "it-IT", "es"] },
    configurable: true,
  });
  globalThis.location = { search: "" };
  assert.equal(preferred(), "it");
  chosen.value = "es";
  assert.equal(preferred(), "es");
  globalThis.location = { search: "?lang=en" };
  assert.equal(preferred(), "en");
  globalThis.location = { search: "?lang=xx" };
  assert.equal(preferred(), "it");
});

test("percentages are written as the language writes them", () => {
  assert.equal(percent(0.43), "43%");
});

test("a finger taps where a mouse clicks", () => {
  assert.equal(touched("Click a card in the row, or the deck.", "en"), "Tap a card in the row, or the deck.");
  assert.equal(touched("the order of your clicks matters", "en"), "the order of your taps matters");
  assert.equal(touched("¿Cuál alarga más? Haz clic en él.", "es"), "¿Cuál alarga más? Tócalo.");
  assert.equal(
    touched("Haz clic en el botón y luego haz clic en Chicago.", "es"),
    "Toca el botón y luego toca Chicago.",
  );
  assert.equal(touched("Haz clic en ese jugador.", "es"), "Toca a ese jugador.");
  assert.equal(
    touched("Haz clic o arrastra. Importa el orden de tus clics.", "es"),
    "Toca o arrastra. Importa el orden de tus toques.",
  );
  assert.equal(touched("Fai clic sull'acqua, poi fai clic su un punto.", "it"), "Tocca l'acqua, poi tocca un punto.");
  assert.equal(touched("Fai clic sulla città o fai clic sui lati.", "it"), "Tocca la città o tocca i lati.");
  assert.equal(
    touched("Fai clic o trascina. Cliccala. L'ordine dei tuoi clic.", "it"),
    "Tocca o trascina. Toccala. L'ordine dei tuoi tocchi.",
  );
});
