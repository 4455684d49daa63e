// §4 Cash per shift: which shift somebody has open, and what its drawer should hold; read under locks, so that no cash falls between two shifts.
import type { FactStep } from "#server/items/write-context.ts";

const openOf = `select "id" from "cash_shifts" where "collector" = $1::uuid and "closed_at" is null for share`;

/** For cash that is taken, and for who comes on duty: their open shift, which cannot be counted until this is written. */
export const openShift: FactStep = async ({ ctx, before, changes }) => {
  const collector = before && collectorOf({ before, changes, who: ctx.who.id });
  if (!collector) return undefined;
  const find = () => ctx.tx.unsafe<{ id: number }[]>(openOf, [collector], { prepare: true });
  const [open] = await find();
  if (open) return open.id;
  // Two who begin a shift for the same person take turns.
  await ctx.tx.unsafe("select pg_advisory_xact_lock(7304, hashtext($1::text))", [collector], { prepare: true });
  return (await find())[0]?.id ?? null;
};

function collectorOf({
  before,
  changes,
  who,
}: {
  before: { [field: string]: unknown };
  changes: { [field: string]: unknown };
  who: string | null;
}): string | null {
  if ("in_out_flag" in before) return changes["in_out_flag"] === true ? (before["id"] as string) : null;
  return changes["payment_status"] === "paid" && changes["payment_mode"] !== "online" ? who : null;
}

/** For a shift that is counted: its cash in paise, with no further cash coming in until that is written. */
export const shiftCash: FactStep = async ({ ctx, before }) => {
  if (!before) return undefined;
  const id = before["id"] as number;
  await ctx.tx.unsafe(`select 1 from "cash_shifts" where "id" = $1 for update`, [id], { prepare: true });
  const [row] = await ctx.tx.unsafe<{ paise: number }[]>(
    `select (coalesce(sum("amount"), 0) * 100)::bigint as paise from "payments" where "shift" = $1 and "mode" = 'cash'`,
    [id],
    { prepare: true },
  );
  return row!.paise;
};
