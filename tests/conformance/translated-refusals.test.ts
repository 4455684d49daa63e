// §8: a refusal in the language of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fillText } from "#domain/text/filled-text.ts";
import { parseApiError } from "#web/api/api-error.ts";
import { languageStore } from "#web/languages/t.ts";

const { text: message, translation } = fillText("passMoved", { moves: 2, limit: 3 });
const parse = (extensions: object): string =>
  parseApiError({
    status: 400,
    body: { errors: [{ message, extensions: { code: "FAILED_VALIDATION", ...extensions } }] },
  }).message;

test("a text with values is translated by its message", () => {
  assert.equal(parse({ translation }), "*Moved 2 of 3 times this month");
  languageStore.set({
    language: "ta",
    catalogue: { "*Moved {moves} of {limit} times this month": "*{limit}-இல் {moves} முறை" },
  });
  assert.equal(parse({ translation }), "*3-இல் 2 முறை");
});

test("it stays English without a translation, or if the server's is not one", () => {
  for (const other of [{}, { translation: "ta" }, { translation: { values: {} } }, { translation: { message: 5 } }])
    assert.equal(parse(other), "*Moved 2 of 3 times this month");
  assert.equal(parse({ translation: { message: "*Moved {moves} times", values: null } }), "*Moved {moves} times");
});
