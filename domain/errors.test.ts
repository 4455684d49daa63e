import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCatalogue, getErrorText, isErrorCode } from "#domain/errors.ts";
import { successMessages } from "#domain/success-messages.ts";

test("texts of the specification are literal", () => {
  assert.equal(errorCatalogue.TOKEN_EXPIRY.text, "Your session has expired. Please log in again.");
  assert.equal(errorCatalogue.JOIN_CHAT_WITHOUT_NAME.text, "The user name is required.");
  assert.equal(errorCatalogue.LOCATION_PERMISSION.text, "Location permission is required to use this feature.");
  assert.equal(errorCatalogue.LOCATION_NOT_SUPPORTED.text, "Geolocation is not supported by your browser.");
  assert.equal(
    errorCatalogue.BRANCH_DRAFT.text,
    "Document verification is still in progress, so you cannot log in at the moment.",
  );
  assert.match(errorCatalogue.STATUS_ALREADY_UPDATED.text, /refresh your page/);
  assert.match(errorCatalogue.PERSON_STATUS_ALREADY_UPDATED.text, /refresh your page/);
});

test("every entry has an error status and a well-formed text", () => {
  for (const [code, { status, text }] of Object.entries(errorCatalogue)) {
    assert.match(code, /^[A-Z][A-Z0-9_]*$/);
    assert.ok(status >= 400 && status < 600, code);
    assert.match(text, /^\*?[A-Z].{5,}$/, code);
    assert.equal(text, text.trim(), code);
  }
  for (const text of Object.values(successMessages)) assert.match(text, /^[A-Z].*[^.]$/);
});

test("texts of field errors start with an asterisk", () => {
  const withoutAsterisk = new Set(["JOIN_CHAT_WITHOUT_NAME", "FAILED_VALIDATION"]);
  for (const [code, { presentation, text }] of Object.entries(errorCatalogue))
    assert.equal(text.startsWith("*"), presentation === "field" && !withoutAsterisk.has(code), code);
});

test("an unknown code gets the text of SOMETHING_WRONG", () => {
  assert.equal(getErrorText("toString"), errorCatalogue.SOMETHING_WRONG.text);
  assert.equal(getErrorText("SLOT_FULL"), errorCatalogue.SLOT_FULL.text);
  assert.ok(!isErrorCode("constructor") && !isErrorCode(null) && isErrorCode("FORBIDDEN"));
});
