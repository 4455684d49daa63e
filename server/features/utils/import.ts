// §7 POST /utils/import/{collection}: a list from a file, row by row through the write path, all of it or nothing.
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Collection, Operation, Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { type House, inTransaction } from "#server/context.ts";
import { csvRecords } from "#server/services/csv.ts";
import { jsonItems } from "#server/features/utils/json-list.ts";
import { asRefused } from "#server/items/database-error.ts";
import { grantOf } from "#server/items/grants.ts";
import { Refused, type RefusalEntry, refuse, refusePayload, refuseWrite } from "#server/items/refused.ts";
import { listsTakeTurns } from "#server/items/routes.ts";
import type { Session } from "#server/items/who.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { originOf } from "#server/request.ts";

/** So many rows that cannot be taken are told, then it is enough. */
const mostErrors = 20;

export interface Imported {
  created: number;
  updated: number;
}

/**
 * Takes the rows of the file that is sent: one with a key changes that row, one without makes a new one. Throws an error
 * for each row that cannot be taken, with its `row` from 1, and then keeps none of them.
 */
export async function importRows({
  house,
  session,
  request,
  collection,
}: {
  house: House;
  session: Session;
  request: FastifyRequest;
  collection: Collection;
}): Promise<Imported> {
  const may = (operation: Operation) => grantOf({ collection, operation, who: session.who }) !== undefined;
  if (!may("create") && !may("update")) refuseWrite(collection);
  // Read to the end first: whoever sends slowly holds up nobody's rows.
  const rows = await rowsIn({ request, collection });
  return inTransaction({
    house,
    session,
    origin: originOf(request),
    work: (ctx) => takeRows({ ctx, collection, rows }),
  });
}

async function rowsIn({ request, collection }: { request: FastifyRequest; collection: Collection }): Promise<Row[]> {
  if (!request.isMultipart()) refusePayload("Send the file as form data.");
  const part = await request.file({ limits: { fileSize: limits.importBytes, files: 1 } });
  if (!part) refusePayload("No file was sent.");
  const kind = kindOf({ type: part.mimetype, name: part.filename });
  if (!kind) {
    part.file.resume();
    refuse("UNSUPPORTED_MEDIA_TYPE", { mediaType: part.mimetype, where: "file import" });
  }
  const pieces = textOf(part.file);
  const rows: Row[] = [];
  for await (const row of kind === "csv" ? csvRows({ pieces, collection }) : jsonRows(pieces)) {
    rows.push(row);
    if (rows.length > limits.importRows)
      refuse("CONTENT_TOO_LARGE", { reason: `At most ${limits.importRows} rows can be imported at once.` });
  }
  if (part.file.truncated)
    refuse("CONTENT_TOO_LARGE", { reason: `A file to import may have ${limits.importBytes} bytes.` });
  return rows.length > 0 ? rows : refusePayload("The file holds no rows.");
}

function kindOf({ type, name }: { type: string; name: string }): "csv" | "json" | undefined {
  if (type === "application/json") return "json";
  if (type === "text/csv" || type === "application/vnd.ms-excel") return "csv";
  // Browsers that do not know an ending call it a stream of bytes.
  if (type !== "application/octet-stream") return undefined;
  return name.endsWith(".json") ? "json" : name.endsWith(".csv") ? "csv" : undefined;
}

async function* textOf(file: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of file) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) refusePayload("The file is not text in UTF-8.");
    throw error;
  }
}

async function* jsonRows(pieces: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const item of jsonItems(pieces)) {
    if (typeof item !== "object" || item === null || Array.isArray(item)) refusePayload("Every row must be an object.");
    yield item as Row;
  }
}

async function* csvRows({
  pieces,
  collection,
}: {
  pieces: AsyncIterable<string>;
  collection: Collection;
}): AsyncGenerator<Row> {
  let names: string[] | undefined;
  let line = 0;
  for await (const record of csvRecords(pieces)) {
    line += 1;
    if (!names) {
      names = record.map((name) => name.trim());
      if (new Set(names).size !== names.length) refusePayload("A column of the file is there twice.");
      continue;
    }
    // An empty line.
    if (record.length === 1 && record[0] === "") continue;
    if (record.length !== names.length)
      refusePayload(`Line ${line} of the file has ${record.length} values for ${names.length} columns.`);
    yield Object.fromEntries(
      names.flatMap((name, place) => {
        const value = valueOf({ collection, name, cell: record[place]! });
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }
}

/** A cell in the form its field has on the wire; an empty one says nothing. */
function valueOf({ collection, name, cell }: { collection: Collection; name: string; cell: string }): unknown {
  if (cell === "") return undefined;
  // Our own export marks a text that a spreadsheet would take for a formula (server/items/export.ts).
  if (/^'[=+\-@]/.test(cell)) return cell.slice(1);
  const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
  switch (field?.kind) {
    case "boolean":
      return cell === "true" || cell === "1" ? true : cell === "false" || cell === "0" ? false : cell;
    case "json":
    case "many":
      return fromJson(cell);
    default:
      return cell;
  }
}

function fromJson(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

async function takeRows({
  ctx,
  collection,
  rows,
}: {
  ctx: WriteContext;
  collection: Collection;
  rows: readonly Row[];
}): Promise<Imported> {
  await listsTakeTurns(ctx);
  const done: Imported = { created: 0, updated: 0 };
  const errors: RefusalEntry[] = [];
  for (const [place, row] of rows.entries()) {
    try {
      // Of a row that cannot be taken nothing stays, so that the ones after it are judged as if it were not there.
      await ctx.tx.savepoint((tx) => takeRow({ ctx: { ...ctx, tx }, collection, row, done }));
    } catch (error) {
      const refused = asRefused(error);
      if (!(refused instanceof Refused)) throw error;
      errors.push(...refused.entries.map((entry) => ({ ...entry, details: { ...entry.details, row: place + 1 } })));
      if (errors.length >= mostErrors) break;
    }
  }
  if (errors.length > 0) throw new Refused(errors.slice(0, mostErrors));
  return done;
}

async function takeRow({
  ctx,
  collection,
  row,
  done,
}: {
  ctx: WriteContext;
  collection: Collection;
  row: Row;
  done: Imported;
}): Promise<void> {
  const { id, ...payload } = row;
  if (id === undefined || id === null || id === "") {
    await createItem({ ctx, collection, payload });
    done.created += 1;
  } else {
    await updateItem({ ctx, collection, id: id as number | string, payload });
    done.updated += 1;
  }
}
