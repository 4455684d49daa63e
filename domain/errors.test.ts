import assert from "node:assert/strict";
import { test } from "node:test";
import { errors, errorText, isErrorCode, successes } from "#domain/errors.ts";

test("texts the specification gives are literal", () => {
  assert.equal(errors.TOKEN_EXPIRY.text, "Your session has expired. Please log in again.");
  assert.equal(errors.JOIN_CHAT_WITHOUT_NAME.text, "The user name is required.");
  assert.equal(errors.LOCATION_PERMISSION.text, "Location permission is required to use this feature.");
  assert.equal(errors.LOCATION_NOT_SUPPORTED.text, "Geolocation is not supported by your browser.");
  assert.equal(
    errors.BRANCH_DRAFT.text,
    "Document verification is still in progress, so you cannot log in at the moment.",
  );
  assert.match(errors.STATUS_ALREADY_UPDATED.text, /refresh your page/);
  assert.match(errors.PERSON_STATUS_ALREADY_UPDATED.text, /refresh your page/);
});

test("every entry is whole: a status of an error, a text in plain words", () => {
  for (const [code, { status, text }] of Object.entries(errors)) {
    assert.match(code, /^[A-Z][A-Z0-9_]*$/);
    assert.ok(status >= 400 && status < 600, code);
    assert.match(text, /^\*?[A-Z].{5,}$/, code);
    assert.equal(text, text.trim(), code);
  }
  for (const text of Object.values(successes)) assert.match(text, /^[A-Z].*[^.]$/);
});

test("what shows by a field starts with a star, as the catalogue of fields does", () => {
  const whole = new Set(["JOIN_CHAT_WITHOUT_NAME", "FIELD_VALIDATION", "FAILED_VALIDATION"]);
  for (const [code, { shown, text }] of Object.entries(errors))
    assert.equal(text.startsWith("*"), shown === "field" && !whole.has(code), code);
});

test("an unknown code reads as something wrong", () => {
  assert.equal(errorText("toString"), errors.SOMETHING_WRONG.text);
  assert.equal(errorText("SLOT_FULL"), errors.SLOT_FULL.text);
  assert.ok(!isErrorCode("constructor") && !isErrorCode(null) && isErrorCode("FORBIDDEN"));
});
