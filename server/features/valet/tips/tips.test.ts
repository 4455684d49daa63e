// §4 Tips by driver and their payout. The race tests have a control: the same without the protection, which must fail.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 40, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let manager: TestClient;

before(async () => {
  branch = await make.valetBranch({ rate: "20.00" });
  manager = await asUser(await make.user("manager", { branch, first_name: "Latha" }));
});

interface Driver {
  user: CreatedUser;
  client: TestClient;
}
async function createDriver(first_name: string): Promise<Driver> {
  const user = await make.user("staff", { branch, first_name });
  return { user, client: await asUser(user) };
}

interface Tipped {
  id: number;
  otp: string;
}
/** A car at the gate, brought by the driver. */
async function bringCar({ client }: Driver): Promise<Tipped> {
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const { data } = await client.post("/actions/valet/create-ticket", body);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"])
    assert.equal((await client.post(`/actions/valet/${data.id}/${verb}`)).status, 200);
  return { id: data.id, ...(await readCustomerTicket({ sql, id: data.id })) };
}
/** A tip in cash for a car that the driver brought and handed over. */
async function earnTip(driver: Driver, valet_tip: string): Promise<number> {
  const { id, otp } = await bringCar(driver);
  const paid = await driver.client.post(`/actions/valet/${id}/take-cash`, { valet_tip, auto_checkout: true, otp });
  assert.equal(paid.status, 200, paid.text);
  return id;
}

const readAccount = async (client: TestClient, { user }: Driver) =>
  (await client.get("/actions/valet/tips")).data.find(({ driver }: { driver: string }) => driver === user.id);
const payOut = ({ user }: Driver, expected?: number) =>
  manager.post("/actions/valet/tips/pay-out", { driver: user.id, ...(expected === undefined ? {} : { expected }) });
const decide = (client: TestClient, id: number, state: string) =>
  client.post(`/actions/valet/tips/${id}/decide`, { state });

test("a tip counts for the driver who brought the car once it is handed over, and drivers see their own only", async () => {
  const [ravi, meena] = [await createDriver("Ravi"), await createDriver("Meena")];
  const { id, otp } = await bringCar(ravi);
  const paid = await ravi.client.post(`/actions/valet/${id}/take-cash`, { valet_tip: "30.00" });
  assert.equal(paid.status, 200, paid.text);
  assert.equal(await readAccount(manager, ravi), undefined);
  assert.equal((await ravi.client.post(`/actions/valet/${id}/hand-over`, { otp })).status, 200);
  assert.deepEqual(await readAccount(manager, ravi), {
    driver: ravi.user.id,
    name: "Ravi",
    cash: 3000,
    online: 0,
    pending: null,
  });
  await earnTip(meena, "10.00");
  const own = (await meena.client.get("/actions/valet/tips")).data;
  assert.deepEqual(
    own.map(({ driver, cash }: { driver: string; cash: number }) => [driver, cash]),
    [[meena.user.id, 1000]],
  );
});

test("a tip that was chosen but not collected, and that of a cancelled ticket, are not paid out", async () => {
  const driver = await createDriver("Asha");
  const { id } = await bringCar(driver);
  await sql`update "Valet_and_Parking_Information" set valet_tip = 50, out_time = now(), status_id = 6 where id = ${id}`;
  assert.equal(await readAccount(manager, driver), undefined);
  const tipped = await earnTip(driver, "50.00");
  assert.equal((await readAccount(manager, driver)).cash, 5000);
  await sql`update "Valet_and_Parking_Information" set voided_at = now() where id = ${tipped}`;
  assert.equal(await readAccount(manager, driver), undefined);
});

test("a payout is made by a manager and confirmed by the driver; a declined or withdrawn one is due again", async () => {
  const driver = await createDriver("Kumar");
  await earnTip(driver, "30.00");
  await earnTip(driver, "20.00");
  assert.equal((await driver.client.post("/actions/valet/tips/pay-out", { driver: driver.user.id })).code, "FORBIDDEN");
  assert.equal((await payOut(driver, 4900)).code, "AMOUNT_MISMATCH");
  for (const [client, state] of [
    [driver.client, "declined"],
    [manager, "withdrawn"],
  ] as const) {
    const offered = await payOut(driver, 5000);
    assert.equal(offered.status, 200, offered.text);
    assert.equal((await payOut(driver)).code, "CASH_HANDOVER_PENDING");
    const { cash, pending } = await readAccount(driver.client, driver);
    assert.deepEqual([cash, pending.amount, pending.by], [0, 5000, "Latha"]);
    assert.equal((await decide(client, offered.data.id, state)).status, 204);
    assert.equal((await readAccount(manager, driver)).cash, 5000);
  }
  const { data } = await payOut(driver, 5000);
  assert.equal((await decide(manager, data.id, "confirmed")).code, "FORBIDDEN");
  assert.equal((await decide(driver.client, data.id, "confirmed")).status, 204);
  assert.equal((await decide(manager, data.id, "withdrawn")).code, "CASH_HANDOVER_DECIDED");
  assert.equal((await payOut(driver)).code, "NOTHING_OWED");
});

test("a tip that is lowered after its payout is settled with the next one", async () => {
  const driver = await createDriver("Gopi");
  const id = await earnTip(driver, "50.00");
  const { data } = await payOut(driver, 5000);
  await decide(driver.client, data.id, "confirmed");
  await sql`update "Valet_and_Parking_Information" set valet_tip = 30 where id = ${id}`;
  assert.equal((await readAccount(manager, driver)).cash, -2000);
  assert.equal((await payOut(driver)).code, "NOTHING_OWED");
  await earnTip(driver, "25.00");
  assert.equal((await payOut(driver, 500)).status, 200);
});

test("tips are not part of the cash that a shift has to count", async () => {
  const driver = await createDriver("Sita");
  await driver.client.patch(`/users/${driver.user.id}`, { in_out_flag: false });
  await driver.client.patch(`/users/${driver.user.id}`, { in_out_flag: true });
  const { id } = await bringCar(driver);
  await sql`update "Valet_and_Parking_Information" set in_time = now() - interval '50 minutes' where id = ${id}`;
  const paid = await driver.client.post(`/actions/valet/${id}/take-cash`, { valet_tip: "30.00" });
  assert.equal(paid.status, 200, paid.text);
  const { data: shift } = await driver.client.get("/actions/cash/shift");
  assert.equal(shift.tips, 3000);
  const counted = await driver.client.patch(`/items/cash_shifts/${shift.id}`, { counted: paid.data.paid_amount });
  assert.deepEqual([counted.data.expected, counted.data.difference], [paid.data.paid_amount, "0.00"]);
});

test("race: tips are paid out once, however often a payout is requested and decided", async () => {
  const driver = await createDriver("Arun");
  await earnTip(driver, "40.00");
  const offers = await Promise.all(Array.from({ length: 12 }, () => payOut(driver, 4000)));
  assert.equal(offers.filter(({ status }) => status === 200).length, 1);
  assert.equal(offers.filter(({ code }) => code === "CASH_HANDOVER_PENDING").length, 11);
  const { id } = offers.find(({ status }) => status === 200)!.data;
  const decisions = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? decide(driver.client, id, "confirmed") : decide(manager, id, "withdrawn"),
    ),
  );
  assert.equal(decisions.filter(({ status }) => status === 204).length, 1);
  assert.equal(decisions.filter(({ code }) => code === "CASH_HANDOVER_DECIDED").length, 11);
  const [paid] = await sql<{ state: string }[]>`select state from tip_payouts where id = ${id}`;
  assert.equal((await readAccount(manager, driver)).cash, paid!.state === "confirmed" ? 0 : 4000);
});

// The control: payouts that read what is due without the lock and the unique index.
test("control: without the lock, the same tips are paid out twice", async () => {
  await sql`create table plain_payouts (amount int)`;
  const haveBothRead = Promise.withResolvers<void>();
  let reading = 2;
  const payPlain = async (): Promise<void> => {
    const [sum] = await sql<{ due: number }[]>`select 40 - coalesce(sum(amount), 0)::int as due from plain_payouts`;
    if (--reading === 0) haveBothRead.resolve();
    await haveBothRead.promise;
    if (sum!.due > 0) await sql`insert into plain_payouts values (${sum!.due})`;
  };
  await Promise.all([payPlain(), payPlain()]);
  const [paid] = await sql<{ amount: number }[]>`select sum(amount)::int as amount from plain_payouts`;
  assert.notEqual(paid!.amount, 40);
});
