// Offers on real rows: who is asked, what ends an offer, two processes on one database, and a restart.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { makeHouse } from "#server/context.ts";
import { connect } from "#server/db/pool.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql, clock, url } = await startApp();
const make = factories(sql, () => clock.now ?? new Date());
const house = makeHouse({ sql, config: testConfig, clock: () => clock.now! });
const start = Date.parse("2026-11-21T14:00:00Z");
const at = (seconds: number) => (clock.now = new Date(start + seconds * 1_000));

/** A branch with drivers who began their duty one minute after the other, the first named has waited longest. */
async function branchWith(...names: string[]) {
  const branch = await make.valetBranch({ config: { offer_timeout_seconds: 60 } });
  const boss = await make.user("manager", { branch });
  const drivers: MadeUser[] = [];
  for (const [place, name] of names.entries()) {
    clock.now = new Date(start - (600 - place * 60) * 1_000);
    drivers.push(await make.user("staff", { branch, first_name: name }));
  }
  at(0);
  return { branch, boss, drivers };
}

async function requested(by: MadeUser) {
  const caller = await as(by);
  const made = await caller.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  for (const verb of ["park", "request-pickup"]) {
    const moved = await caller.post(`/actions/valet/${made.data.id}/${verb}`, {});
    assert.equal(moved.status, 200, moved.text);
  }
  return made.data.id as number;
}

async function offerOf(id: number) {
  const [row] = await sql<{ name: string | null; manager: Date | null; brings: string | null; status: number }[]>`
    select u.first_name as name, v.manager_called_at as manager, d.first_name as brings, v.status_id as status
    from "Valet_and_Parking_Information" v left join users u on u.id = v.offered_to
    left join users d on d.id = v.pickup_request_assigned where v.id = ${id}`;
  return row!;
}

test("offered to who has waited longest, then to the next and to the manager; accepted, it is gone", async () => {
  const { branch, drivers } = await branchWith("Ravi", "Meena");
  const id = await requested(drivers[0]!);
  await offerPickups({ house, branch: branch.id });
  assert.deepEqual(await offerOf(id), { name: "Ravi", manager: null, brings: null, status: 3 });
  at(59);
  await offerPickups({ house });
  assert.equal((await offerOf(id)).name, "Ravi", "not yet");
  at(60);
  await Promise.all([1, 2, 3].map(() => offerPickups({ house })));
  assert.deepEqual(await offerOf(id), { name: "Meena", manager: clock.now, brings: null, status: 3 });
  const [row] = await sql<{ told: number }[]>`
    select count(*)::int as told from "Valet_and_Parking_History"
    where valet_and_parking_information = ${id} and changes ? 'offered_to'`;
  assert.equal(row!.told, 2, "three at once make one offer");

  const late = await (await as(drivers[0])).post(`/actions/valet/${id}/accept-pickup`);
  assert.equal(late.status, 200, "whoever is first has it, offered or not");
  assert.deepEqual(await offerOf(id), { name: null, manager: clock.now, brings: "Ravi", status: 4 });
  const lost = await (await as(drivers[1])).post(`/actions/valet/${id}/accept-pickup`);
  assert.deepEqual([lost.code, lost.errors[0]!.extensions["name"]], ["ASSIGNED_SOME_OTHER", "Ravi"]);
});

test("going off duty loses the offer at once, never the car one is driving", async () => {
  const { branch, drivers, boss } = await branchWith("Ravi", "Meena");
  const [ravi, meena] = drivers as [MadeUser, MadeUser];
  const [first, second] = [await requested(ravi), await requested(ravi)];
  await offerPickups({ house, branch: branch.id });
  assert.deepEqual([(await offerOf(first)).name, (await offerOf(second)).name], ["Ravi", "Meena"]);
  assert.equal((await (await as(ravi)).post(`/actions/valet/${first}/accept-pickup`)).status, 200);
  for (const person of drivers) {
    const left = await (await as(person)).patch(`/users/${person.id}`, { in_out_flag: false });
    assert.equal(left.status, 200, left.text);
  }
  await offerPickups({ house, branch: branch.id });
  assert.deepEqual(await offerOf(first), { name: null, manager: null, brings: "Ravi", status: 4 });
  assert.deepEqual(await offerOf(second), { name: null, manager: clock.now, brings: null, status: 3 });
  assert.equal((await (await as(ravi)).post(`/actions/valet/${first}/at-the-gate`)).status, 200);

  assert.equal((await (await as(meena)).patch(`/users/${meena.id}`, { in_out_flag: true })).status, 200);
  at(60);
  await offerPickups({ house, branch: branch.id });
  assert.equal((await offerOf(second)).name, "Meena", "back on duty she is asked again");
  const given = await (await as(boss)).post(`/actions/valet/${second}/reassign`, { to: meena.id });
  assert.equal(given.status, 200, given.text);
  assert.deepEqual(await offerOf(second), { name: null, manager: new Date(start), brings: "Meena", status: 3 });
});

test("passed on, the next is asked; what is not one's own cannot be passed on", async () => {
  const { branch, drivers } = await branchWith("Ravi", "Meena");
  const id = await requested(drivers[0]!);
  await offerPickups({ house, branch: branch.id });
  const [ravi, meena] = [await as(drivers[0]), await as(drivers[1])];
  assert.equal((await meena.post(`/actions/valet/${id}/pass-offer`)).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await ravi.post(`/actions/valet/${id}/pass-offer`)).status, 200);
  assert.equal((await offerOf(id)).name, "Meena");
  assert.equal(
    (await ravi.patch(`/items/Valet_and_Parking_Information/${id}`, { offered_to: null })).code,
    "FORBIDDEN",
  );
});

test("a car wanted at a time is asked for by itself in time, once", async () => {
  const { branch, drivers } = await branchWith("Ravi");
  const ravi = await as(drivers[0]);
  const made = await ravi.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  const { id } = made.data;
  await ravi.post(`/actions/valet/${id}/park`, {});
  const wanted = new Date(start + 3_600_000).toISOString();
  const asked = await ravi.patch(`/items/Valet_and_Parking_Information/${id}`, { pickup_wanted_at: wanted });
  assert.equal(asked.status, 200, asked.text);
  at(44 * 60);
  await offerPickups({ house });
  assert.equal((await offerOf(id)).status, 2);
  at(45 * 60);
  await Promise.all([1, 2, 3].map(() => offerPickups({ house })));
  await offerPickups({ house, branch: branch.id });
  assert.deepEqual(await offerOf(id), { name: "Ravi", manager: null, brings: null, status: 3 });
});

test("a request through one server is offered and told by the other; a third that starts later takes up what has run out", async () => {
  clock.now = null;
  const others = await Promise.all(
    [1, 2].map(async () => {
      const own = connect(url, { max: 5 });
      const app = await buildApp({ sql: own, config: testConfig });
      return { app, own, address: await app.listen({ port: 0, host: "127.0.0.1" }) };
    }),
  );
  after(async () => {
    for (const { app, own } of others) {
      await app.close();
      await own.end({ timeout: 5 });
    }
  });
  const branch: MadeBranch = await make.valetBranch();
  const ravi = await make.user("staff", { branch, first_name: "Ravi" });
  const { token } = await as(ravi);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const [here, there] = others.map(({ address }) => address);

  const ticket = (await (await fetch(`${there}/live/ticket`, { method: "POST", headers, body: "{}" })).json()) as {
    data: { ticket: string };
  };
  const stream = await fetch(`${there}/live?ticket=${ticket.data.ticket}&collections=Valet_and_Parking_Information`);
  const reader = stream.body!.getReader();
  after(() => reader.cancel());
  const seen = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("no offer was told within five seconds")), 5_000);
    async function listen(): Promise<void> {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        if (!new TextDecoder().decode(value).includes('"Valet_and_Parking_Information"')) continue;
        const [open] =
          await sql`select 1 from "Valet_and_Parking_Information" where branch = ${branch.id} and offered_to = ${ravi.id}`;
        if (!open) continue;
        clearTimeout(late);
        return resolve();
      }
    }
    listen().catch(reject);
  });

  const post = async (path: string, body: object) => {
    const answer = await fetch(here + path, { method: "POST", headers, body: JSON.stringify(body) });
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
  await seen;
});
