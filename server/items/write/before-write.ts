// §7: last steps of the write path before writing: allocations, and hashing or encryption of secrets.
import { type Collection, RuleViolation, type Row } from "#domain/schema/collection.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import type { AllocationInput, WriteContext } from "#server/items/write/write-context.ts";

/**
 * Runs the allocations of a collection; throws their violation if nothing is available. Locks are acquired in the
 * declared order, so that concurrent writes cannot deadlock.
 */
export async function allocate(args: AllocationInput): Promise<Row> {
  const { ctx, collection } = args;
  const results = await Promise.all((collection.allocations ?? []).map((name) => ctx.allocations[name]!(args)));
  const violation = results.find((result) => result instanceof RuleViolation);
  if (violation instanceof RuleViolation) throwViolation(violation);
  return Object.assign({}, ...results) as Row;
}

export async function storeSecrets({
  ctx,
  collection,
  row,
}: {
  ctx: WriteContext;
  collection: Collection;
  row: Row;
}): Promise<void> {
  for (const [name, value] of Object.entries(row)) {
    const field = collection.fields[name]!;
    if (field?.kind === "secret" && typeof value === "string") row[name] = await ctx.storeSecret({ field, value });
  }
}
