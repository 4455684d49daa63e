// §2 Each figure of a report opens its entries: of random histories, the opened list has as many rows as the figure counts, or their amount.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getKeys } from "#domain/object-keys.ts";
import type { ReportData, ReportLink } from "#domain/reports/report.ts";
import { getReport, isReportName, type ReportName, reportNames } from "#domain/reports/reports.ts";
import { readers } from "#server/features/reports/readers.ts";
import { createReportQuery, type ReportQuery } from "#server/features/reports/report-query.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createHistory } from "#tests/support/report-histories.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

const { sql } = await createTestDatabase();
const make = createFactories(sql);
const seed = Number(process.env["SEED"] ?? 20_261_128);
const histories = Number(process.env["HISTORIES"] ?? 12);
const rounds = 25;
const services = { sql, clock: () => new Date("2026-11-20T06:00:00Z") };
const range = { from: "2026-10-24", to: "2026-10-28" };
let company: number;
const branches: number[] = [];

/** Columns whose figure is the sum of the opened rows; others are their number. */
const amounts = new Set(["cash", "cost", "tips", "revenue", "amount", "received", "refunded", "net", "settled"]);
/** What a link of a whole row opens; the vehicles inside in an hour are at least as many as those that were inside at once. */
const rowFigures: { readonly [report in ReportName]?: readonly string[] } = {
  exceptions: ["count", "amount"],
  stays: ["stays"],
  turnover: ["entries", "revenue"],
  "day-sheet": ["amount"],
};

/** Reports of what the histories do not have, lists themselves, and the vehicles inside at once. */
const withoutFigures = new Set<ReportName>([
  ...reportNames.filter((name) => getReport(name).isDetail),
  "occupancy",
  "full",
  "forecast",
  "settlement",
  "tax-invoices",
  "offers",
]);

before(async () => {
  const branch = await make.branch();
  ({ company } = branch);
  const offer = async (title: string): Promise<number> =>
    (await make.row("Offers", { company, coupon_title: title, kind: "flat", amount: 500 })).id;
  const person = async (): Promise<string> => (await make.user("staff", { branch })).id;
  const vehicleType = async (name: string): Promise<number> => (await make.row("Vehicle_Type", { name })).id;
  const site = {
    company,
    vehicleTypes: [await vehicleType("Car"), await vehicleType("Bike")],
    people: [await person(), await person()],
    offers: [await offer("First"), await offer("Second")],
  };
  for (let index = 0; index < histories; index += 1) {
    const history = createHistory({ index, random: createSeededRandom(seed + index), site });
    branches.push(history.branch);
    await sql.unsafe(history.start);
    for (let round = 0; round < rounds; round += 1) for (const text of history.change()) await sql.unsafe(text);
  }
  await sql`update "Branch" set status = 'published' where id = any(${branches})`;
});

const createQuery = (place: { branch: number } | { company: number }, options: Partial<ReportQuery>) =>
  createReportQuery({ services, place, range, group: "", filters: {}, ...options });

interface Opened {
  where: string;
  values: { readonly [column: string]: unknown };
  columns: readonly string[];
  opened: ReportData;
}

/** Opens every link of a report's rows. */
async function openLinks(
  report: ReportName,
  place: { branch: number } | { company: number },
  group: string,
): Promise<Opened[]> {
  const query = await createQuery(place, {
    group,
    ...(getReport(report).period && { range: { from: "2026-10-26", to: "2026-10-26" } }),
  });
  const data: ReportData = await readers[report](query);
  const results: Opened[] = [];
  const open = async (values: Opened["values"], link: ReportLink, columns: readonly string[]): Promise<void> => {
    if (!("report" in link) || !isReportName(link.report)) return;
    const filters = Object.fromEntries(Object.entries(link.filters).filter(([, value]) => value !== undefined));
    const detail = await createQuery(place, { range: link.range ?? query.range, filters });
    const opened: ReportData = await readers[link.report]({ ...detail, maxRows: 1 });
    const whole: ReportData = await readers[link.report](detail);
    const where = `seed ${seed}, ${JSON.stringify({ report, place, group, values, link })}`;
    if (opened.count !== undefined) assert.equal(whole.rows.length, opened.count, where);
    results.push({ where, values, columns, opened });
  };
  for (const { values, link, links = {} } of data.rows) {
    if (link) await open(values, link, rowFigures[report] ?? []);
    for (const [column, own] of Object.entries(links)) if (own) await open(values, own, [column]);
  }
  return results;
}

for (const report of reportNames)
  test(`${report}: opened lists have the figures`, async () => {
    const { groups = { "": "" }, isAcrossBranches } = getReport(report);
    let compared = 0;
    const places = [...branches.map((branch) => ({ branch })), ...(isAcrossBranches ? [{ company }] : [])];
    for (const group of getKeys(groups))
      for (const place of places)
        for (const { where, values, columns, opened } of await openLinks(report, place, group)) {
          compared += columns.length;
          for (const column of columns) {
            const figure = Math.abs(Number(values[column]));
            assert.equal(
              amounts.has(column) ? Math.abs(Number(opened.totals?.["amount"])) : opened.count,
              figure,
              `${column}: ${where}`,
            );
          }
          if (report === "exceptions") assert.equal(opened.totals?.["returned"], values["returned"], where);
          if (report === "revenue" && columns.length === 0 && group !== "day")
            assert.equal(opened.totals?.["amount"], Number(values["net"]) + Number(values["settled"]), where);
        }
    assert.ok(compared > 0 || withoutFigures.has(report), `${report} opens nothing`);
  });
