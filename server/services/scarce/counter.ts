// §9: numbers of a branch that are given out once, in the order of their transactions.
import type { Row } from "#domain/collection.ts";
import type { Tx } from "#server/db/pool.ts";
import type { ScarceArgs } from "#server/items/write-context.ts";

/** The branch a row belongs to, as its rules saw it: its own, or for a visit its standing record's. */
export function branchOf({ related }: Pick<ScarceArgs, "related">): Row {
  return (related["branch"] ?? related["parking_main_info"]?.["branch"]) as Row;
}

/** The next number of a branch's counter; whoever comes second waits until the first has committed or given up. */
export async function nextNumber({
  tx,
  branch,
  name,
  day,
}: {
  tx: Tx;
  branch: number;
  name: string;
  day: string;
}): Promise<number> {
  const [row] = await tx.unsafe<{ value: number }[]>(
    `insert into "counters" as c ("branch", "name", "day", "value") values ($1, $2, $3::text::date, 1)
     on conflict ("branch", "name", "day") do update set "value" = c."value" + 1 returning "value"`,
    [branch, name, day],
    { prepare: true },
  );
  return row!.value;
}
