// §3 §4 Offers with online payments: held while a payment is under way, used with its success, given back otherwise.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { asUser, sql, factories: make, branch: createBranch } = await startPaymentsApp();
const branch: CreatedBranch = await createBranch();
const gate = await asUser(await make.user("staff", { branch }));
const manager = await asUser(await make.user("manager", { branch }));
const anonymous = await asUser();

let count = 0;

async function createOffer(fields: object = {}): Promise<{ id: number; code: string }> {
  const code = `W${String((count += 1)).padStart(5, "0")}`;
  const body = { coupon_title: "Online week", coupon_code: code, kind: "flat", amount: "15.00", ...fields };
  const { data, text } = await manager.post("/items/Offers", body);
  assert.ok(data, text);
  assert.equal((await manager.patch(`/items/Offers/${data.id}`, { state: "running" })).status, 200);
  return { id: data.id, code };
}

/** An entry that owes ₹40, with the token of its pay link. */
async function checkIn(phone = `98402${String((count += 1)).padStart(5, "0")}`) {
  const { data, text } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: phone });
  assert.ok(data, text);
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const { data: page } = await gate.get(`/actions/payments/parking/${data.id}`);
  const link = `/actions/payments/link/${page.token}`;
  return {
    id: data.id as number,
    quote: (code: string | null) => anonymous.post(`${link}/quote-offers`, { code }),
    start: (body: object) => anonymous.post(`${link}/start`, body),
    redeem: (code: string | null) => anonymous.post(`${link}/redeem`, { code }),
    page: async () => (await anonymous.get(link)).data,
    takeCash: (body: object) => gate.post(`/actions/parking/${data.id}/take-cash`, body),
    read: async () => {
      const [row] = await sql`
        select payment_status as status, paid_amount::float8 as paid, extended_amount::float8 as owed, actual_amount::float8 as charge,
          payment_mode as mode, offer_discounts as discounts from "Parking_Information" where id = ${data.id}`;
      return { ...row };
    },
  };
}

async function readUses(offer: number) {
  const [row] = await sql`
    select (select count(*) from "Offer_Uses" where offer = ${offer} and state = 'held')::int as held,
      (select count(*) from "Offer_Uses" where offer = ${offer} and state = 'used')::int as used,
      coalesce((select uses from offer_counters where offer = ${offer}), 0) as counted,
      coalesce((select saved from offer_counters where offer = ${offer}), 0)::float8 as saved`;
  return { ...row };
}
const none = { held: 0, used: 0, counted: 0, saved: 0 };

test("the pay page is told what a code saves, and the payment uses it: a line of the charge and of the receipt", async () => {
  const offer = await createOffer();
  const entry = await checkIn();
  const { data: quote } = await entry.quote(offer.code.toLowerCase());
  assert.deepEqual([quote.saving, quote.due, quote.takesCodes, quote.refusal], [1_500, 2_500, true, null]);
  const { data, text } = await entry.start({ offers: { code: offer.code }, expected: "25.00" });
  assert.equal(data?.amount, 2_500, text);
  assert.deepEqual(await readUses(offer.id), { held: 1, used: 0, counted: 1, saved: 15 });
  const discounts = [{ offer: offer.id, title: "Online week", amount: 1_500 }];
  assert.deepEqual((await entry.page()).attempt.discounts, discounts);
  await pressProviderAction(data.url, "succeed");
  await waitUntil(entry.read, ({ status }) => status === "paid");
  assert.deepEqual(await entry.read(), { status: "paid", paid: 25, owed: 0, charge: 25, mode: "online", discounts });
  assert.deepEqual(await readUses(offer.id), { held: 0, used: 1, counted: 1, saved: 15 });
  const { owed } = await entry.page();
  assert.partialDeepStrictEqual(owed.arithmetic.lines.at(-1), { text: "Online week −₹15.00", amount: -1_500 });
});

test("a code that does not apply opens no page and holds nothing, and neither does a part of the balance", async () => {
  const offer = await createOffer({ smallest_bill: "40.01" });
  const entry = await checkIn();
  for (const [body, reason] of [
    [{ offers: { code: "NOSUCH" } }, "code"],
    [{ offers: { code: offer.code } }, "smallest_bill"],
    [{ offers: {}, part: "10.00" }, "part"],
  ] as const) {
    const { code, errors } = await entry.start(body);
    assert.deepEqual([code, errors[0]?.extensions["reason"]], ["OFFER_NOT_APPLICABLE", reason]);
  }
  assert.deepEqual(await readUses(offer.id), none);
  const attempts = await sql`select 1 from payment_attempts where parking_information = ${entry.id}`;
  assert.equal(attempts.length, 0);
});

test("a declined payment gives its offer back, which then is used in cash", async () => {
  const offer = await createOffer({ total_limit: 1, customer_limit: 1, vehicle_limit: 1 });
  const entry = await checkIn();
  const { data } = await entry.start({ offers: { code: offer.code } });
  const other = await checkIn();
  assert.equal((await other.quote(offer.code)).data.refusal, "total_limit");
  await pressProviderAction(data.url, "decline");
  await waitUntil(
    () => readUses(offer.id),
    ({ held }) => held === 0,
  );
  assert.deepEqual(await readUses(offer.id), none);
  const paid = await entry.takeCash({ offers: { code: offer.code }, expected: 2_500 });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual(await readUses(offer.id), { held: 0, used: 1, counted: 1, saved: 15 });
});

test("the gate uses the offer that a payment still holds, and a late success is returned to the payer", async () => {
  const offer = await createOffer({ total_limit: 1, customer_limit: 1 });
  const entry = await checkIn();
  const { data } = await entry.start({ offers: { code: offer.code } });
  const { data: quote } = await gate.post(`/actions/parking/${entry.id}/quote-offers`, { code: offer.code });
  assert.equal(quote.refusal, null);
  assert.equal((await entry.takeCash({ offers: { code: offer.code }, expected: 2_500 })).status, 200);
  assert.deepEqual(await readUses(offer.id), { held: 0, used: 1, counted: 1, saved: 15 });
  await pressProviderAction(data.url, "succeed");
  const [attempt] = await waitUntil(
    () => sql`select state, applied_amount from payment_attempts where id = ${data.id}`,
    ([row]) => row!["state"] === "success",
  );
  assert.equal(attempt!["applied_amount"], 0);
  assert.deepEqual(await readUses(offer.id), { held: 0, used: 1, counted: 1, saved: 15 });
  assert.deepEqual((await entry.read())["paid"], 25);
});

test("a payment in cash without the offer gives back what the online payment held", async () => {
  const offer = await createOffer();
  const entry = await checkIn();
  await entry.start({ offers: { code: offer.code } });
  assert.equal((await entry.takeCash({ expected: 4_000 })).status, 200);
  assert.deepEqual(await readUses(offer.id), none);
});

test("a hold ends after its time; a success afterwards uses the offer if something is left, and otherwise pays a part", async () => {
  for (const isTaken of [false, true]) {
    const offer = await createOffer({ total_limit: 1 });
    const entry = await checkIn();
    const { data } = await entry.start({ offers: { code: offer.code } });
    const [use] = await sql`select held_until - date_created as time from "Offer_Uses" where offer = ${offer.id}`;
    assert.match(String(use!["time"]), /^00:(20:0|19:5)\d/);
    // The job that ends it is due.
    const key = `return-held-offers:${data.id}`;
    const jobs = await sql`update graphile_worker._private_jobs set run_at = now() where key = ${key} returning 1`;
    assert.equal(jobs.length, 1);
    await waitUntil(
      () => readUses(offer.id),
      ({ held }) => held === 0,
    );
    assert.deepEqual(await readUses(offer.id), none);
    if (isTaken) await (await checkIn()).takeCash({ offers: { code: offer.code } });
    await pressProviderAction(data.url, "succeed");
    await waitUntil(entry.read, ({ status }) => status !== "not_paid");
    const { status, owed } = await entry.read();
    assert.deepEqual([status, owed], isTaken ? ["partially_paid", 15] : ["paid", 0]);
    assert.deepEqual(await readUses(offer.id), { held: 0, used: 1, counted: 1, saved: 15 });
  }
});

test("a page that is open is shown again for the same code; another code replaces what it held", async () => {
  const [first, other] = [await createOffer(), await createOffer({ amount: "5.00" })];
  const entry = await checkIn();
  const { data } = await entry.start({ offers: { code: first.code } });
  assert.equal((await entry.start({ offers: { code: first.code } })).data.id, data.id);
  assert.equal((await entry.start({})).data.id, data.id);
  const replaced = await entry.start({ offers: { code: other.code }, expected: "35.00" });
  assert.notEqual(replaced.data.id, data.id);
  assert.deepEqual(await readUses(first.id), none);
  assert.deepEqual(await readUses(other.id), { held: 1, used: 0, counted: 1, saved: 5 });
});

test("of ten online payments at once three hold an offer with the limit three", async () => {
  const offer = await createOffer({ total_limit: 3 });
  const entries = [];
  for (let index = 0; index < 10; index += 1) entries.push(await checkIn());
  const replies = await Promise.all(entries.map(({ start }) => start({ offers: { code: offer.code } })));
  const codes = replies.map(({ status, code }) => code ?? status);
  assert.equal(codes.filter((code) => code === 200).length, 3, codes.join());
  assert.equal(codes.filter((code) => code === "OFFER_NOT_APPLICABLE").length, 7, codes.join());
  assert.deepEqual(await readUses(offer.id), { held: 3, used: 0, counted: 3, saved: 45 });
});

test("of two payments of a customer at once, online and in cash, one uses an offer that is once for a customer", async () => {
  const offer = await createOffer({ customer_limit: 1 });
  const phone = "9840290001";
  const [online, cash] = [await checkIn(phone), await checkIn(phone)];
  const replies = await Promise.all([
    online.start({ offers: { code: offer.code } }),
    cash.takeCash({ offers: { code: offer.code } }),
  ]);
  assert.deepEqual(replies.map(({ status, code }) => String(code ?? status)).toSorted(), [
    "200",
    "OFFER_NOT_APPLICABLE",
  ]);
  assert.equal((await readUses(offer.id))["counted"], 1);
});

test("a charge that an offer covers is paid without the provider, once", async () => {
  const offer = await createOffer({ amount: "100.00" });
  const entry = await checkIn();
  assert.equal((await entry.redeem(null)).code, "AMOUNT_MISMATCH");
  const paid = await entry.redeem(offer.code);
  assert.equal(paid.data?.payment_status, "paid", paid.text);
  assert.deepEqual(await readUses(offer.id), { held: 0, used: 1, counted: 1, saved: 40 });
  assert.equal((await entry.redeem(offer.code)).code, "ALREADY_PAID");
  assert.deepEqual(await readUses(offer.id), { held: 0, used: 1, counted: 1, saved: 40 });
});

test("a full refund of an online payment gives its offer back", async () => {
  const offer = await createOffer();
  const entry = await checkIn();
  const { data } = await entry.start({ offers: { code: offer.code } });
  await pressProviderAction(data.url, "succeed");
  await waitUntil(entry.read, ({ status }) => status === "paid");
  const refund = await manager.post(`/actions/payments/attempts/${data.id}/refund`, {
    amount: "25.00",
    reason: "Waited too long",
  });
  assert.equal(refund.status, 200, refund.text);
  await waitUntil(
    () => readUses(offer.id),
    ({ used }) => used === 0,
  );
  assert.deepEqual(await readUses(offer.id), none);
});

test("codes cannot be guessed in bulk: after ten wrong ones the entry waits, and a right one is not counted", async () => {
  const offer = await createOffer();
  const entry = await checkIn();
  for (let attempt = 0; attempt < 20; attempt += 1) assert.equal((await entry.quote(offer.code)).status, 200);
  const replies = [];
  for (let attempt = 0; attempt < 12; attempt += 1) replies.push(await entry.quote(`X${1_000 + attempt}`));
  const codes = replies.map(({ status, code }) => code ?? status);
  assert.deepEqual(codes.slice(0, 9), Array(9).fill(200));
  assert.equal(codes.at(-1), "REQUESTS_EXCEEDED");
  assert.equal((await entry.start({ offers: { code: offer.code } })).code, "REQUESTS_EXCEEDED");
  assert.equal((await entry.quote(null)).status, 200);
});
