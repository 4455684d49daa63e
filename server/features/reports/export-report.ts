// §2 /reporting/{menu}: a report as a file, written while its rows are read.
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { defaultTimeZone } from "#domain/dates.ts";
import type { reportActions } from "#domain/reports/actions.ts";
import { getFirstHeader } from "#domain/reports/columns.ts";
import { formatReportFileName } from "#domain/reports/file-name.ts";
import type { ReportDefinition, ReportValue } from "#domain/reports/report.ts";
import { addDays, countDays } from "#domain/reports/report-period.ts";
import { getReport, isReportName, type ReportName } from "#domain/reports/reports.ts";
import { readFromReplica } from "#server/db/availability/replica.ts";
import { createCsvChunks } from "#server/features/reports/report-csv.ts";
import { readers } from "#server/features/reports/readers.ts";
import { moveQuery, parseReportQuery, type ReportQuery } from "#server/features/reports/report-query.ts";
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
  // The first rows are read before the headers are sent, so that an error is answered as one.
  const chunks = await createReportFile({ name, query, format });
  const branch = query.isAcrossBranches ? null : (query.branches[0]?.name ?? "");
  const fileName = formatReportFileName({ report: name, branch, range: query.range, format });
  return reply
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .type(types[format])
    .send(Readable.from(chunks, { objectMode: format === "csv" }));
}

/** The file of a report, in chunks. */
export async function createReportFile({
  name,
  query,
  format,
}: {
  name: ReportName;
  query: ReportQuery;
  format: keyof typeof types;
}): Promise<AsyncGenerator<string | Uint8Array>> {
  const definition = getReport(name);
  const parts = listParts(name, query);
  const first = await readPart(name, parts[0]!);
  const sheet = {
    name: definition.title,
    columns: Object.entries(definition.columns).map(([, { label, type }], index) => ({
      label: index === 0 ? getFirstHeader({ definition, group: query.group }) : label,
      type,
    })),
    rows: listValues({ definition, parts: readParts({ name, first, rest: parts.slice(1) }) }),
    zone: query.branches[0]?.zone ?? defaultTimeZone,
  };
  return format === "csv" ? createCsvChunks(sheet) : createXlsxChunks(sheet);
}

/**
 * A list of entries is read day by day, in the order of its rows, so that its size does not matter. Vehicles inside count on several
 * days, and are read at once.
 */
function listParts(name: ReportName, query: ReportQuery): ReportQuery[] {
  const { range, filters } = query;
  const isInside = name === "visits" && (filters.kind === "inside" || filters.kind === "in_slot");
  if (!getReport(name).isDetail || isInside) return [query];
  const days = Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index));
  return (name === "payments" ? days : days.toReversed()).map((day) => moveQuery(query, { from: day, to: day }));
}

const readPart = (name: ReportName, query: ReportQuery): Promise<Data> =>
  readFromReplica<Data>({ sql: query.sql, read: async (sql) => readers[name]({ ...query, sql }) });

async function* readParts({
  name,
  first,
  rest,
}: {
  name: ReportName;
  first: Data;
  rest: readonly ReportQuery[];
}): AsyncGenerator<Data> {
  yield first;
  for (const part of rest) yield await readPart(name, part);
}

type Values = { readonly [column: string]: ReportValue | undefined };
interface Data {
  readonly rows: readonly { values: Values }[];
  readonly totals?: Values;
}

/** Values in the order of the columns, then the totals, which are the sums of those of the parts. */
async function* listValues({
  definition,
  parts,
}: {
  definition: ReportDefinition;
  parts: AsyncIterable<Data>;
}): AsyncGenerator<Cells> {
  const columns = Object.keys(definition.columns);
  let all: Values | undefined;
  for await (const { rows, totals } of parts) {
    for (const { values } of rows) yield columns.map((column) => values[column]);
    all = all && totals ? addUp(all, totals) : (all ?? totals);
  }
  if (all) yield columns.map((column, index) => (index === 0 ? "Total" : all?.[column]));
}

const addUp = (first: Values, second: Values): Values =>
  Object.fromEntries(Object.entries(first).map(([column, value]) => [column, Number(value) + Number(second[column])]));

type Cells = readonly (ReportValue | undefined)[];
