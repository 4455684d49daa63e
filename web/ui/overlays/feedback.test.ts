import assert from "node:assert/strict";
import { mock, test } from "node:test";
import * as limits from "#domain/limits.ts";
import { showErrorCode, showSuccess, toastStore } from "#web/ui/feedback.ts";

mock.timers.enable({ apis: ["setTimeout"] });
const readTexts = () => toastStore.get().map(({ kind, text }) => `${kind}: ${text}`);

test("the same message again replaces the earlier one and stays for its full time", () => {
  showSuccess("Saved");
  showSuccess("Vehicle checked in");
  mock.timers.tick(limits.toastSuccessMs - 1);
  showSuccess("Saved");
  assert.deepEqual(readTexts(), ["success: Vehicle checked in", "success: Saved"]);
  mock.timers.tick(1);
  assert.deepEqual(readTexts(), ["success: Saved"]);
  mock.timers.tick(limits.toastSuccessMs - 1);
  assert.deepEqual(readTexts(), []);
});

test("an error is not replaced by a success of the same text", () => {
  showErrorCode("FAILED_VALIDATION", "*Saved");
  showSuccess("Saved");
  assert.deepEqual(readTexts().toSorted(), ["error: Saved", "success: Saved"]);
});

test("at most 20 messages are shown, the newest ones", () => {
  mock.timers.tick(limits.toastErrorMs);
  for (let number = 1; number <= 22; number++) showSuccess(`Entry ${number}`);
  const texts = readTexts();
  assert.deepEqual([texts.length, texts[0], texts.at(-1)], [20, "success: Entry 3", "success: Entry 22"]);
  mock.timers.tick(limits.toastSuccessMs);
});
