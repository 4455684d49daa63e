// §2 Reports of the forecast, the valet, visitors, passes, offers and staff against figures that were computed by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLastingClient, startApp } from "#tests/support/app.ts";
import { type CreatedBranch, createFactories } from "#tests/support/factories.ts";

const { sql, asUser, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());

const day = "2026-11-10";
/** A time in India. */
const at = (time: string, on = day): Date => new Date(`${on}T${time}:00+05:30`);
const readTime = at("12:00", "2026-11-12");
clock.now = at("08:00", "2026-11-09");

async function read(report: string, query: Record<string, string>, client: ReturnType<typeof createLastingClient>) {
  clock.now = readTime;
  const parameters = new URLSearchParams({ from: day, ...query });
  const response = await client.get(`/actions/reports/${report}?${parameters.toString()}`);
  assert.equal(response.status, 200, response.text);
  return response.data as {
    rows: { values: Record<string, string | number | null>; link?: unknown }[];
    totals: Record<string, number | null>;
  };
}

const pick = (rows: { values: Record<string, unknown> }[], ...columns: string[]): unknown[][] =>
  rows.map(({ values }) => columns.map((column) => values[column]));

let plates = 0;

async function insertEntry({ branch: site, ...values }: { branch: CreatedBranch; [column: string]: unknown }) {
  const own = { company: site.company, branch: site.id };
  plates += 1;
  const [main] = await sql<{ id: number }[]>`
    insert into "Parking_Main_Information" ${sql({ ...own, vehicle_no: `KA01Z${plates}`, parking_status_id: 2 })} returning id`;
  const row = { ...own, parking_main_info: main!.id, parking_status_id: 2, out_time: values["in_time"], ...values };
  const [entry] = await sql<{ id: number }[]>`insert into "Parking_Information" ${sql(row as never)} returning id`;
  return { id: entry!.id, main: main!.id };
}

test("the forecast is the median of the same weekday, with the staff for it and the error of the week before", async () => {
  const quiet = await make.branch();
  const client = createLastingClient({ asUser, user: await make.user("manager", { branch: quiet }) });
  // Seven Wednesdays up to the day before the read time, on which 1, 2, … 7 vehicles came at 9.
  for (const [index, on] of ["09-30", "10-07", "10-14", "10-21", "10-28", "11-04", "11-11"].entries())
    for (let count = 0; count <= index; count += 1)
      await insertEntry({ branch: quiet, in_time: at("09:10", `2026-${on}`) });
  const { rows, totals } = await read("forecast", { from: "2026-11-18" }, client);
  assert.deepEqual(
    pick(rows, "hour", "expected", "low", "high", "staff", "forecast_before", "came_before")[9],
    [9, 4, 1.6, 6.4, 1, 3.5, 7],
  );
  assert.equal(totals["error_before"], 3.5);
  assert.equal(rows.length, 24);
});

test("valet times and drivers are of the cars received and brought", async () => {
  const site = await make.valetBranch();
  const [driver, client] = [
    await make.user("valet-staff" as never, { branch: site }).catch(() => make.user("staff", { branch: site })),
    createLastingClient({ asUser, user: await make.user("manager", { branch: site }) }),
  ];
  const base = { company: site.company, branch: site.id, Customer_Phone_Number: "9840012345" };
  const insertTicket = async (parkMinutes: number, waitMinutes: number, fields: object = {}) => {
    plates += 1;
    const requested = at("12:00");
    const ticket = {
      ...base,
      Vehicle_Number: `KA02Z${plates}`,
      status_id: 6,
      Assigned_Staff: driver.id,
      pickup_request_assigned: driver.id,
      in_time: at("10:00"),
      pickup_requested_at: requested,
      started_time: new Date(requested.getTime() + 60_000),
      at_gate_at: new Date(requested.getTime() + waitMinutes * 60_000),
      out_time: at("13:00"),
      ...fields,
    };
    const [row] = await sql<
      { id: number }[]
    >`insert into "Valet_and_Parking_Information" ${sql(ticket as never)} returning id`;
    const history = {
      valet_and_parking_information: row!.id,
      status_id: 2,
      date_created: new Date(at("10:00").getTime() + parkMinutes * 60_000),
    };
    await sql`insert into "Valet_and_Parking_History" ${sql({ ...history, changes: sql.json({ status_id: [1, 2] }) } as never)}`;
  };
  await insertTicket(4, 5, { told_wait_minutes: 6, valet_tip: "30.00", damages: sql.json(["front_bumper"]) });
  await insertTicket(6, 7, { told_wait_minutes: 6, pickup_wanted_at: at("12:05") });
  await insertTicket(20, 9, { voided_at: at("12:30") });
  const times = await read("valet-times", { group: "person" }, client);
  assert.deepEqual(
    pick(
      times.rows,
      "parked",
      "park_median",
      "brought",
      "bring_median",
      "wait_median",
      "wait_ninetieth",
      "told",
      "told_kept",
      "scheduled",
      "late_median",
    ),
    [[2, 300, 2, 300, 360, 408, 2, 50, 1, 120]],
  );
  const drivers = await read("valet-drivers", {}, client);
  assert.deepEqual(pick(drivers.rows, "tickets", "parked", "brought", "tips", "damages"), [[2, 2, 2, 3_000, 1]]);
});

test("visitors are counted by decision, and passes by sale, renewal, end and use", async () => {
  const site = await make.branch();
  const approver = await make.user("manager", { branch: site });
  const client = createLastingClient({ asUser, user: approver });
  const decided = { branch: site, in_time: null, out_time: null, date_created: at("10:00"), approved_by: approver.id };
  await insertEntry({ ...decided, approved_at: at("10:01"), in_time: at("10:01"), out_time: at("11:00") });
  await insertEntry({ ...decided, approved_at: at("10:03"), decision_reason: "Not expected", parking_status_id: 4 });
  const visitors = await read("visitors", { group: "person" }, client);
  assert.deepEqual(pick(visitors.rows, "asked", "approved", "refused", "median", "ninetieth"), [[2, 1, 1, 120, 168]]);

  const own = { company: site.company, branch: site.id };
  const passIds: number[] = [];
  for (const name of ["used", "unused"]) {
    const pass = {
      ...own,
      vehicle_no: `KA03${name}`,
      parking_type: "long_time",
      pass_start_time: at("00:00", "2026-10-10"),
      pass_end_time: at("20:00"),
    };
    const [row] = await sql<{ id: number }[]>`insert into "Parking_Main_Information" ${sql(pass)} returning id`;
    passIds.push(row!.id);
  }
  await sql`insert into "Parking_Information" ${sql({ ...own, parking_main_info: passIds[0]!, parking_status_id: 2, in_time: at("09:00", "2026-10-20"), out_time: at("10:00", "2026-10-20") })}`;
  const pay = (pass: number, time: Date, amount: string) =>
    sql`insert into payments ${sql({ ...own, pass, amount, mode: "cash", channel: "cash", kind: "payment", received_at: time })}`;
  await pay(passIds[0]!, at("09:00", "2026-10-10"), "500.00");
  await pay(passIds[0]!, at("09:00"), "500.00");
  await pay(passIds[1]!, at("10:00"), "300.00");
  const passes = await read("passes", {}, client);
  assert.deepEqual(pick(passes.rows, "group", "sold", "renewed", "ending", "unused", "revenue"), [
    [day, 1, 1, 2, 1, 80_000],
  ]);
});

test("offers are counted with their cost and new customers", async () => {
  const site = await make.branch();
  const client = createLastingClient({ asUser, user: await make.user("manager", { branch: site }) });
  const own = { company: site.company, branch: site.id };
  const [offer] = await sql<{ id: number }[]>`
    insert into "Offers" ${sql({ ...own, coupon_title: "Opening", kind: "flat", state: "running" })} returning id`;
  const first = await insertEntry({ branch: site, in_time: at("09:00") });
  const [again] = await sql<
    { id: number }[]
  >`insert into "Parking_Information" ${sql({ ...own, parking_main_info: first.main, parking_status_id: 2, in_time: at("11:00"), out_time: at("12:00") })} returning id`;
  for (const [entry, state] of [
    [first.id, "used"],
    [again!.id, "used"],
    [again!.id, "returned"],
  ] as const)
    await sql`insert into "Offer_Uses" ${sql({ ...own, offer: offer!.id, parking_information: entry, amount: "15.00", state, date_created: at("12:00") })}`;
  const offers = await read("offers", {}, client);
  assert.deepEqual(pick(offers.rows, "group", "uses", "cost", "new_customers"), [["Opening", 2, 3_000, 1]]);
  assert.equal((await read("offers", { offer: "0" }, client)).rows.length, 0);
});

test("hours of staff are cut at midnight, with entries and cash", async () => {
  const site = await make.branch();
  const person = await make.user("staff", { branch: site });
  const client = createLastingClient({ asUser, user: await make.user("manager", { branch: site }) });
  await sql`delete from attendance where branch = ${site.id}`;
  const own = { company: site.company, branch: site.id };
  for (const [time, is_present] of [
    [at("22:00", "2026-11-09"), true],
    [at("02:00"), false],
    [at("10:00"), true],
    [at("12:00"), false],
  ] as const)
    await sql`insert into attendance ${sql({ ...own, user: person.id, is_present, date_created: time })}`;
  for (const time of ["10:10", "10:20", "11:00", "11:10"])
    await insertEntry({ branch: site, in_time: at(time), user_created: person.id });
  await sql`insert into payments ${sql({ ...own, amount: "70.00", mode: "cash", channel: "cash", kind: "payment", received_at: at("11:00"), collected_by: person.id })}`;
  const { rows } = await read("staff-hours", {}, client);
  assert.deepEqual(pick(rows, "duty", "entries", "hourly_entries", "cash", "differences"), [[240, 4, 1, 7_000, 0]]);
  const days = await read("staff-hours", { from: "2026-11-09", to: day, group: "day" }, client);
  assert.deepEqual(pick(days.rows, "group", "duty"), [
    ["2026-11-09", 120],
    [day, 240],
  ]);
});
