// Multiplies entries beyond what the rules can compute in time: the database repeats one batch of whole days for the
// same number of days before it, several times. India has no daylight saving time, so that charges and dates stay
// correct.
import type { Collection } from "#domain/schema/collection.ts";
import type { Tx } from "#server/db/pool.ts";
import { visitorRecordCollection, entryCollection } from "#tools/demo/entry.ts";
import { getColumns } from "#tools/demo/simulation.ts";

export interface EntryBatch {
  /** Number of repetitions. */
  repeats: number;
  days: number;
  /** Number of rows in each table, and the ids of the first. */
  size: number;
  first: { visitorRecord: number; entry: number };
  branches: readonly number[];
}

/** Stores the counters before the batch, to determine later what it added. */
export async function snapshotCounters({ tx, branches }: { tx: Tx; branches: readonly number[] }): Promise<void> {
  await tx`create temp table counted on commit drop as
    select branch, day, value from counters where name = 'receipt' and branch = any(${branches as number[]})`;
}

/** Writes the repetitions. Ids grow with time as in real data: room for them was left below the ids of the batch. */
export async function repeatBatch({ tx, batch }: { tx: Tx; batch: EntryBatch }): Promise<void> {
  const { first } = batch;
  await copyBatchRows({ tx, batch, collection: visitorRecordCollection, first: first.visitorRecord, overrides: {} });
  const size = batch.size;
  const overrides = {
    parking_main_info: `t."parking_main_info" - k.number * ${size}`,
    receipt_no: `regexp_replace(t."receipt_no", '[0-9]{8}-.*', '') || to_char(k.day, 'YYYYMMDD') || '-' ||
      (split_part(t."receipt_no", '-', 2)::int - coalesce(old.value, 0) + coalesce(there.value, 0))`,
  };
  await copyBatchRows({ tx, batch, collection: entryCollection, first: first.entry, overrides });
  await advanceCounters({ tx, batch });
}

async function copyBatchRows(options: {
  tx: Tx;
  batch: EntryBatch;
  collection: Collection;
  first: number;
  overrides: { readonly [column: string]: string };
}): Promise<void> {
  const { tx, batch, collection, first, overrides } = options;
  const { repeats, days, size } = batch;
  const columns = getColumns(collection);
  const values = columns.map((name) => {
    if (name === "id") return `t."id" - k.number * ${size}`;
    const isTime = collection.fields[name]!.kind === "timestamp";
    return overrides[name] ?? (isTime ? `t."${name}" - k.number * interval '${days} days'` : `t."${name}"`);
  });
  const day = `(t."date_created" at time zone b."time_zone")::date`;
  await tx.unsafe(`
    insert into "${collection.name}" (${columns.map((name) => `"${name}"`).join(", ")})
    select ${values.join(", ")} from generate_series(1, ${repeats}) as numbers (number)
    cross join "${collection.name}" t join "Branch" b on b.id = t.branch
    cross join lateral (select number, ${day} - number * ${days} as day) k
    left join counted old on old.branch = t.branch and old.day = ${day}
    left join counted there on there.branch = t.branch and there.day = k.day
    where t.id between ${first} and ${first + size - 1}`);
}

async function advanceCounters({
  tx,
  batch: { repeats, days, branches },
}: {
  tx: Tx;
  batch: EntryBatch;
}): Promise<void> {
  await tx`
    insert into counters as c (branch, name, day, value)
    select now.branch, 'receipt', now.day - number * ${days}::int, now.value - coalesce(old.value, 0)
    from counters now left join counted old using (branch, day) cross join generate_series(1, ${repeats}::int) as numbers (number)
    where now.name = 'receipt' and now.branch = any(${branches as number[]}) and now.value > coalesce(old.value, 0)
    on conflict (branch, name, day) do update set value = c.value + excluded.value`;
}
