// §2 Pages of long lists: the first rows, read of a part of the period, are those of the whole list.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ReportName } from "#domain/reports/reports.ts";
import { readers } from "#server/features/reports/readers.ts";
import { createReportQuery, type ReportQuery } from "#server/features/reports/report-query.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { type CreatedBranch, createFactories } from "#tests/support/factories.ts";

const { sql } = await createTestDatabase();
const make = createFactories(sql);
const day = "2026-11-10";
const at = (minutes: number): Date => new Date(new Date(`${day}T00:00:00+05:30`).getTime() + minutes * 60_000);
let branches: CreatedBranch[];

/** Vehicles that come and go from 8 to 12 o'clock; the first one stays. */
before(async () => {
  const first = await make.branch();
  branches = [first, await make.branch({ company: first.company })];
  await sql`update "Branch" set status = 'published' where company = ${first.company}`;
  await sql`update "Branch" set time_zone = 'Europe/London' where id = ${branches[1]!.id}`;
  for (const { id: branch, company } of branches)
    for (let index = 0; index < 24; index += 1) {
      const [main] = await sql<{ id: number }[]>`
        insert into "Parking_Main_Information" ${sql({ company, branch, vehicle_no: `KA01P${index}`, parking_status_id: 2 })} returning id`;
      const came = at(480 + index * 10);
      const out = index === 0 ? null : at(485 + index * 10);
      const stay = { parking_main_info: main!.id, parking_status_id: out ? 2 : 1, in_time: came, out_time: out };
      const [entry] = await sql<
        { id: number }[]
      >`insert into "Parking_Information" ${sql({ company, branch, ...stay, paid_amount: 40, total_amount: 40 })} returning id`;
      if (out)
        await sql`insert into payments ${sql({ company, branch, amount: 40, mode: "cash", channel: "cash", kind: "payment", received_at: out, parking_information: entry!.id })}`;
    }
});

async function read(
  report: ReportName,
  filters: ReportQuery["filters"],
  limits: Pick<ReportQuery, "maxRows" | "maxCounted">,
) {
  const services = { sql, clock: () => at(3_000) };
  const query = await createReportQuery({
    services,
    place: { company: branches[0]!.company },
    range: { from: day, to: day },
    group: "",
    filters,
  });
  return readers[report]({ ...query, ...limits });
}

for (const [report, kind] of [
  ["visits", "arrived"],
  ["visits", "left"],
  ["visits", "inside"],
  ["people-entries", "created"],
  ["payments", "payment"],
] as const)
  test(`pages of ${report}, ${kind}, are the first rows of the list`, async () => {
    for (const filters of [{ kind }, { kind, at_branch: String(branches[1]!.id) }]) {
      const all = await read(report, filters, {});
      assert.ok(all.rows.length > 20);
      for (const maxRows of [1, 2, 7, 100]) {
        const page = await read(report, filters, { maxRows, maxCounted: 10 });
        assert.deepEqual(page.rows, all.rows.slice(0, maxRows), `${maxRows}`);
        assert.equal(page.count, null);
        assert.equal(page.totals, undefined);
        const counted = await read(report, filters, { maxRows });
        assert.deepEqual([counted.rows, counted.count, counted.totals], [page.rows, all.rows.length, all.totals]);
      }
    }
  });

test("a comparison with a list that is not counted has no totals", async () => {
  assert.deepEqual(await read("payments", {}, { maxRows: 0, maxCounted: 10 }), { rows: [], count: null });
});
