// The open shift of the caller, from which cash is paid out, and the opening of one.
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { createItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Locks the shift, so that it cannot be counted before the cash is recorded; null unless one is open. */
export async function findOwnOpenShift(ctx: WriteContext): Promise<number | null> {
  const [open] = await ctx.tx<{ id: number }[]>`
    select id from cash_shifts where collector = ${ctx.actor.id} and closed_at is null for share`;
  return open?.id ?? null;
}

/** Opens a shift under the collector's lock `cashShift`; returns its id. */
export function openShift({
  ctx,
  ...shift
}: { ctx: WriteContext } & Pick<RowOf<"cash_shifts">, "collector" | "branch" | "company">): Promise<number> {
  const systemValues = { ...shift, opened_at: ctx.now };
  return createItem({ ctx, collection: CashShifts, payload: {}, systemValues, bypassAccess: true });
}
