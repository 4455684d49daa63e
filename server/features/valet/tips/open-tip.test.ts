// §4 A tip whose payment the provider has not confirmed: shown as such, and not paid twice when its callback is lost.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { pressProviderAction, providerSettings, startPaymentsApp } from "#tests/support/payments-app.ts";

// The first scheduled check is hours away: only requests of the guest ask the provider.
const { app, asUser, sql, simulator, factories: make } = await startPaymentsApp({ config: { payCheckSpeed: 0.001 } });
let ravi: CreatedUser;

before(async () => {
  const branch = await make.valetBranch({ slots: 20, charge: "50.00" });
  const settings = { branch: branch.id, environment: "simulator", ...providerSettings["phonepe-v1"] };
  await make.row("payment_settings", settings);
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  simulator.faults.set({ "lost-callback": 1 });
});

async function openTicket() {
  const driver = await asUser(ravi);
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const id = Number((await driver.post("/actions/valet/create-ticket", body)).data.id);
  for (const verb of ["park", "request-pickup"])
    assert.equal((await driver.post(`/actions/valet/${id}/${verb}`)).status, 200);
  const { token } = await readCustomerTicket({ sql, id });
  const send = async (action: string, payload?: object) => {
    const url = `/actions/valet/customer/${action}`;
    const headers = { "x-ticket": token };
    const response = await app.inject(payload ? { method: "POST", url, headers, payload } : { url, headers });
    const { data, errors } = response.json();
    return { status: response.statusCode, data, code: errors?.[0].extensions.code, message: errors?.[0].message };
  };
  return {
    payTip: (tip: string) => send("pay-tip", { tip }),
    async readTips() {
      const { data } = await send("status");
      return [data.pending_tip, data.online_tip];
    },
  };
}

test("the page of a tip is opened once for an amount, and the guest's page says that it waits", async () => {
  const { payTip, readTips } = await openTicket();
  assert.deepEqual(await readTips(), [null, null]);
  const { data } = await payTip("50.00");
  assert.deepEqual(await readTips(), [5000, null]);
  assert.equal((await payTip("50.00")).data.url, data.url);
  const changed = await payTip("20.00");
  assert.notEqual(changed.data.url, data.url);
  assert.deepEqual(await readTips(), [2000, null]);
});

test("a tip above the limit is refused with the limit", async () => {
  const { payTip, readTips } = await openTicket();
  const { status, code, message } = await payTip("10000.01");
  assert.deepEqual([status, code, message], [400, "FAILED_VALIDATION", "*Tip must be at most ₹10000.00"]);
  assert.deepEqual(await readTips(), [null, null]);
  assert.equal((await payTip("10000.00")).status, 200);
});

test("a tip that was paid while its callback is lost is found before another page opens", async () => {
  const { payTip, readTips } = await openTicket();
  await pressProviderAction((await payTip("50.00")).data.url, "succeed");
  assert.deepEqual(await readTips(), [5000, null]);
  assert.equal((await payTip("50.00")).code, "ALREADY_PAID");
  assert.deepEqual(await readTips(), [null, 5000]);
  // A further tip is another payment.
  assert.equal((await payTip("20.00")).status, 200);
});

test("a tip that the provider declined can be paid again at once", async () => {
  const { payTip, readTips } = await openTicket();
  const first = (await payTip("50.00")).data.url;
  await pressProviderAction(first, "decline");
  const second = await payTip("50.00");
  assert.equal(second.status, 200);
  assert.notEqual(second.data.url, first);
  assert.deepEqual(await readTips(), [5000, null]);
});
