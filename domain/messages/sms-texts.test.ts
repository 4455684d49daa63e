// §2 §7: registered SMS texts must have the variables of the English one; segments are counted as operators do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getKeys } from "#domain/object-keys.ts";
import { smsTemplates } from "#domain/messages/messages.ts";
import { checkSmsText, countSmsSegments, findRegisteredTexts, registrableSms } from "#domain/messages/sms-texts.ts";

const validText = "{plate} {branch} நுழைவாயிலில் உள்ளது. காரைப் பெற OTP-ஐக் காட்டுங்கள்.";
const valid = { template_id: "1107160000000000042", text: validText };
const table: [name: string, registered: unknown, problem: string | undefined][] = [
  ["a registered text", valid, undefined],
  ["without a placeholder", { ...valid, text: "{plate} நுழைவாயிலில்" }, "SMS_TEXT_PLACEHOLDERS text"],
  ["with an unknown placeholder", { ...valid, text: `${validText} {otp}` }, "SMS_TEXT_PLACEHOLDERS text"],
  ["with a placeholder twice", { ...valid, text: `${validText} {plate}` }, "SMS_TEXT_PLACEHOLDERS text"],
  ["on two lines", { ...valid, text: "{plate}\n{branch}" }, "FAILED_VALIDATION text"],
  ["with a space at its end", { ...valid, text: `${validText} ` }, "FAILED_VALIDATION text"],
  ["too long", { ...valid, text: `${validText}${"x".repeat(500)}` }, "FAILED_VALIDATION text"],
  ["empty", { ...valid, text: "" }, "FAILED_VALIDATION text"],
  ["with an id that is none", { ...valid, template_id: "11 07" }, "FAILED_VALIDATION template_id"],
  ["without id", { text: validText }, "FAILED_VALIDATION text"],
  ["with additional properties", { ...valid, sender: "CHAAVI" }, "FAILED_VALIDATION text"],
  ["a plain text", validText, "FAILED_VALIDATION text"],
];
for (const [name, registered, problem] of table)
  test(`${name}: ${problem ?? "accepted"}`, () => {
    const violation = checkSmsText({ name: "valet-ready", registered });
    assert.equal(violation && `${violation.code} ${violation.field}`, problem);
  });

test("every message of a branch can be registered, but not a test or an invitation of staff", () => {
  const others = getKeys(smsTemplates).filter((name) => !registrableSms.some((registrable) => registrable === name));
  assert.deepEqual(others, ["staff-invitation", "test"]);
  const texts: object = { test: { ta: valid }, "valet-ready": { ta: valid } };
  assert.deepEqual(findRegisteredTexts({ texts, template: "test" }), {});
  assert.deepEqual(findRegisteredTexts({ texts, template: "valet-ready" }), { ta: valid });
  assert.deepEqual(findRegisteredTexts({ texts: null, template: "valet-ready" }), {});
});

const lengths: [text: string, segments: number, isUnicode: boolean][] = [
  ["", 1, false],
  ["a".repeat(160), 1, false],
  ["a".repeat(161), 2, false],
  ["a".repeat(306), 2, false],
  ["a".repeat(307), 3, false],
  // Each bracket takes two characters.
  [`${"a".repeat(159)}[`, 2, false],
  [`${"a".repeat(158)}[`, 1, false],
  ["அ".repeat(70), 1, true],
  ["அ".repeat(71), 2, true],
  ["அ".repeat(134), 2, true],
  ["அ".repeat(135), 3, true],
  // One letter outside of the alphabet makes the whole text Unicode, in which brackets take one.
  [`${"[".repeat(69)}₹`, 1, true],
  [`${"a".repeat(70)}₹`, 2, true],
];
for (const [text, segments, isUnicode] of lengths)
  test(`${text.length} characters ending in '${text.at(-1) ?? ""}': ${segments} SMS${isUnicode ? " in Unicode" : ""}`, () =>
    assert.deepEqual(countSmsSegments(text), { segments, isUnicode }));

test("the English texts are of the 7-bit alphabet", () => {
  for (const { text } of Object.values(smsTemplates))
    assert.equal(countSmsSegments(text.replaceAll(/\{\w+\}/g, "")).isUnicode, false, text);
});
