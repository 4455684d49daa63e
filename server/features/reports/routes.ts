// §2 /reporting/{menu}: reports of a branch, and of all branches of a company.
import type { FastifyInstance } from "fastify";
import { settlementActions } from "#domain/platform/settlement-actions.ts";
import { reportActions, type ReportReply } from "#domain/reports/actions.ts";
import { type Comparison, comparisons, getComparedRange } from "#domain/reports/report-period.ts";
import { maxShownRows } from "#domain/reports/report.ts";
import { getReport, isReportName } from "#domain/reports/reports.ts";
import type { AppServices } from "#server/context.ts";
import { readFromReplica } from "#server/db/availability/replica.ts";
import { exportReport } from "#server/features/reports/export-report.ts";
import { readers } from "#server/features/reports/readers.ts";
import { moveQuery, parseReportQuery } from "#server/features/reports/report-query.ts";
import { exportSettlement, readSettlementAction } from "#server/features/reports/settlement/vendor-settlement.ts";
import { scheduleRoutes } from "#server/features/reports/schedules/routes.ts";
import { type ContractCall, implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

async function readReport({
  services,
  session: { actor },
  report: name,
  query: { compare, ...parameters },
}: ContractCall<typeof reportActions.read>): Promise<ReportReply> {
  if (!isReportName(name)) throwApiError("ROUTE_NOT_FOUND");
  if (compare !== undefined && !isComparison(compare))
    throwApiError("INVALID_QUERY", { reason: `compare is one of: ${comparisons.join(", ")}` });
  const query = await parseReportQuery({ services, actor, report: getReport(name), parameters });
  const compared = compare && getComparedRange({ range: query.range, comparison: compare });
  const [{ rows, totals = {}, count }, previous] = await readFromReplica({
    sql: query.sql,
    read: (sql) =>
      Promise.all([
        readers[name]({ ...query, sql, maxRows: maxShownRows }),
        compared && readers[name]({ ...moveQuery(query, compared), sql, maxRows: 0 }),
      ]),
  });
  return {
    ...query.range,
    rows: rows.map(({ values, link, links }) => ({ values, ...(link && { link }), ...(links && { links }) })),
    row_count: count === undefined ? rows.length : count,
    totals,
    previous: compared && previous ? { ...compared, totals: previous.totals ?? {} } : null,
  };
}

const isComparison = (text: string): text is Comparison => comparisons.some((comparison) => comparison === text);

const implementations = [
  ...scheduleRoutes,
  implement(settlementActions.read, readSettlementAction),
  implement(settlementActions.exportFile, (call, { reply }) => exportSettlement(call, reply)),
  implement(reportActions.read, readReport),
  implement(reportActions.exportFile, (call, { reply }) => exportReport(call, reply)),
];

export function reportRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
