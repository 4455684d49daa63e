// §7: how a list, or a row of one, is sent: as the database made it, or as a file where `export` asks for one.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { type ExportFormat, exportName, type ExportRow, exportText, exportTypes } from "#server/items/export.ts";
import type { ListAnswer } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";

export function sendJson({ reply, text }: { reply: FastifyReply; text: string }): FastifyReply {
  return reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(text);
}

export function sendList({
  reply,
  answer,
  collection,
  format,
  now,
}: {
  reply: FastifyReply;
  answer: ListAnswer;
  collection: Collection;
  format: ExportFormat | null | undefined;
  now: Date;
}): FastifyReply {
  if (!format) return sendJson({ reply, text: listText(answer) });
  const name = exportName({ name: collection.name, format, now });
  return reply
    .header("cache-control", "no-cache")
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(exportTypes[format])
    .send(exportText({ format, rows: JSON.parse(answer.data) as ExportRow[] }));
}

function listText({ data, meta }: ListAnswer): string {
  return Object.keys(meta).length > 0 ? `{"meta":${JSON.stringify(meta)},"data":${data}}` : `{"data":${data}}`;
}

/** The one row of a list of one; a row that is not there, or not to be seen, is FORBIDDEN. */
export function onlyRow(data: string): string {
  if (data === "[]") refuse("FORBIDDEN");
  return data.slice(1, -1);
}

export function queryTextOf(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : request.url.slice(start + 1);
}
