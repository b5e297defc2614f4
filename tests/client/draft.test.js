// A draft of the workshop: operations and their inverses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, inverse, setting } from "../../src/boxcars/client/map_editor/draft.js";

const fresh = () => ({ name: "A", rows: ["..", "~~"], cities: [{ id: "a" }], players: { 3: 8 }, colours: ["red"] });

test("what is done is undone to the last byte", () => {
  const doc = fresh();
  const ops = [
    { do: "set", path: ["rows", 0], old: "..", new: "m." },
    { do: "insert", path: ["cities", 1], old: null, new: { id: "b" } },
    { do: "remove", path: ["cities", 0], old: { id: "a" }, new: null },
  ];
  apply(doc, ops);
  assert.deepEqual(doc.cities, [{ id: "b" }]);
  assert.equal(doc.rows[0], "m.");
  apply(doc, inverse(ops));
  assert.equal(JSON.stringify(doc), JSON.stringify(fresh()));
});

test("a field sets a value, a part of a table, or an entry of a list", () => {
  const field = (path, part = "", none = null) => ({ path, part, none });
  const put = (doc, which, value) => {
    apply(doc, [setting(doc, which, value)]);
    return doc;
  };
  assert.equal(put(fresh(), field(["name"]), "B").name, "B");
  assert.deepEqual(put(fresh(), field(["players"], "4", 0), 7).players, { 3: 8, 4: 7 });
  assert.deepEqual(put(fresh(), field(["players"], "3", 0), 0).players, {});
  assert.deepEqual(put(fresh(), field(["colours"], "1"), "blue").colours, ["red", "blue"]);
  assert.deepEqual(put(fresh(), field(["colours"], "0"), "").colours, []);
});
