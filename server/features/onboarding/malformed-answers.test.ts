// What the adapter of the GSTIN and PAN register makes of malformed answers: none of them says anything about the number.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCashfreeAdapter } from "#server/features/onboarding/tax-id-provider.ts";
import { startAnswerServer, unusableAnswers } from "#tests/support/answer-server.ts";

const server = await startAnswerServer();
const adapter = createCashfreeAdapter({ url: server.url, id: "id", secret: "secret" });
const [gstin, pan] = ["33AABCP1001B1Z5", "AABCP1001B"];
const calls = {
  GSTIN: () => adapter.gstin(gstin),
  PAN: () => adapter.pan({ pan, name: null }),
} as const;

const numbers = { GSTIN: gstin, pan };
const malformed = [
  { ...numbers },
  { ...numbers, valid: "true" },
  { ...numbers, valid: null },
  { ...numbers, valid: 1 },
  { valid: true },
  { valid: true, GSTIN: null, pan: null },
  { valid: true, GSTIN: [gstin], pan: [pan] },
  { valid: true, GSTIN: "33AABCP1002B1Z3", pan: "AABCP1002B" },
];

for (const [name, call] of Object.entries(calls))
  describe(name, () => {
    for (const given of [...unusableAnswers, ...malformed.map((answer) => ({ body: JSON.stringify(answer) }))])
      test(`answer: ${given.body}`, async () => {
        server.answer = () => given;
        assert.equal((await call()).hasResponse, false);
      });
  });

test("details that are missing or malformed are empty, and unknown ones are ignored", async () => {
  const answer = {
    ...numbers,
    valid: true,
    gst_in_status: null,
    legal_name_of_business: 7,
    reference_id: 42,
    added: {},
  };
  server.answer = () => ({ body: JSON.stringify(answer) });
  const result = await adapter.gstin(gstin);
  assert.ok(result.hasResponse);
  const { status, legalName, tradeName, providerId } = result.details;
  assert.deepEqual([status, legalName, tradeName, providerId], ["", "", "", "42"]);
});
