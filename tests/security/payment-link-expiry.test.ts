// The link on a slip expires.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const factories = createFactories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const setDay = (days: number) => (clock.now = new Date(start.getTime() + days * 86_400_000));
let branch: CreatedBranch;
let staff: CreatedUser;

before(async () => {
  clock.now = start;
  branch = await factories.branch({ rate: "20.00" });
  staff = await factories.user("staff", { branch });
});
beforeEach(() => {
  clock.now = start;
});

async function checkIn(): Promise<{ id: number; pay: string }> {
  const { data } = await (
    await asUser(staff)
  ).post("/actions/parking/check-in", { vehicle_no: factories.plate(), phone_no: "9840012345" });
  return data;
}

/** The response to each use of the link: a code, or a status. */
async function getLinkResponses(token: string): Promise<(string | number)[]> {
  const payer = await asUser();
  const responses = [
    await payer.get(`/actions/payments/link/${token}`),
    await payer.post(`/actions/payments/link/${token}/start`, {}),
    await payer.post(`/actions/payments/link/${token}/check`, {}),
    await payer.get(`/actions/receipts/${token}`),
    await payer.post(`/actions/receipts/${token}/invoice`, { recipient_name: "Asha" }),
  ];
  return responses.map(({ code, status }) => code ?? status);
}
const expectedEndedCodes = Array.from({ length: 5 }, () => "PAY_LINK_ENDED");

test("the link of a settled entry expires seven days after check-out, for every use of it", async () => {
  const { id, pay } = await checkIn();
  setDay(0.1);
  await (await asUser(staff)).post(`/actions/parking/${id}/take-cash`, { auto_checkout: true });
  setDay(7);
  const open = await getLinkResponses(pay);
  assert.deepEqual([open[0], open[2], open[3]], [200, 200, 200], "control");
  setDay(7.2);
  assert.deepEqual(await getLinkResponses(pay), expectedEndedCodes);
  const live = await (await asUser()).get(`/actions/payments/link/${pay}/live`);
  assert.equal(live.status, 410);
  const response = await (await asUser(staff)).get(`/actions/payments/parking/${id}`);
  assert.equal(response.status, 200, "staff see the entry as before");
});

test("the account of the customer shows the visit of the slip, and its receipt after the link has expired", async () => {
  const { id, pay } = await checkIn();
  const customer = await factories.user("customer", { contact_number: "9840012345" });
  const otherCustomer = await factories.user("customer", { contact_number: "9840012399" });
  let [own, other] = [await asUser(customer), await asUser(otherCustomer)];
  assert.equal((await own.get(`/actions/payments/parking/${id}`)).data.token, pay);
  const slip = await (await asUser(staff)).get(`/actions/parking/${id}/slip`);
  assert.equal((await own.get(`/actions/parking/${id}/slip`)).data.qr, slip.data.qr);
  assert.equal((await other.get(`/actions/parking/${id}/slip`)).code, "FORBIDDEN");
  await (await asUser(staff)).post(`/actions/parking/${id}/take-cash`, { auto_checkout: true });
  setDay(90);
  [own, other] = [await asUser(customer), await asUser(otherCustomer)];
  const reads = [`/actions/payments/link/${pay}`, `/actions/receipts/${pay}`];
  for (const path of reads) {
    assert.equal((await own.get(path)).status, 200, path);
    assert.equal((await other.get(path)).code, "PAY_LINK_ENDED", path);
  }
  assert.equal((await own.post(`/actions/payments/link/${pay}/start`, {})).code, "PAY_LINK_ENDED");
});

test("an entry that is inside or has a balance keeps its link for at most 180 days", async () => {
  const { pay } = await checkIn();
  setDay(179);
  assert.equal((await getLinkResponses(pay))[0], 200);
  setDay(180);
  assert.deepEqual(await getLinkResponses(pay), expectedEndedCodes);
});

test("an invalid link is rejected as before", async () => {
  const { pay } = await checkIn();
  const codes = await getLinkResponses(`${pay.slice(0, -1)}${pay.endsWith("A") ? "B" : "A"}`);
  assert.deepEqual(
    codes,
    Array.from({ length: 5 }, () => "INVALID_TOKEN"),
  );
});
