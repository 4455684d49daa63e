import assert from "node:assert/strict";
import { test } from "node:test";
import { createSmsAdapter } from "#server/messaging/sms.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const { integrations, plainSmsIntegrations, faults, smsAccount } = await startSimulatedIntegrations();
const service = integrations.sms!;
const msg91 = createSmsAdapter(service);
const sms = {
  template: "otp",
  text: "",
  isUnicode: false,
  values: { otp: "123456", branch: "Park" },
  reference: "balance",
};

test("returns the balance of MSG91, which decreases with each SMS", async () => {
  smsAccount.balance = 2_000;
  assert.equal(await msg91.balance!(), 2_000);
  assert.equal((await msg91.send({ ...sms, to: "9840012345" })).isSent, true);
  assert.equal(await msg91.balance!(), 1_999);
});

test("treats an empty balance as a temporary failure", async () => {
  smsAccount.balance = 0;
  assert.equal(await msg91.balance!(), 0);
  const outcome = await msg91.send({ ...sms, to: "9840012345" });
  assert.deepEqual([outcome.isSent, !outcome.isSent && outcome.isPermanent], [false, false]);
});

test("returns null for a wrong key, a failing service and unreadable responses", async () => {
  assert.equal(await createSmsAdapter({ ...service, key: "wrong" }).balance!(), null);
  for (const fault of ["error-500", "malformed", "down"] as const) {
    faults.set("sms", fault);
    assert.equal(await msg91.balance!(), null, fault);
  }
  faults.set("sms", "none");
});

test("offers no balance query in the generic adapter", () => {
  assert.equal(createSmsAdapter(plainSmsIntegrations.sms!).balance, undefined);
});
