// The open shift of the caller, from which cash is paid out.
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Locks the shift, so that it cannot be counted before the cash is recorded; null unless one is open. */
export async function findOwnOpenShift(ctx: WriteContext): Promise<number | null> {
  const [open] = await ctx.tx<{ id: number }[]>`
    select id from cash_shifts where collector = ${ctx.actor.id} and closed_at is null for share`;
  return open?.id ?? null;
}
