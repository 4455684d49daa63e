// §9: counters of a branch; each number is allocated once, in the order of the transactions.
import type { Row } from "#domain/schema/collection.ts";
import type { Tx } from "#server/db/pool.ts";
import type { AllocationInput } from "#server/items/write/write-context.ts";

/** Returns the branch loaded for the rules of a row: its own, or that of an entry's visitor record. */
export function getBranch({ related }: Pick<AllocationInput, "related">): Row {
  return (related["branch"] ?? related["parking_main_info"]?.["branch"]) as Row;
}

/**
 * Allocates the next number of a counter; concurrent transactions wait until the first has committed or rolled back.
 */
export async function allocateNumber({
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
