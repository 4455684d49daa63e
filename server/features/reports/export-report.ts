// §2 /reporting/{menu}: a report as a file, written while its rows are read.
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { defaultTimeZone } from "#domain/dates.ts";
import type { reportActions } from "#domain/reports/actions.ts";
import { getFirstHeader } from "#domain/reports/columns.ts";
import { formatReportFileName } from "#domain/reports/file-name.ts";
import type { ReportDefinition, ReportValue } from "#domain/reports/report.ts";
import { getReport, isReportName } from "#domain/reports/reports.ts";
import { readFromReplica } from "#server/db/availability/replica.ts";
import { createCsvChunks } from "#server/features/reports/report-csv.ts";
import { readers } from "#server/features/reports/readers.ts";
import { parseReportQuery } from "#server/features/reports/report-query.ts";
import { createXlsxChunks } from "#server/features/reports/xlsx.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export async function exportReport(
  { services, session: { actor }, report: name, query: parameters }: ContractCall<typeof reportActions.exportFile>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isReportName(name)) throwApiError("ROUTE_NOT_FOUND");
  const { format = "csv", ...others } = parameters;
  if (format !== "csv" && format !== "xlsx") throwApiError("INVALID_QUERY", { reason: "format is csv or xlsx" });
  const definition = getReport(name);
  const query = await parseReportQuery({ services, actor, report: definition, parameters: others });
  // Read before the headers are sent, so that an error is answered as one.
  const data = await readFromReplica<Data>({ sql: query.sql, read: async (sql) => readers[name]({ ...query, sql }) });
  const sheet = {
    name: definition.title,
    columns: Object.entries(definition.columns).map(([, { label, type }], index) => ({
      label: index === 0 ? getFirstHeader({ definition, group: query.group }) : label,
      type,
    })),
    rows: listValues({ definition, data }),
    zone: query.branches[0]?.zone ?? defaultTimeZone,
  };
  const branch = query.isAcrossBranches ? null : (query.branches[0]?.name ?? "");
  const fileName = formatReportFileName({ report: name, branch, range: query.range, format });
  return reply
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .type(types[format])
    .send(
      format === "csv"
        ? Readable.from(createCsvChunks(sheet))
        : Readable.from(createXlsxChunks(sheet), { objectMode: false }),
    );
}

type Values = { readonly [column: string]: ReportValue | undefined };
interface Data {
  readonly rows: readonly { values: Values }[];
  readonly totals?: Values;
}

/** Values in the order of the columns, then the totals. */
async function* listValues({ definition, data }: { definition: ReportDefinition; data: Data }): AsyncGenerator<Cells> {
  const columns = Object.keys(definition.columns);
  for (const { values } of data.rows) yield columns.map((column) => values[column]);
  if (data.totals) yield columns.map((column, index) => (index === 0 ? "Total" : data.totals?.[column]));
}

type Cells = readonly (ReportValue | undefined)[];
