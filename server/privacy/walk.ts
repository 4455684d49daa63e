// reading.md §10: the order in which retention examines a table: by id, from where the last run stopped to the rows that are not old
// enough. What was skipped because it was in use is examined again by a walk from the first id, once a week.
import type { Sql, Tx } from "#server/db/pool.ts";

/** A run of a step of retention; only the latest one may continue. */
export interface Walk {
  name: string;
  position: number;
  version: number;
}

/** An inclusive range of ids, and the position once its rows have been processed. */
interface WalkRange {
  from: number;
  to: number;
  position: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Days after which a walk begins at the first id again. */
const fullWalkDays = 7;
/** Rows created so shortly before the cutoff may become old after it, such as an entry by its check-out: examined by the next run too. */
const unsettledDays = 2;
/** Rows examined per query, so that statements stay short. */
const rowsPerRange = 5_000;

export async function beginWalk({ sql, name, now }: { sql: Sql; name: string; now: Date }): Promise<Walk> {
  const restartedBefore = new Date(now.getTime() - fullWalkDays * dayMs);
  const [walk] = await sql<Walk[]>`
    insert into retention_walks as w (name, started_at) values (${name}, ${now})
    on conflict (name) do update set version = w.version + 1,
      position = case when w.started_at <= ${restartedBefore} then 0 else w.position end,
      started_at = case when w.started_at <= ${restartedBefore} then ${now} else w.started_at end
    returning name, position, version`;
  return walk!;
}

/** Stores how far a walk has got. Throws if another run has begun. */
export async function saveWalk({
  sql,
  walk: { name, version },
  position,
}: {
  sql: Sql | Tx;
  walk: Walk;
  position: number;
}): Promise<void> {
  const saved = await sql`
    update retention_walks set position = ${position} where name = ${name} and version = ${version}`;
  if (saved.count === 0) throw new Error(`Another run has begun the step "${name}" of retention.`);
}

/** Ranges of ids until one has no row that was created before the cutoff: ids are in the order of creation. */
export async function* listOldRanges({
  sql,
  walk,
  table,
  createdColumn,
  before,
}: {
  sql: Sql;
  walk: Walk;
  table: string;
  createdColumn: string;
  before: Date;
}): AsyncGenerator<WalkRange> {
  const settledBefore = new Date(before.getTime() - unsettledDays * dayMs);
  let firstUnsettled: number | null = null;
  for (let last = walk.position; ;) {
    const [range] = await sql<{ to: number | null; unsettled: number | null; hasOld: boolean }[]>`
      select max(id) as to, min(id) filter (where created_at >= ${settledBefore}) as unsettled,
        coalesce(bool_or(created_at < ${before}), false) as "hasOld"
      from (select id, ${sql(createdColumn)} as created_at from ${sql(table)} where id > ${last}
        order by id limit ${rowsPerRange}) r`;
    const { to, unsettled, hasOld } = range!;
    if (to === null || !hasOld) return;
    firstUnsettled ??= unsettled;
    yield { from: last + 1, to, position: firstUnsettled === null ? to : firstUnsettled - 1 };
    last = to;
  }
}
