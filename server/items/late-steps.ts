// §7: what the write path does last before it writes: it takes what is scarce, and brings secrets into the form they are kept in.
import { type Collection, Refusal, type Row } from "#domain/collection.ts";
import { throwRefusal } from "#server/items/prepare.ts";
import type { ScarceArgs, WriteContext } from "#server/items/write-context.ts";

/** Takes all that is scarce; throws why there is none left. The steps lock in their declared order, whoever asks. */
export async function takeScarce(args: ScarceArgs): Promise<Row> {
  const { ctx, collection } = args;
  const taken = await Promise.all((collection.scarce ?? []).map((name) => ctx.scarce[name]!(args)));
  const refusal = taken.find((one) => one instanceof Refusal);
  if (refusal instanceof Refusal) throwRefusal(refusal);
  return Object.assign({}, ...taken) as Row;
}

export async function keepSecrets({
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
    if (field?.kind === "secret" && typeof value === "string") row[name] = await ctx.keepSecret({ field, value });
  }
}
