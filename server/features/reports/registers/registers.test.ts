// §2 Each figure of a report opens its entries: as many as it counts, in one statement for any number of them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createLastingClient, startApp } from "#tests/support/app.ts";
import { type CreatedBranch, createFactories } from "#tests/support/factories.ts";

const { sql, asUser, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());

const at = (time: string, day = "2026-11-10"): Date => new Date(`${day}T${time}:00+05:30`);
clock.now = at("08:00", "2026-11-09");

type Values = { [column: string]: string | number | null };
interface Link {
  report: string;
  filters: { [name: string]: string };
  range?: { from: string; to: string };
}
interface Report {
  rows: { values: Values; link?: Link; links?: { [column: string]: Link } }[];
  row_count: number;
  totals: Values;
}

let branch: CreatedBranch;
let other: CreatedBranch;
let admin: ReturnType<typeof createLastingClient>;

async function read(report: string, query: { [name: string]: string }): Promise<Report> {
  clock.now = at("12:00", "2026-11-20");
  const response = await admin.get(`/actions/reports/${report}?${new URLSearchParams(query).toString()}`);
  assert.equal(response.status, 200, response.text);
  return response.data;
}

const days = { from: "2026-11-09", to: "2026-11-11" };

/** Opens each link of the rows with the days of the report. */
async function openLinks(
  report: string,
  query: { [name: string]: string },
): Promise<{ column: string | null; values: Values; opened: Report }[]> {
  const { rows } = await read(report, query);
  const links = rows.flatMap(({ values, link, links: own = {} }) => [
    ...(link && "report" in link ? [{ column: null, values, link }] : []),
    ...Object.entries(own).map(([column, figureLink]) => ({ column, values, link: figureLink })),
  ]);
  assert.ok(links.length > 0, `${report} opens nothing`);
  const { group: _, ...others } = query;
  return Promise.all(
    links.map(async ({ column, values, link }) => ({
      column,
      values,
      opened: await read(link.report, {
        from: others["from"]!,
        to: others["to"]!,
        ...(others["branch"] && { branch: "all" }),
        ...link.range,
        ...link.filters,
      }),
    })),
  );
}

before(async () => {
  branch = await make.branch({ slots: 4, config: { is_free: false } });
  other = await make.branch({ slots: 2, company: branch.company });
  await sql`update "Branch" set status = 'published' where company = ${branch.company}`;
  admin = createLastingClient({ asUser, user: await make.user("admin", { branch }) });
  const [driver, approver] = [await make.user("staff", { branch }), await make.user("manager", { branch })];
  const [offer] = await sql<{ id: number }[]>`
    insert into "Offers" ${sql({ company: branch.company, branch: branch.id, coupon_title: "Opening", kind: "flat", state: "running" })} returning id`;
  for (const [index, place] of [branch, branch, branch, branch, branch, other, other].entries()) {
    const own = { company: place.company, branch: place.id };
    const [main] = await sql<{ id: number }[]>`
      insert into "Parking_Main_Information" ${sql({ ...own, vehicle_no: `KA07R${index}`, parking_status_id: 2 })} returning id`;
    const came = at(`${String(8 + index).padStart(2, "0")}:10`);
    const out = new Date(came.getTime() + (20 + index * 45) * 60_000);
    const [entry] = await sql<{ id: number }[]>`insert into "Parking_Information" ${sql({
      ...own,
      parking_main_info: main!.id,
      parking_status_id: 2,
      in_time: came,
      out_time: index === 6 ? null : out,
      date_created: came,
      slot_prefix: index < 4 ? "A" : null,
      slot_no: index < 3 ? 1 : index === 3 ? 9 : null,
      approved_at: index % 2 === 0 ? came : null,
      approved_by: index % 2 === 0 ? approver.id : null,
      paid_amount: 40,
      total_amount: index === 1 ? 0 : 40,
      actual_amount: 40,
      user_created: driver.id,
    })} returning id`;
    await sql`insert into payments ${sql({ ...own, amount: 40, mode: index === 2 ? "online" : "cash", channel: index === 2 ? "upi" : "cash", reference: index === 2 ? "K7QX" : null, kind: "payment", received_at: out, parking_information: entry!.id, collected_by: index === 0 ? null : driver.id })}`;
    if (index < 3)
      await sql`insert into "Offer_Uses" ${sql({ ...own, offer: offer!.id, parking_information: entry!.id, amount: "15.00", state: "used", date_created: out })}`;
    const [ticket] = await sql<{ id: number }[]>`insert into "Valet_and_Parking_Information" ${sql({
      ...own,
      Vehicle_Number: `KA08R${index}`,
      Customer_Phone_Number: "9840012345",
      status_id: 6,
      Assigned_Staff: index === 0 ? null : driver.id,
      pickup_request_assigned: driver.id,
      in_time: came,
      pickup_requested_at: came,
      started_time: came,
      at_gate_at: out,
      out_time: out,
      valet_tip: index === 1 ? "20.00" : null,
      told_wait_minutes: index < 3 ? 30 : null,
      pickup_wanted_at: index === 4 ? out : null,
      damages: index === 2 ? sql.json(["front_bumper"]) : null,
    } as never)} returning id`;
    const parked = { valet_and_parking_information: ticket!.id, status_id: 2, date_created: out };
    await sql`insert into "Valet_and_Parking_History" ${sql({ ...parked, changes: sql.json({ status_id: [1, 2] }) } as never)}`;
  }
  for (const name of ["used", "unused"])
    await sql`insert into "Parking_Main_Information" ${sql({ company: branch.company, branch: branch.id, vehicle_no: `KA09${name}`, parking_type: "long_time", pass_end_time: at("20:00") })}`;
});

/** Reports by the figure that counts what a link of the row opens. */
const counted = [
  ["stays", "stays", ["length", "day", "branch"]],
  ["turnover", "entries", ["block", "slot", "branch"]],
  ["exceptions", "count", ["kind", "person", "branch"]],
] as const;

for (const [report, figure, groups] of counted)
  for (const group of groups)
    for (const place of [{}, { branch: "all" }])
      test(`${report} by ${group} opens what it counts${"branch" in place ? ", across branches" : ""}`, async () => {
        for (const { values, opened } of await openLinks(report, { ...days, ...place, group }))
          assert.equal(opened.row_count, values[figure], JSON.stringify(values));
      });

for (const [report, groups] of [
  ["valet-times", ["day", "hour", "person", "branch"]],
  ["valet-drivers", ["person", "branch"]],
  ["visitors", ["day", "person", "branch"]],
  ["offers", ["offer", "day", "branch"]],
  ["staff-hours", ["person", "day", "branch"]],
  ["passes", ["day", "branch"]],
] as const)
  for (const group of groups)
    test(`figures of ${report} by ${group} open what they count`, async () => {
      for (const { column, values, opened } of await openLinks(report, { ...days, branch: "all", group })) {
        const isAmount = column !== null && ["cash", "cost", "tips", "revenue"].includes(column);
        assert.equal(
          isAmount ? opened.totals["amount"] : opened.row_count,
          values[column!],
          `${column} of ${JSON.stringify(values)}`,
        );
      }
    });

test("revenue opens the payments that add up to it", async () => {
  for (const group of ["month", "channel", "vehicle_type", "service", "shift", "person", "tariff", "offer", "branch"])
    for (const { values, opened } of await openLinks("revenue", { ...days, branch: "all", group }))
      assert.equal(
        opened.totals["amount"],
        Number(values["net"]) + Number(values["settled"]),
        `${group}: ${JSON.stringify(values)}`,
      );
  for (const { column, values, opened } of await openLinks("revenue", { ...days, group: "day" }))
    if (column === "net") assert.equal(opened.totals["amount"], Number(values["net"]) + Number(values["settled"]));
});

test("payments are found by a part of their reference, and by the UTR that ends with it", async () => {
  const readReferences = async (reference: string) =>
    (await read("payments", { ...days, branch: "all", reference })).rows.map(({ values }) => values["reference"]);
  const all = (await read("payments", { ...days, branch: "all", channel: "upi" })).rows.length;
  assert.ok(all > 0);
  for (const typed of ["K7QX", "k7q", "4512-8890 k7qx"])
    assert.deepEqual(
      await readReferences(typed),
      Array.from({ length: all }, () => "K7QX"),
      typed,
    );
  for (const typed of ["K7QZ", "K7QX1"]) assert.deepEqual(await readReferences(typed), [], typed);
});

test("online payments are found by their UTR and by the provider's number, and show the UTR", async () => {
  const own = { company: branch.company, branch: branch.id };
  const paid = new Date("2026-10-05T06:30:00.000Z");
  for (const [transaction, utr] of [
    ["CHV5001", "428814017233"],
    ["CHV5002", null],
  ] as const) {
    await sql`insert into payment_attempts ${sql({ ...own, amount: 30, state: "success", merchant_transaction_id: transaction, utr })}`;
    await sql`insert into payments ${sql({ ...own, amount: 30, mode: "online", channel: "online", kind: "payment", received_at: paid, merchant_transaction_id: transaction })}`;
  }
  const readReferences = async (filters: { reference?: string }) =>
    (await read("payments", { from: "2026-10-05", to: "2026-10-05", branch: "all", ...filters })).rows.map(
      ({ values }) => values["reference"],
    );
  assert.deepEqual(await readReferences({}), ["428814017233", "CHV5002"]);
  for (const typed of ["4288 1401 7233", "17233", "chv5001"])
    assert.deepEqual(await readReferences({ reference: typed }), ["428814017233"], typed);
  assert.deepEqual(await readReferences({ reference: "CHV5002" }), ["CHV5002"]);
});

test("occupancy and full times open the vehicles that were inside", async () => {
  const { rows } = await read("visits", { ...days, kind: "inside", weekday: "2", hour: "9", service: "is_parking" });
  assert.deepEqual(
    rows.map(({ values }) => values["vehicle"]),
    ["KA07R1"],
  );
  for (const group of ["hour_of_week", "hour", "day", "branch"])
    for (const { values, opened } of await openLinks("occupancy", { ...days, branch: "all", group }))
      assert.ok(opened.row_count >= Number(values["highest"]), `${opened.row_count}: ${JSON.stringify(values)}`);
  const [full] = await openLinks("full", { ...days, group: "day" });
  assert.equal(full?.opened.row_count, 4);
});

test("a charge names the slot of its entry", async () => {
  const { rows } = await read("charges", { ...days, kind: "parking" });
  const slots = new Map(rows.map(({ values }) => [values["vehicle"], values["slot"]]));
  assert.deepEqual(
    ["KA07R0", "KA07R3", "KA07R4"].map((vehicle) => slots.get(vehicle)),
    ["A1", "A9", null],
  );
});

test("the forecast opens what came a week before", async () => {
  const query = { from: "2026-11-17", to: "2026-11-17" };
  for (const { column, values, opened } of await openLinks("forecast", query))
    assert.equal(opened.row_count, values[column!]);
});

test("a register has the totals of all rows, and a kind that is unknown has none", async () => {
  const { rows, totals, row_count: count } = await read("visits", { ...days, branch: "all" });
  assert.equal(count, 14);
  assert.equal(rows.length, 14);
  assert.equal(totals["amount"], 28_000);
  assert.equal((await read("visits", { ...days, kind: "nonsense" })).row_count, 0);
  const file = await admin.get(
    `/actions/reports/visits/file?${new URLSearchParams({ ...days, branch: "all" }).toString()}`,
  );
  assert.equal(file.text.trim().split("\r\n").length, 16);
});
