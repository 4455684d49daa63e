// The branches of a listing by their ids: what is cached of them, and by one statement what is not.
import type { ListedBranch, ListingSearch } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import type { CachedLists } from "#server/features/site/cached/cached-lists.ts";
import type { CachedReading } from "#server/features/site/cached/cached-rows.ts";
import {
  type BranchColumns,
  type ListedRow,
  type SlotCounts,
  toListedBranch,
  toListedRow,
} from "#server/features/site/listing-rows.ts";
import { buildRowsStatement, buildSlotsStatement } from "#server/features/site/listing-statement.ts";

export interface BranchesSource {
  sql: Sql;
  search: ListingSearch;
  now: Date;
  /** Without it nothing is cached. */
  cached?: CachedLists | undefined;
}

type BranchesInput = BranchesSource & { ids: readonly number[] };

export interface FoundBranch {
  row: ListedRow;
  slots: SlotCounts;
  /** When the slots were counted. */
  at: Date;
}

/** A page of branches. */
export interface ListedBranches {
  branches: ListedBranch[];
  /** When the oldest of their slots were counted. */
  readAt: Date;
}

export function toListedBranches({
  search,
  now,
  found,
}: Pick<BranchesSource, "search" | "now"> & { found: readonly FoundBranch[] }): ListedBranches {
  return {
    branches: found.map((branch) => toListedBranch({ ...branch, stay: search, near: search.near })),
    readAt: new Date(Math.min(now.getTime(), ...found.map(({ at }) => at.getTime()))),
  };
}

/** What a statement has read; cached unless a row has changed since `version`. */
export function addBranches({
  source: { search, now, cached },
  version,
  columns,
}: {
  source: BranchesSource;
  version: number | undefined;
  columns: readonly BranchColumns[];
}): FoundBranch[] {
  const rows = columns.map((row) => toListedRow({ row, service: search.service }));
  const slots = columns.map(({ id, total, occupied }) => ({ id, total, occupied }));
  if (cached && version === cached.version) {
    cached.rows.add({ values: rows, stay: search, at: now });
    cached.slots.add({ values: slots, stay: search, at: now });
  }
  return rows.map((row, index) => ({ row, slots: slots[index]!, at: now }));
}

async function readWhole(input: BranchesInput): Promise<FoundBranch[]> {
  const { sql, search, now, cached, ids } = input;
  const version = cached?.version;
  const { text, values } = buildRowsStatement({ ids, search, now });
  const [read] = await sql.unsafe<{ rows: BranchColumns[] }[]>(text, values, getPrepareOptions(text));
  return addBranches({ source: input, version, columns: read!.rows });
}

async function readSlots({ sql, search, now, cached, ids }: BranchesInput): Promise<SlotCounts[]> {
  const version = cached?.version;
  const { text, values } = buildSlotsStatement({ ids, stay: search, now });
  const slots = await sql.unsafe<SlotCounts[]>(text, values, getPrepareOptions(text));
  if (cached && version === cached.version) cached.slots.add({ values: slots, stay: search, at: now });
  return slots;
}

/** Those whose slots, or nothing at all, are cached; their slots alone if that is all that is missing. */
async function readMissing({
  input,
  rows,
}: {
  input: BranchesInput;
  rows: ReadonlyMap<number, ListedRow>;
}): Promise<FoundBranch[]> {
  if (input.ids.length === 0) return [];
  if (input.ids.some((id) => !rows.has(id))) return readWhole(input);
  const slots = await readSlots(input);
  return slots.map((counts) => ({ row: rows.get(counts.id)!, slots: counts, at: input.now }));
}

interface KnownBranch {
  id: number;
  row: CachedReading<ListedRow> | undefined;
  slots: CachedReading<SlotCounts> | undefined;
}

/** The branches in the order of their ids; those that are not visible any more are left out. */
export async function readBranches(input: BranchesInput): Promise<ListedBranches> {
  const { search, now, cached, ids } = input;
  const known = ids.map((id) => ({
    id,
    row: cached?.rows.findShown(id, search),
    slots: cached?.slots.find(id, search),
  }));
  const rows = new Map(known.flatMap(({ id, row }) => (row ? [[id, row.value] as const] : [])));
  const missing = known.flatMap(({ id, row, slots }) => (row && slots ? [] : [id]));
  const read = await readMissing({ input: { ...input, ids: missing }, rows });
  if (cached) refreshBranches({ input, cached, known });
  const readNow = new Map(read.map((branch) => [branch.row.id, branch]));
  const found = known.flatMap(({ id, row, slots }) =>
    row && slots ? { row: row.value, slots: slots.value, at: slots.at } : (readNow.get(id) ?? []),
  );
  return toListedBranches({ search, now, found });
}

/** Reads beside the request what will not be cached much longer. */
function refreshBranches({
  input,
  cached,
  known,
}: {
  input: BranchesInput;
  cached: CachedLists;
  known: readonly KnownBranch[];
}): void {
  const { search: stay, now } = input;
  const isDue = (reading: { refreshAt: number } | undefined): boolean =>
    reading !== undefined && now.getTime() >= reading.refreshAt;
  const dueRows = known.flatMap(({ id, row }) => (isDue(row) ? [id] : []));
  const dueSlots = known.flatMap(({ id, row, slots }) => (isDue(slots) && !isDue(row) ? [id] : []));
  if (dueRows.length > 0)
    cached.refreshBranches({ part: "rows", ids: dueRows, stay, read: () => readWhole({ ...input, ids: dueRows }) });
  if (dueSlots.length > 0)
    cached.refreshBranches({ part: "slots", ids: dueSlots, stay, read: () => readSlots({ ...input, ids: dueSlots }) });
}
