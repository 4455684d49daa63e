// The open shift of the caller, from which cash is paid out, and the opening of one.
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { acquireLock } from "#server/db/locks.ts";
import { throwApiError } from "#server/items/api-error.ts";
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

/** Cash that a person on duty receives or pays out belongs to their shift, which starts with it. FORBIDDEN without a branch. */
export async function findOrOpenShift(ctx: WriteContext): Promise<number> {
  const open = await findOwnOpenShift(ctx);
  if (open !== null) return open;
  const { id: collector, branch, company } = ctx.actor;
  if (collector === null || branch === null || company === null) throwApiError("FORBIDDEN");
  await acquireLock({ tx: ctx.tx, name: "cashShift", key: collector });
  return (await findOwnOpenShift(ctx)) ?? openShift({ ctx, collector, branch, company });
}

/** The shift that cash is paid out of; null for a person who is off duty. */
export async function findPayingShift(ctx: WriteContext): Promise<number | null> {
  return checkOnDuty(ctx.actor) ? findOwnOpenShift(ctx) : findOrOpenShift(ctx);
}
