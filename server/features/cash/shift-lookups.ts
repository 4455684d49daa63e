// §4 Cash per shift: finds the open shift of a user and its expected cash, under locks, so that every payment belongs
// to exactly one shift.
import { acquireLock } from "#server/db/locks.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

const openShiftSql = `select "id" from "cash_shifts" where "collector" = $1::uuid and "closed_at" is null for share`;

/**
 * For cash payments and for users going on duty: locks and returns the open shift, so that it cannot be counted before
 * this write is committed. Null if none is open.
 */
export const lookUpOpenShift: LookupStep = async ({ ctx, before, changes }) => {
  const collector = before && getCollector({ before, changes, actorId: ctx.actor.id });
  if (!collector) return undefined;
  const findOpenShift = () => ctx.tx.unsafe<{ id: number }[]>(openShiftSql, [collector], { prepare: true });
  const [open] = await findOpenShift();
  if (open) return open.id;
  // Serialises the opening of a shift per collector, so that no second one is opened concurrently.
  await acquireLock({ tx: ctx.tx, name: "cashShift", key: collector });
  return (await findOpenShift())[0]?.id ?? null;
};

function getCollector({
  before,
  changes,
  actorId,
}: {
  before: { [field: string]: unknown };
  changes: { [field: string]: unknown };
  actorId: string | null;
}): string | null {
  if ("in_out_flag" in before) return changes["in_out_flag"] === true ? (before["id"] as string) : null;
  return changes["payment_status"] === "paid" && changes["payment_mode"] !== "online" ? actorId : null;
}

/**
 * For the count of a shift: its cash in paise, under a lock that blocks further payments until the count is committed.
 */
export const lookUpShiftCash: LookupStep = async ({ ctx, before }) => {
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
