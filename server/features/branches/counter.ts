// §9: counters of a branch; each number is allocated once, in the order of the transactions.
import type { IncludedRow } from "#domain/schema/registry.ts";
import type { Tx } from "#server/db/pool.ts";

/** The branch that the rules of entries and tickets include. */
export type CountingBranch = IncludedRow<"Branch", "valet_and_parking_config" | "parking_config" | "slot_blocks">;
export type BranchRelations = {
  branch?: CountingBranch | null;
  parking_main_info?: { branch: CountingBranch } | null;
};

/** Returns the branch loaded for the rules of a row: its own, or that of an entry's visitor record. */
export function getBranch({ related }: { related: BranchRelations }): CountingBranch {
  const branch = related.branch ?? related.parking_main_info?.branch;
  if (!branch) throw new Error("The rules of the collection do not include the branch.");
  return branch;
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
