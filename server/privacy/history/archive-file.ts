// Format of an archive of history: gzip of one JSON object a line, `{ "table": …, "row": … }`, rows as the API returns them. Rows of
// `revisions` follow those of `activity` to which they belong.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import { z } from "zod";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { Activity, Revisions } from "#domain/platform/system.collection.ts";
import type { Sql } from "#server/db/pool.ts";
import { toWireRow } from "#server/items/field-values.ts";
import { jsonText } from "#server/json-text.ts";
import type { FileStore } from "#server/storage/file-store.ts";

/** What `history_archives` records of a file. */
export interface ArchiveRecord {
  id: number;
  storage: string;
  key: string;
  sha256: string;
  activities: number;
  revisions: number;
}

/** An archive as it is listed. */
export interface ListedArchive extends ArchiveRecord {
  first_at: Date;
  last_at: Date;
  size: number;
  deleted_at: Date | null;
}

export function listArchives(sql: Sql): Promise<ListedArchive[]> {
  return sql<ListedArchive[]>`
    select id, first_at, last_at, activities, revisions, size, storage, key, sha256, deleted_at
    from history_archives order by id`;
}

/** The archives whose rows are not all deleted from the tables. */
export function listPendingArchives(sql: Sql): Promise<ArchiveRecord[]> {
  return sql<ArchiveRecord[]>`
    select id, storage, key, sha256, activities, revisions from history_archives where deleted_at is null order by id`;
}

export async function findArchive({ sql, id }: { sql: Sql; id: number }): Promise<ArchiveRecord | undefined> {
  const [archive] = await sql<ArchiveRecord[]>`
    select id, storage, key, sha256, activities, revisions from history_archives where id = ${id}`;
  return archive;
}

const compress = promisify(gzip);
/** Rows of activity that are read and compressed at a time. */
const rowsPerPart = 1_000;

const archiveLine = jsonText(
  z.object({ table: z.enum(["activity", "revisions"]), row: z.looseObject({ id: z.number() }) }),
);

/** Collects rows for one file; parts are compressed by themselves, so that neither memory nor the event loop is held. */
export class ArchiveDraft {
  readonly #sql: Sql;
  readonly #parts: Buffer[] = [];
  activities = 0;
  revisions = 0;
  firstId = 0;
  lastId = 0;
  firstAt: Date | undefined;
  lastAt: Date | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Adds rows of activity, in ascending order of their ids, with their revisions. */
  async add(ids: readonly number[]): Promise<void> {
    for (let start = 0; start < ids.length; start += rowsPerPart)
      await this.#addPart(ids.slice(start, start + rowsPerPart));
  }

  async #addPart(ids: readonly number[]): Promise<void> {
    const sql = this.#sql;
    const activities = await sql<ActivityRow[]>`
      select ${sql(getColumns(Activity))} from activity where id = any(${[...ids]}) order by id`;
    const revisions = await sql<Row[]>`
      select ${sql(getColumns(Revisions))} from revisions where activity = any(${[...ids]}) order by id`;
    const lines = [
      ...activities.map((row) => ({ table: "activity", row: toWireRow(Activity, { ...row }) })),
      ...revisions.map((row) => ({ table: "revisions", row: toWireRow(Revisions, row) })),
    ];
    this.#parts.push(await compress(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
    for (const { id, timestamp } of activities) {
      if (this.activities === 0) this.firstId = id;
      this.activities += 1;
      this.lastId = id;
      if (!this.firstAt || timestamp < this.firstAt) this.firstAt = timestamp;
      if (!this.lastAt || timestamp > this.lastAt) this.lastAt = timestamp;
    }
    this.revisions += revisions.length;
  }

  /** The file: gzip members may follow one another. */
  toBytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

interface ActivityRow extends Row {
  id: number;
  timestamp: Date;
}

function getColumns({ fields }: Collection): string[] {
  return Object.keys(fields).filter((name) => fields[name]!.kind !== "many");
}

export function hashArchive(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Reads a file as text, a line at a time. Throws if it is missing, or differs from its record. */
export async function* readArchive({
  store,
  archive: { id, storage, key, sha256 },
}: {
  store: FileStore;
  archive: ArchiveRecord;
}): AsyncGenerator<string> {
  const file = await store.read({ storage, key, span: null }).catch((cause: unknown) => {
    throw new Error(`The file ${key} of history archive ${id} cannot be read.`, { cause });
  });
  const bytes = await buffer(file);
  if (hashArchive(bytes) !== sha256) throw new Error(`The file ${key} of history archive ${id} is damaged.`);
  let rest = "";
  for await (const chunk of Readable.from([bytes]).pipe(createGunzip()).setEncoding("utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Ids of the rows in a file. Throws as `readArchive`, and if their number differs from the record. */
export async function readArchivedIds(input: {
  store: FileStore;
  archive: ArchiveRecord;
}): Promise<{ activity: number[]; revisions: number[] }> {
  const ids: { activity: number[]; revisions: number[] } = { activity: [], revisions: [] };
  for await (const line of readArchive(input)) {
    const { table, row } = archiveLine.parse(line);
    ids[table].push(row.id);
  }
  const { id, activities, revisions } = input.archive;
  if (ids.activity.length !== activities || ids.revisions.length !== revisions)
    throw new Error(`The file of history archive ${id} does not contain the rows of its record.`);
  return ids;
}
