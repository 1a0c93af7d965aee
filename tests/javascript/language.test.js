import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal, language, t, tn } from "../../hansa/web/static/language.js";

const spoken = (found, act) => {
  const before = { ...language };
  Object.assign(language, found);
  act();
  Object.assign(language, before);
};

test("a message is told with its fields, and in English where there is no other", () => {
  assert.equal(t("{player} wins", { player: "Red" }), "Red wins");
  spoken({ messages: { "{player} wins": "{player} gewinnt" } }, () => {
    assert.equal(t("{player} wins", { player: "Rot" }), "Rot gewinnt");
    assert.equal(t("not translated"), "not translated");
  });
});

test("the form follows the count, also beyond those that are listed", () => {
  const messages = { "{count} move": ["{count} Zug", "{count} Züge"] };
  spoken({ messages, forms: `10${"1".repeat(198)}` }, () => {
    const told = [0, 1, 2, 199, 200, 1301].map((count) =>
      tn("{count} move", "{count} moves", count),
    );
    assert.deepEqual(told, ["0 Züge", "1 Zug", "2 Züge", "199 Züge", "200 Züge", "1301 Züge"]);
    assert.equal(tn("{count} city", "{count} cities", 1), "1 city");
  });
});

test("the first script that comes later brings the other messages, before it is run", async () => {
  const asked = [];
  const answers = [null, { ok: true, json: async () => ({ messages: { why: "warum" } }) }];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return answers.shift() ?? Promise.reject(new Error("the line is slow"));
  };
  const english = await import("../../hansa/web/static/language.js?english");
  assert.equal(await english.later(async () => english.t("why")), "why");
  assert.deepEqual(asked, [], "English is in the scripts");
  const german = await import("../../hansa/web/static/language.js?german");
  german.language.messages = { first: "erst" };
  const why = () => german.later(async () => german.t("why"));
  assert.equal(await why(), "why", "without an answer it is English");
  assert.deepEqual([await why(), await why()], ["warum", "warum"]);
  assert.deepEqual(asked, ["/words?part=later", "/words?part=later"], "asked again once");
});

test("numbers have the sign of the language", () => {
  assert.equal(decimal(12.345, 1), "12.3");
  assert.deepEqual(
    [-0.04, -0, -0.06, -10].map((value) => decimal(value, 1)),
    ["0.0", "0.0", "-0.1", "-10.0"],
  );
  spoken({ decimal: "," }, () => assert.equal(decimal(12.345, 1), "12,3"));
});
