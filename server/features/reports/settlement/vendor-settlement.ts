// §1 §5 /platform/settlement: the settlement reports of all branches, added up by vendor and month.
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { defaultTimeZone } from "#domain/dates.ts";
import { getKeys } from "#domain/object-keys.ts";
import type { settlementActions } from "#domain/platform/settlement-actions.ts";
import type { DayRange } from "#domain/reports/report-period.ts";
import type { SettlementPeriod } from "#domain/reports/settlement/settlement.ts";
import {
  addUpSettlement,
  areMonths,
  getMonthRange,
  settlementColumns,
  sumByMonth,
} from "#domain/reports/settlement/vendor-settlement.ts";
import type { AppServices } from "#server/context.ts";
import { readSettlementPeriods } from "#server/features/reports/money/read-settlement.ts";
import { createCsvChunks } from "#server/features/reports/report-csv.ts";
import { createAllBranchesQueries } from "#server/features/reports/report-query.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

type Months = { readonly from?: string | undefined; readonly to?: string | undefined };

function parseMonths({ from = "", to = from }: Months): DayRange {
  if (!areMonths({ from, to }))
    throwApiError("INVALID_QUERY", { reason: "from and to are months, YYYY-MM, at most 12" });
  return getMonthRange({ from, to });
}

async function readVendorSettlement({ services, range }: { services: AppServices; range: DayRange }) {
  const { sql } = services;
  const periods = new Map<number, SettlementPeriod[]>();
  for await (const query of createAllBranchesQueries({ services, range })) {
    const companies = await sql<{ id: number; company: number }[]>`
      select id, company from "Branch" where id = any(${query.branches.map(({ id }) => id)})`;
    const read = await readSettlementPeriods(query);
    for (const { id, company } of companies)
      periods.set(company, [...(periods.get(company) ?? []), ...(read.get(id) ?? [])]);
  }
  const vendors = await sql<{ id: number; name: string }[]>`
    select id, name from "Companies" where id = any(${[...periods.keys()]}) order by name, id`;
  const rows = vendors.flatMap(({ id, name }) =>
    sumByMonth(periods.get(id) ?? []).map((sums) => ({ company: id, vendor: name, ...sums })),
  );
  return { rows, totals: addUpSettlement(rows) };
}

export function readSettlementAction({ services, query }: ContractCall<typeof settlementActions.read>) {
  return readVendorSettlement({ services, range: parseMonths(query) });
}

export async function exportSettlement(
  { services, query }: ContractCall<typeof settlementActions.exportFile>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const range = parseMonths(query);
  const { rows, totals } = await readVendorSettlement({ services, range });
  const columns = getKeys(settlementColumns);
  const lines = [...rows, { ...totals, vendor: "Total", month: "" }].map((row) => columns.map((column) => row[column]));
  const fileName = `settlement-${range.from.slice(0, 7)}-${range.to.slice(0, 7)}.csv`;
  return reply
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .type("text/csv; charset=utf-8")
    .send(
      Readable.from(
        createCsvChunks({
          columns: columns.map((column) => settlementColumns[column]),
          rows: Readable.from(lines),
          zone: defaultTimeZone,
        }),
      ),
    );
}
