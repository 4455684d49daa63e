// Many more visits than the rules could decide in time: one portion of whole days, repeated by the database for the same
// number of days before it, and again before that. India has no summer time, so every charge and date stays right.
import type { Collection } from "#domain/collection.ts";
import type { Tx } from "#server/db/pool.ts";
import { standings, visits } from "#tools/demo/entry.ts";
import { columnsOf } from "#tools/demo/world.ts";

export interface Portion {
  /** How many more of it there are to be. */
  repeats: number;
  days: number;
  /** Rows of it in either table, and the ids of the first. */
  size: number;
  first: { main: number; entry: number };
  branches: readonly number[];
}

/** Keeps what the counters say now, to tell later what the portion added to them. */
export async function keepCounters({ tx, branches }: { tx: Tx; branches: readonly number[] }): Promise<void> {
  await tx`create temp table counted on commit drop as
    select branch, day, value from counters where name = 'receipt' and branch = any(${branches as number[]})`;
}

/** Writes the repeats. Ids grow with time, as those of real visits do: room for them was left below the portion's. */
export async function repeatPortion({ tx, portion }: { tx: Tx; portion: Portion }): Promise<void> {
  const { first } = portion;
  await repeatRows({ tx, portion, collection: standings, first: first.main, special: {} });
  const size = portion.size;
  const special = {
    parking_main_info: `t."parking_main_info" - k.number * ${size}`,
    receipt_no: `regexp_replace(t."receipt_no", '[0-9]{8}-.*', '') || to_char(k.day, 'YYYYMMDD') || '-' ||
      (split_part(t."receipt_no", '-', 2)::int - coalesce(old.value, 0) + coalesce(there.value, 0))`,
  };
  await repeatRows({ tx, portion, collection: visits, first: first.entry, special });
  await repeatCounters({ tx, portion });
}

async function repeatRows(options: {
  tx: Tx;
  portion: Portion;
  collection: Collection;
  first: number;
  special: { readonly [column: string]: string };
}): Promise<void> {
  const { tx, portion, collection, first, special } = options;
  const { repeats, days, size } = portion;
  const columns = columnsOf(collection);
  const values = columns.map((name) => {
    if (name === "id") return `t."id" - k.number * ${size}`;
    const isTime = collection.fields[name]!.kind === "timestamp";
    return special[name] ?? (isTime ? `t."${name}" - k.number * interval '${days} days'` : `t."${name}"`);
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

async function repeatCounters({
  tx,
  portion: { repeats, days, branches },
}: {
  tx: Tx;
  portion: Portion;
}): Promise<void> {
  await tx`
    insert into counters as c (branch, name, day, value)
    select now.branch, 'receipt', now.day - number * ${days}::int, now.value - coalesce(old.value, 0)
    from counters now left join counted old using (branch, day) cross join generate_series(1, ${repeats}::int) as numbers (number)
    where now.name = 'receipt' and now.branch = any(${branches as number[]}) and now.value > coalesce(old.value, 0)
    on conflict (branch, name, day) do update set value = c.value + excluded.value`;
}
