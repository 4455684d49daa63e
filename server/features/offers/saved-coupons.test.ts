// §2 Offers on public pages, and coupons that customers save there: suggested at the gate by the verified phone number.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readListedOffers } from "#server/features/offers/listed-offers.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
const phone = "9840312345";
let branch: CreatedBranch;
let gate: TestClient;
let manager: TestClient;
let customer: TestClient;

before(async () => {
  branch = await make.branch({ rate: "20.00" });
  gate = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
  customer = await asUser(await createCustomer(phone));
});

async function createCustomer(contact_number: string) {
  const user = await make.user("customer", { contact_number });
  await sql`update users set is_customer_user = true, public_customer = true, contact_number = ${contact_number},
    phone_verified_at = now() where id = ${user.id}`;
  return user;
}

let count = 0;

async function createOffer(fields: object = {}, by = manager): Promise<{ id: number; code: string }> {
  const code = `S${String((count += 1)).padStart(5, "0")}`;
  const body = {
    coupon_title: "Opening week",
    coupon_code: code,
    kind: "flat",
    amount: "20.00",
    is_listed: true,
    ...fields,
  };
  const { data, text } = await by.post("/items/Offers", body);
  assert.ok(data, text);
  assert.equal((await by.patch(`/items/Offers/${data.id}`, { state: "running" })).status, 200);
  return { id: data.id, code };
}

const listIds = async (now = new Date()): Promise<number[]> =>
  (await readListedOffers({ sql, now, branch })).map(({ id }) => id);

async function checkIn(phone_no: string): Promise<number> {
  const { data, text } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no });
  assert.ok(data, text);
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data.id;
}

test("public pages show offers that run and have something left, and none for a list of phone numbers", async () => {
  const shown = await createOffer();
  const hidden = [
    await createOffer({ is_listed: undefined }),
    await createOffer({ is_listed: undefined, audience: "first_visit" }),
    await createOffer({ audience: "phones", phones: [phone] }),
    await createOffer(),
    await createOffer({ starts_at: new Date(Date.now() + 3_600_000).toISOString() }),
  ];
  // Its time is over.
  await sql`update "Offers" set ends_at = now() - interval '1 second' where id = ${hidden[3]!.id}`;
  const paused = await createOffer();
  await manager.patch(`/items/Offers/${paused.id}`, { state: "paused" });
  const usedUp = await createOffer({ total_limit: 1 });
  await sql`insert into offer_counters (offer, uses, saved) values (${usedUp.id}, 1, 20)`;
  assert.deepEqual(await listIds(), [shown.id]);
  // One that was for a list is not shown once it is for everybody, unless the vendor chooses so.
  const { id: opened } = hidden[2]!;
  await manager.patch(`/items/Offers/${opened}`, { audience: "all", phones: null });
  assert.deepEqual(await listIds(), [shown.id]);
  const everywhere = (await readListedOffers({ sql, now: new Date() })).map(({ id }) => id);
  assert.ok(everywhere.includes(shown.id));
  assert.ok(hidden.every(({ id }) => !everywhere.includes(id)));
  await sql`update "Branch" set is_suspended = true where id = ${branch.id}`;
  assert.deepEqual(await listIds(), []);
  await sql`update "Branch" set is_suspended = false where id = ${branch.id}`;
  assert.deepEqual(await listIds(), [shown.id]);
});

test("a customer saves an offer once and removes it; others see nothing of it", async () => {
  const offer = await createOffer();
  const secret = await createOffer({ is_listed: false });
  for (let time = 0; time < 2; time += 1)
    assert.equal((await customer.post(`/actions/offers/${offer.id}/save`, {})).status, 204);
  assert.equal((await customer.post(`/actions/offers/${secret.id}/save`, {})).code, "BOOKMARK_ADD_FAILED");
  assert.equal((await gate.post(`/actions/offers/${offer.id}/save`, {})).code, "FORBIDDEN");
  const { data } = await customer.get("/actions/offers/saved");
  assert.deepEqual(
    data.map(({ id, saving, isUsable }: { id: number; saving: string; isUsable: boolean }) => [id, saving, isUsable]),
    [[offer.id, "₹20 off", true]],
  );
  const other = await asUser(await createCustomer("9840312346"));
  assert.deepEqual((await other.get("/actions/offers/saved")).data, []);
  assert.equal((await other.post(`/actions/offers/${offer.id}/remove-saved`, {})).code, "BOOKMARK_REMOVE_FAILED");
  await manager.patch(`/items/Offers/${offer.id}`, { state: "paused" });
  assert.equal((await customer.get("/actions/offers/saved")).data[0].isUsable, false);
  assert.equal((await customer.post(`/actions/offers/${offer.id}/remove-saved`, {})).status, 204);
  assert.deepEqual((await customer.get("/actions/offers/saved")).data, []);
});

test("the gate is told the saved coupons of the entry's phone number that save something, of its own company only", async () => {
  const offer = await createOffer();
  const large = await createOffer({ smallest_bill: "500.00" });
  const foreign = await make.branch({ rate: "20.00" });
  const elsewhere = await createOffer({}, await asUser(await make.user("manager", { branch: foreign })));
  for (const { id } of [offer, large, elsewhere])
    assert.equal((await customer.post(`/actions/offers/${id}/save`, {})).status, 204);
  const id = await checkIn(phone);
  const readCoupons = async (entry: number) =>
    (await gate.post(`/actions/parking/${entry}/quote-offers`, {})).data.coupons;
  const coupon = { offer: offer.id, title: "Opening week", code: offer.code, saving: 2_000 };
  assert.deepEqual(await readCoupons(id), [coupon]);
  assert.deepEqual(await readCoupons(await checkIn("9840312399")), []);
  await sql`update users set phone_verified_at = null where contact_number = ${phone}`;
  assert.deepEqual(await readCoupons(id), []);
  await sql`update users set phone_verified_at = now() where contact_number = ${phone}`;
  const paid = await gate.post(`/actions/parking/${id}/take-cash`, { offers: { code: offer.code }, expected: 2_000 });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual(await readCoupons(id), []);
});
