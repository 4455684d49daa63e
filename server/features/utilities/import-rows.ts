// §7 POST /utils/import/{collection}: imports a list from a file through the write path, in one transaction.
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Collection, Operation, Row } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { parseCsvRecords } from "#server/items/rest/csv.ts";
import { parseJsonItems } from "#server/features/utilities/json-list.ts";
import { toApiError } from "#server/items/database-error.ts";
import { getGrant } from "#server/items/access/grants.ts";
import {
  ApiError,
  type ApiErrorEntry,
  throwApiError,
  throwInvalidPayload,
  throwWriteForbidden,
} from "#server/items/api-error.ts";
import { parseKey } from "#server/items/rest/request-bodies.ts";
import { acquireBulkWriteLock } from "#server/items/rest/routes.ts";
import type { Session } from "#server/items/access/session.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { getRequestOrigin } from "#server/request.ts";

/** Maximum number of reported errors. */
const maxReportedErrors = 20;

const importedRow = z.record(z.string(), z.unknown());

export interface ImportResult {
  created: number;
  updated: number;
}

/**
 * Imports the rows of the uploaded file: rows with a key update, rows without create. If any row is invalid, throws an
 * error for each with its 1-based `row` and imports none.
 */
export async function importRows({
  services,
  session,
  request,
  collection,
}: {
  services: AppServices;
  session: Session;
  request: FastifyRequest;
  collection: Collection;
}): Promise<ImportResult> {
  const isAllowed = (operation: Operation) => getGrant({ collection, operation, actor: session.actor }) !== undefined;
  if (!isAllowed("create") && !isAllowed("update")) throwWriteForbidden(collection);
  // Reads the whole file before the transaction, so that a slow upload holds no row locks.
  const rows = await readRows({ request, collection });
  return runInTransaction({
    services,
    session,
    origin: getRequestOrigin(request),
    work: (ctx) => writeRows({ ctx, collection, rows }),
  });
}

async function readRows({ request, collection }: { request: FastifyRequest; collection: Collection }): Promise<Row[]> {
  if (!request.isMultipart()) throwInvalidPayload("Send the file as form data.");
  const part = await request.file({ limits: { fileSize: limits.importBytes, files: 1 } });
  if (!part) throwInvalidPayload("No file was sent.");
  const kind = detectFormat({ type: part.mimetype, name: part.filename });
  if (!kind) {
    part.file.resume();
    throwApiError("UNSUPPORTED_MEDIA_TYPE", { mediaType: part.mimetype, where: "file import" });
  }
  const pieces = decodeText(part.file);
  const rows: Row[] = [];
  for await (const row of kind === "csv" ? parseCsvRows({ pieces, collection }) : parseJsonRows(pieces)) {
    rows.push(row);
    if (rows.length > limits.importRows)
      throwApiError("CONTENT_TOO_LARGE", { reason: `At most ${limits.importRows} rows can be imported at once.` });
  }
  if (part.file.truncated)
    throwApiError("CONTENT_TOO_LARGE", { reason: `A file to import may have ${limits.importBytes} bytes.` });
  return rows.length > 0 ? rows : throwInvalidPayload("The file holds no rows.");
}

function detectFormat({ type, name }: { type: string; name: string }): "csv" | "json" | undefined {
  if (type === "application/json") return "json";
  if (type === "text/csv" || type === "application/vnd.ms-excel") return "csv";
  // Browsers send octet-stream for unknown file extensions.
  if (type !== "application/octet-stream") return undefined;
  return name.endsWith(".json") ? "json" : name.endsWith(".csv") ? "csv" : undefined;
}

async function* decodeText(file: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of file) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throwInvalidPayload("The file is not text in UTF-8.");
    throw error;
  }
}

async function* parseJsonRows(pieces: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const item of parseJsonItems(pieces)) {
    yield importedRow.safeParse(item).data ?? throwInvalidPayload("Every row must be an object.");
  }
}

async function* parseCsvRows({
  pieces,
  collection,
}: {
  pieces: AsyncIterable<string>;
  collection: Collection;
}): AsyncGenerator<Row> {
  let names: string[] | undefined;
  let line = 0;
  for await (const record of parseCsvRecords(pieces)) {
    line += 1;
    if (!names) {
      names = record.map((name) => name.trim());
      // As spreadsheets save it where the comma is the decimal separator.
      if (names.length === 1 && record[0]!.includes(";")) throwInvalidPayload("Separate the columns by commas.");
      if (new Set(names).size !== names.length) throwInvalidPayload("The file contains a column name twice.");
      continue;
    }
    // Skips an empty line.
    if (record.length === 1 && record[0] === "") continue;
    if (record.length !== names.length)
      throwInvalidPayload(`Line ${line} of the file has ${record.length} values for ${names.length} columns.`);
    yield Object.fromEntries(
      names.flatMap((name, index) => {
        const value = parseCell({ collection, name, cell: record[index]! });
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }
}

/** Converts a cell to the wire format of its field; undefined for an empty one. */
function parseCell({ collection, name, cell }: { collection: Collection; name: string; cell: string }): unknown {
  if (cell === "") return undefined;
  // Removes the quote that the export puts before texts that look like formulas (server/items/rest/export.ts).
  if (/^'[=+\-@]/.test(cell)) return cell.slice(1);
  const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
  switch (field?.kind) {
    case "boolean":
      return cell === "true" || cell === "1" ? true : cell === "false" || cell === "0" ? false : cell;
    case "json":
    case "many":
      return parseJsonCell(cell);
    default:
      return cell;
  }
}

function parseJsonCell(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

async function writeRows({
  ctx,
  collection,
  rows,
}: {
  ctx: WriteContext;
  collection: Collection;
  rows: readonly Row[];
}): Promise<ImportResult> {
  await acquireBulkWriteLock(ctx);
  const result: ImportResult = { created: 0, updated: 0 };
  const errors: ApiErrorEntry[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      // A savepoint per row, so that an invalid row does not affect the validation of the following ones.
      await ctx.tx.savepoint((tx) => writeRow({ ctx: { ...ctx, tx }, collection, row, result }));
    } catch (error) {
      const apiError = toApiError(error);
      // Internal errors are not errors of the row.
      if (!(apiError instanceof ApiError) || apiError.status >= 500) throw error;
      errors.push(...apiError.entries.map((entry) => ({ ...entry, details: { ...entry.details, row: index + 1 } })));
      if (errors.length >= maxReportedErrors) break;
    }
  }
  if (errors.length > 0) throw new ApiError(errors.slice(0, maxReportedErrors));
  return result;
}

async function writeRow({
  ctx,
  collection,
  row,
  result,
}: {
  ctx: WriteContext;
  collection: Collection;
  row: Row;
  result: ImportResult;
}): Promise<void> {
  const { id, ...payload } = row;
  if (id === undefined || id === null || id === "") {
    await createItem({ ctx, collection, payload });
    result.created += 1;
  } else {
    await updateItem({ ctx, collection, id: parseKey({ collection, id }), payload });
    result.updated += 1;
  }
}
