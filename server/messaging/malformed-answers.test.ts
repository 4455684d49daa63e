// What the SMS adapters make of malformed answers: a message counts as sent only if the service says so.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createSmsAdapter, type SmsServiceConfig } from "#server/messaging/sms.ts";
import { startAnswerServer, unusableAnswers } from "#tests/support/answer-server.ts";

const server = await startAnswerServer();
const service = { url: server.url, key: "key", sender: "CHAAVI", templates: { otp: "1107" } };
const sms = {
  to: "9840012345",
  template: "otp",
  text: "",
  isUnicode: false,
  values: { otp: "123456" },
  reference: "r",
};

const malformed: { readonly [kind in SmsServiceConfig["kind"]]: readonly string[] } = {
  msg91: [
    '{"type":1}',
    '{"type":null,"message":"sent"}',
    '{"type":"SUCCESS"}',
    '{"message":"success"}',
    '{"type":["success"]}',
  ],
  generic: ['{"id":""}', '{"id":7}', '{"id":null}', '{"ID":"7"}', '{"id":["7"]}'],
};
for (const kind of ["msg91", "generic"] as const)
  describe(kind, () => {
    const adapter = createSmsAdapter({ ...service, kind });
    for (const given of [...unusableAnswers, ...malformed[kind].map((body) => ({ body }))])
      test(`answer: ${given.body}`, async () => {
        server.answer = () => given;
        const outcome = await adapter.send(sms);
        assert.deepEqual([outcome.isSent, !outcome.isSent && outcome.isPermanent], [false, false]);
      });
  });

test("the provider's id is optional at MSG91", async () => {
  server.answer = () => ({ body: '{"type":"success","message":5,"request_id":null}' });
  assert.deepEqual(await createSmsAdapter({ ...service, kind: "msg91" }).send(sms), { isSent: true, providerId: null });
});

test("the balance is a whole number or unknown", async () => {
  const { balance } = createSmsAdapter({ ...service, kind: "msg91" });
  const table: [body: string, balance: number | null][] = [
    ["120", 120],
    ['"120.75"', 120],
    ["null", null],
    ['"No such key"', null],
    ['{"balance":120}', null],
    ["<html>", null],
    ["", null],
  ];
  for (const [body, expected] of table) {
    server.answer = () => ({ body });
    assert.equal(await balance!(), expected, body);
  }
});
