// Offers in the database: order of drivers, end of an offer, two processes on one database, and a restart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildApp } from "#server/app.ts";
import { createServices } from "#server/context.ts";
import { createPool } from "#server/db/pool.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock, url } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());
const services = createServices({ sql, config: testConfig, clock: () => clock.now! });
const start = Date.parse("2026-11-21T14:00:00Z");
const setSeconds = (seconds: number) => (clock.now = new Date(start + seconds * 1_000));

/** Creates a branch whose drivers went on duty one minute apart; the first one has waited longest. */
async function createBranchWithDrivers(...names: string[]) {
  const branch = await make.valetBranch({ config: { offer_timeout_seconds: 60 } });
  const manager = await make.user("manager", { branch });
  const drivers: CreatedUser[] = [];
  for (const [index, name] of names.entries()) {
    clock.now = new Date(start - (600 - index * 60) * 1_000);
    drivers.push(await make.user("staff", { branch, first_name: name }));
  }
  setSeconds(0);
  return { branch, manager, drivers };
}

async function createRequestedTicket(creator: CreatedUser) {
  const caller = await asUser(creator);
  const created = await caller.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  for (const verb of ["park", "request-pickup"]) {
    const moved = await caller.post(`/actions/valet/${created.data.id}/${verb}`, {});
    assert.equal(moved.status, 200, moved.text);
  }
  return created.data.id as number;
}

async function readOffer(id: number) {
  const [row] = await sql<{ name: string | null; manager: Date | null; driver: string | null; status: number }[]>`
    select u.first_name as name, v.manager_called_at as manager, d.first_name as driver, v.status_id as status
    from "Valet_and_Parking_Information" v left join users u on u.id = v.offered_to
    left join users d on d.id = v.pickup_request_assigned where v.id = ${id}`;
  return row!;
}

test("offers to the driver who has waited longest, then to the next and the manager; ends the offer on acceptance", async () => {
  const { branch, drivers } = await createBranchWithDrivers("Ravi", "Meena");
  const id = await createRequestedTicket(drivers[0]!);
  await offerPickups({ services, branch: branch.id });
  assert.deepEqual(await readOffer(id), { name: "Ravi", manager: null, driver: null, status: 3 });
  setSeconds(59);
  await offerPickups({ services });
  assert.equal((await readOffer(id)).name, "Ravi", "not yet");
  setSeconds(60);
  await Promise.all([1, 2, 3].map(() => offerPickups({ services })));
  assert.deepEqual(await readOffer(id), { name: "Meena", manager: clock.now, driver: null, status: 3 });
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from "Valet_and_Parking_History"
    where valet_and_parking_information = ${id} and changes ? 'offered_to'`;
  assert.equal(row!.count, 2, "three concurrent runs make one offer");

  const accepted = await (await asUser(drivers[0])).post(`/actions/valet/${id}/accept-pickup`);
  assert.equal(accepted.status, 200, "the first to accept gets the pickup, offered or not");
  assert.deepEqual(await readOffer(id), { name: null, manager: clock.now, driver: "Ravi", status: 4 });
  const rejected = await (await asUser(drivers[1])).post(`/actions/valet/${id}/accept-pickup`);
  assert.deepEqual([rejected.code, rejected.errors[0]!.extensions["name"]], ["ASSIGNED_SOME_OTHER", "Ravi"]);
});

test("withdraws the offer from a driver going off duty, but not an accepted pickup", async () => {
  const { branch, drivers, manager } = await createBranchWithDrivers("Ravi", "Meena");
  const [ravi, meena] = drivers as [CreatedUser, CreatedUser];
  const [first, second] = [await createRequestedTicket(ravi), await createRequestedTicket(ravi)];
  await offerPickups({ services, branch: branch.id });
  assert.deepEqual([(await readOffer(first)).name, (await readOffer(second)).name], ["Ravi", "Meena"]);
  assert.equal((await (await asUser(ravi)).post(`/actions/valet/${first}/accept-pickup`)).status, 200);
  const own = await (await asUser(ravi)).patch(`/users/${ravi.id}`, { in_out_flag: false });
  assert.equal(own.code, "KEYS_IN_HAND", "a driver hands the key over before leaving");
  // The manager ends the duty of a driver who has left with the key.
  for (const [actor, person] of [
    [manager, ravi],
    [meena, meena],
  ] as const) {
    const response = await (await asUser(actor)).patch(`/users/${person.id}`, { in_out_flag: false });
    assert.equal(response.status, 200, response.text);
  }
  await offerPickups({ services, branch: branch.id });
  assert.deepEqual(await readOffer(first), { name: null, manager: null, driver: "Ravi", status: 4 });
  assert.deepEqual(await readOffer(second), { name: null, manager: clock.now, driver: null, status: 3 });
  assert.equal((await (await asUser(ravi)).post(`/actions/valet/${first}/at-the-gate`)).status, 200);

  assert.equal((await (await asUser(meena)).patch(`/users/${meena.id}`, { in_out_flag: true })).status, 200);
  setSeconds(60);
  await offerPickups({ services, branch: branch.id });
  assert.equal((await readOffer(second)).name, "Meena", "offered again to a driver back on duty");
  const reassigned = await (await asUser(manager)).post(`/actions/valet/${second}/reassign`, { to: meena.id });
  assert.equal(reassigned.status, 200, reassigned.text);
  assert.deepEqual(await readOffer(second), { name: null, manager: new Date(start), driver: "Meena", status: 3 });
});

test("offers nothing to a driver whose car is at the gate and not handed over yet", async () => {
  const { branch, drivers } = await createBranchWithDrivers("Ravi");
  const driver = await asUser(drivers[0]);
  const [first, second] = [await createRequestedTicket(drivers[0]!), await createRequestedTicket(drivers[0]!)];
  for (const move of ["accept-pickup", "at-the-gate", "take-cash"])
    assert.equal((await driver.post(`/actions/valet/${first}/${move}`, {})).status, 200, move);
  await offerPickups({ services, branch: branch.id });
  assert.equal((await readOffer(second)).name, null);
  const [slip] = await sql`select 1 from "Valet_and_Parking_Information" where id = ${first} and status_id = 5`;
  assert.ok(slip, "control: the car is at the gate");
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = ${clock.now} where id = ${first}`;
  await offerPickups({ services, branch: branch.id });
  assert.equal((await readOffer(second)).name, "Ravi");
});

test("offers nothing to a driver who has the key of a received car, and ends the offer of one who gets a key", async () => {
  const { branch, drivers } = await createBranchWithDrivers("Ravi", "Meena");
  const [ravi, meena] = [await asUser(drivers[0]), await asUser(drivers[1])];
  const receive = async (driver: typeof ravi): Promise<number> => {
    const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
    return (await driver.post("/actions/valet/create-ticket", body)).data.id;
  };
  const id = await createRequestedTicket(drivers[0]!);
  const received = await receive(ravi);
  await offerPickups({ services, branch: branch.id });
  assert.equal((await readOffer(id)).name, "Meena");
  await receive(meena);
  await offerPickups({ services, branch: branch.id });
  assert.equal((await readOffer(id)).name, null);
  assert.equal((await ravi.post(`/actions/valet/${received}/park`, {})).status, 200);
  await offerPickups({ services, branch: branch.id });
  assert.equal((await readOffer(id)).name, "Ravi");
});

test("passes a declined offer to the next driver; rejects declining another driver's offer", async () => {
  const { branch, drivers } = await createBranchWithDrivers("Ravi", "Meena");
  const id = await createRequestedTicket(drivers[0]!);
  await offerPickups({ services, branch: branch.id });
  const [ravi, meena] = [await asUser(drivers[0]), await asUser(drivers[1])];
  assert.equal((await meena.post(`/actions/valet/${id}/pass-offer`)).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await ravi.post(`/actions/valet/${id}/pass-offer`)).status, 200);
  assert.equal((await readOffer(id)).name, "Meena");
  assert.equal(
    (await ravi.patch(`/items/Valet_and_Parking_Information/${id}`, { offered_to: null })).code,
    "FORBIDDEN",
  );
});

test("offers to managers from whom the branch revoked valet.manage, and still to staff to whom it granted it", async () => {
  const { branch, manager, drivers } = await createBranchWithDrivers("Ravi");
  const ravi = await asUser(drivers[0]);
  const admin = await asUser(await make.user("admin", { branch }));
  const setExceptions = async (capability_exceptions: object) =>
    assert.equal((await admin.patch(`/items/Branch/${branch.id}`, { capability_exceptions })).status, 200);
  const id = await createRequestedTicket(drivers[0]!);
  assert.equal((await ravi.patch(`/users/${drivers[0]!.id}`, { in_out_flag: false })).status, 200);

  await setExceptions({ manager: { "valet.manage": false } });
  await offerPickups({ services, branch: branch.id });
  const [offer] = await sql`select offered_to, manager_called_at from "Valet_and_Parking_Information" where id = ${id}`;
  assert.deepEqual({ ...offer }, { offered_to: manager.id, manager_called_at: null });

  assert.equal((await ravi.patch(`/users/${drivers[0]!.id}`, { in_out_flag: true })).status, 200);
  await setExceptions({ staff: { "valet.manage": true } });
  setSeconds(60);
  await offerPickups({ services, branch: branch.id });
  assert.equal((await readOffer(id)).name, "Ravi");
});

test("requests a scheduled pickup in time, once", async () => {
  const { branch, drivers } = await createBranchWithDrivers("Ravi");
  const ravi = await asUser(drivers[0]);
  const created = await ravi.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  const { id } = created.data;
  await ravi.post(`/actions/valet/${id}/park`, {});
  const scheduledFor = new Date(start + 3_600_000).toISOString();
  const scheduled = await ravi.patch(`/items/Valet_and_Parking_Information/${id}`, { pickup_wanted_at: scheduledFor });
  assert.equal(scheduled.status, 200, scheduled.text);
  setSeconds(44 * 60);
  await offerPickups({ services });
  assert.equal((await readOffer(id)).status, 2);
  setSeconds(45 * 60);
  await Promise.all([1, 2, 3].map(() => offerPickups({ services })));
  await offerPickups({ services, branch: branch.id });
  assert.deepEqual(await readOffer(id), { name: "Ravi", manager: null, driver: null, status: 3 });
});

test("offers a pickup requested on one server and publishes it on the other", async (context) => {
  clock.now = null;
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const pool = createPool(url, { max: 5 });
      const app = await buildApp({ sql: pool, config: testConfig });
      return { app, pool, address: await app.listen({ port: 0, host: "127.0.0.1" }) };
    }),
  );
  context.after(async () => {
    for (const { app, pool } of servers) {
      await app.close();
      await pool.end({ timeout: 5 });
    }
  });
  const branch: CreatedBranch = await make.valetBranch();
  const ravi = await make.user("staff", { branch, first_name: "Ravi" });
  const { token } = await asUser(ravi);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const [firstServer, secondServer] = servers.map(({ address }) => address);

  const ticket = (await (
    await fetch(`${secondServer}/live/ticket`, { method: "POST", headers, body: "{}" })
  ).json()) as {
    data: { ticket: string };
  };
  const stream = await fetch(
    `${secondServer}/live?ticket=${ticket.data.ticket}&collections=Valet_and_Parking_Information`,
  );
  const reader = stream.body!.getReader();
  context.after(() => reader.cancel());
  const offered = new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error("no offer was published")), 20_000);
    async function readEvents(): Promise<void> {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        if (!new TextDecoder().decode(value).includes('"Valet_and_Parking_Information"')) continue;
        const [open] =
          await sql`select 1 from "Valet_and_Parking_Information" where branch = ${branch.id} and offered_to = ${ravi.id}`;
        if (!open) continue;
        clearTimeout(timeout);
        return resolve();
      }
    }
    readEvents().catch(reject);
  });

  const post = async (path: string, body: object) => {
    const answer = await fetch(firstServer + path, { method: "POST", headers, body: JSON.stringify(body) });
    const parsed = (await answer.json()) as { data: { id: number } };
    assert.equal(answer.status, 200, JSON.stringify(parsed));
    return parsed.data.id;
  };
  const id = await post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  await post(`/actions/valet/${id}/park`, {});
  await post(`/actions/valet/${id}/request-pickup`, {});
  await offered;
});
