// §5 Units of a branch from a file: validates its rows and imports all or all valid ones in one transaction.
import type { FastifyRequest } from "fastify";
import { summariseImport } from "#domain/schema/list-import.ts";
import type { ImportPreview, ImportResult } from "#domain/schema/list-import-contract.ts";
import {
  markKnownUnits,
  parseUnitHeadings,
  parseUnitRow,
  toUnitKey,
  unitColumns,
  type UnitRow,
} from "#domain/visitors/unit-import.ts";
import { BranchUnits, UnitMembers, VisitPermissions } from "#domain/visitors/units.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { parseListFile, requireValidRows } from "#server/features/people/list-import.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { createItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Rows after which the progress is reported. */
const progressStep = 25;

export function parseUnitsFile(source: { request: FastifyRequest; queueKey: string }) {
  return parseListFile({ ...source, parseHeadings: parseUnitHeadings, parseRow: parseUnitRow });
}
type ParsedUnits = Awaited<ReturnType<typeof parseUnitsFile>>;

interface StoredUnit {
  id: number;
  name: string;
  phones: string[];
  plates: string[];
}

function readUnits({ sql, branch }: { sql: Sql | Tx; branch: number }): Promise<StoredUnit[]> {
  return sql<StoredUnit[]>`
    select u.id, u.name,
      array(select m.phone from "Unit_Members" m where m.unit = u.id order by m.sort, m.id) as phones,
      array(select p.vehicle_no from "Visit_Permissions" p where p.unit = u.id and p.vehicle_no is not null) as plates
    from "Branch_Units" u where u.branch = ${branch}`;
}

/** Validates the rows against the units of the branch. */
export async function checkUnits({
  sql,
  branch,
  file,
}: {
  sql: Sql | Tx;
  branch: number;
  file: ParsedUnits;
}): Promise<{ preview: ImportPreview; validRows: UnitRow[] }> {
  const rows = file.rows.map((row) => ({ ...row, errors: [...row.errors] }));
  const units = await readUnits({ sql, branch });
  const keys = units.flatMap(({ name, phones }) => [
    toUnitKey({ unit: name }),
    ...phones.map((phone) => toUnitKey({ unit: name, phone })),
  ]);
  markKnownUnits({ rows, existing: new Set(keys) });
  return summariseImport({ rows, headings: file.headings, columns: unitColumns });
}

/**
 * Imports the units of a file in one transaction. With `isPartial` imports the valid rows, otherwise throws
 * FAILED_VALIDATION if any row is invalid. `onProgress` receives the number of imported rows.
 */
export async function importUnits({
  services,
  session,
  origin,
  branch,
  file,
  isPartial,
  onProgress,
}: ActionContext & {
  branch: number;
  file: ParsedUnits;
  isPartial: boolean;
  onProgress: (done: number, of: number) => void;
}): Promise<ImportResult> {
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      // Serialises imports of a branch, so that a list is validated against the units of the previous one.
      await acquireLock({ tx: ctx.tx, name: "unitImport", key: branch });
      const { validRows, preview } = await checkUnits({ sql: ctx.tx, branch, file });
      requireValidRows({ preview, isPartial });
      const units = await readUnits({ sql: ctx.tx, branch });
      const byName = new Map(units.map((unit) => [unit.name.toLowerCase(), unit]));
      for (const [index, row] of validRows.entries()) {
        await writeRow({ ctx, branch, byName, row });
        const done = index + 1;
        if (done % progressStep === 0 || done === validRows.length) onProgress(done, validRows.length);
      }
      return { created: validRows.length, left: preview.wrong };
    },
  });
}

async function writeRow({
  ctx,
  branch,
  byName,
  row: { details },
}: {
  ctx: WriteContext;
  branch: number;
  byName: Map<string, StoredUnit>;
  row: UnitRow;
}): Promise<void> {
  const unit = await findOrCreateUnit({ ctx, branch, byName, name: String(details["unit"]) });
  const { name, phone, vehicles } = details;
  if (typeof phone !== "string") return;
  unit.phones.push(phone);
  const sort = unit.phones.length;
  await createItem({ ctx, collection: UnitMembers, payload: { unit: unit.id, name, phone, sort } });
  // The vehicles of a member come in at any time.
  for (const vehicle_no of Array.isArray(vehicles) ? vehicles : []) {
    if (unit.plates.includes(vehicle_no)) continue;
    unit.plates.push(vehicle_no);
    const payload = { unit: unit.id, name, vehicle_no, from_time: "00:00", until_time: "24:00" };
    await createItem({ ctx, collection: VisitPermissions, payload });
  }
}

async function findOrCreateUnit({
  ctx,
  branch,
  byName,
  name,
}: {
  ctx: WriteContext;
  branch: number;
  byName: Map<string, StoredUnit>;
  name: string;
}): Promise<StoredUnit> {
  const found = byName.get(name.toLowerCase());
  if (found) return found;
  const id = await createItem({ ctx, collection: BranchUnits, payload: { branch, name } });
  const unit: StoredUnit = { id, name, phones: [], plates: [] };
  byName.set(name.toLowerCase(), unit);
  return unit;
}
