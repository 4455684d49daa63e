// §7: responses with a list or a row: the JSON of the database, or a file with `export`.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/schema/collection.ts";
import { type ExportFormat, formatExportName, formatExport, exportTypes } from "#server/items/rest/export.ts";
import { parseRows } from "#server/items/read/parse-rows.ts";
import type { ListResult } from "#server/items/read/read.ts";
import { throwApiError } from "#server/items/api-error.ts";

export function sendJson({ reply, text }: { reply: FastifyReply; text: string }): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(text);
}

export function sendList({
  reply,
  result,
  collection,
  format,
  now,
}: {
  reply: FastifyReply;
  result: ListResult;
  collection: Collection;
  format: ExportFormat | null | undefined;
  now: Date;
}): FastifyReply {
  if (!format) return sendJson({ reply, text: toListJson(result) });
  const name = formatExportName({ name: collection.name, format, now });
  return reply
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(exportTypes[format])
    .send(formatExport({ format, rows: parseRows(result.data) }));
}

function toListJson({ data, meta }: ListResult): string {
  return Object.keys(meta).length > 0 ? `{"meta":${JSON.stringify(meta)},"data":${data}}` : `{"data":${data}}`;
}

/** Returns the only row of a list; FORBIDDEN if it is empty because the row is missing or not readable. */
export function getSingleRow(data: string): string {
  if (data === "[]") throwApiError("FORBIDDEN");
  return data.slice(1, -1);
}

export function getQueryString(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : request.url.slice(start + 1);
}
