// §4: the warning before the end of a pass: once per end, through the outbox.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createServices } from "#server/context.ts";
import { warnPassHolders } from "#server/features/passes/warn-holders.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());
const services = createServices({ sql, config: testConfig, clock: () => clock.now ?? new Date() });
const start = new Date("2026-11-01T04:30:00Z");
const setDay = (day: number) => (clock.now = new Date(start.getTime() + day * 86_400_000));
let phones = 0;
const nextPhone = () => `96${String((phones += 1)).padStart(8, "0")}`;

clock.now = start;
const branch = await make.branch({ rate: "20.00", name: "T Nagar" });
const staff = await make.user("staff", { branch });

async function issue(phone_no: string, body: object): Promise<{ id: number; vehicle_no: string }> {
  const vehicle_no = make.plate();
  const gate = await asUser(staff);
  const { data } = await gate.post("/actions/passes", { vehicle_no, phone_no, ...body });
  return { id: data.id, vehicle_no };
}

const readMessages = (phone: string) => sql<{ values: { [name: string]: string } }[]>`
  select values from "Outbox" where channel = 'sms' and template = 'pass-ending' and recipient = ${phone} order by id`;

test("warns the holder once within seven days before the end, and again before the end of a renewal", async () => {
  setDay(0);
  const phone = nextPhone();
  const pass = await issue(phone, { time_type: "days", duration: 30 });
  setDay(22.9);
  await warnPassHolders({ services });
  assert.equal((await readMessages(phone)).length, 0);
  setDay(23);
  await Promise.all([warnPassHolders({ services }), warnPassHolders({ services })]);
  setDay(24);
  await warnPassHolders({ services });
  const [message, ...others] = await readMessages(phone);
  assert.equal(others.length, 0);
  assert.equal(message!.values["visitor"], pass.vehicle_no);
  assert.match(message!.values["until"]!, /2026/);
  const renewed = await (
    await asUser(staff)
  ).post(`/actions/passes/${pass.id}/renew`, { time_type: "month", duration: 1 });
  assert.equal(renewed.status, 200, renewed.text);
  await warnPassHolders({ services });
  assert.equal((await readMessages(phone)).length, 1);
  setDay(54);
  await warnPassHolders({ services });
  assert.equal((await readMessages(phone)).length, 2);
});

test("warns of no pass that is short, over, rejected, unpaid, or waits for approval", async () => {
  setDay(0);
  const cases: [string, object, string?][] = [
    [nextPhone(), { time_type: "days", duration: 8 }],
    [nextPhone(), { time_type: "days", duration: 20 }],
    [nextPhone(), { time_type: "days", duration: 30 }, "parking_status_id = 4"],
    [nextPhone(), { time_type: "days", duration: 30 }, "is_unpaid = true"],
    [nextPhone(), { time_type: "days", duration: 30 }, "is_waiting_for_approve = true"],
    [nextPhone(), { time_type: "days", duration: 30 }],
  ];
  for (const [phone, body, change] of cases) {
    const { id } = await issue(phone, body);
    if (change) await sql.unsafe(`update "Parking_Main_Information" set ${change} where id = ${id}`);
  }
  setDay(7.9);
  await warnPassHolders({ services });
  setDay(25);
  await warnPassHolders({ services });
  const counts = await Promise.all(cases.map(async ([phone]) => (await readMessages(phone)).length));
  assert.deepEqual(counts, [0, 0, 0, 0, 0, 1]);
});
