// §4 Cash per shift: finds the open shift of a user and its expected cash, under locks, so that every payment belongs
// to exactly one shift.
import type { RowOf } from "#domain/schema/registry.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

/** A user, or a paid entry or ticket. */
type CollectorRow = Partial<Pick<RowOf<"users">, "id" | "in_out_flag">> &
  Partial<Pick<RowOf<"Parking_Information">, "payment_status" | "payment_mode">>;

const openShiftSql = `select "id" from "cash_shifts" where "collector" = $1::uuid and "closed_at" is null for share`;

/**
 * For cash payments and for users going on duty: locks and returns the open shift, so that it cannot be counted before
 * this write is committed. Null if none is open.
 */
export const lookUpOpenShift: LookupStep<"openShift", CollectorRow> = async ({ ctx, before, changes }) => {
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
  before: CollectorRow;
  changes: CollectorRow;
  actorId: string | null;
}): string | null {
  if ("in_out_flag" in before) return changes.in_out_flag === true ? (before.id ?? null) : null;
  return changes.payment_status === "paid" && changes.payment_mode !== "online" ? actorId : null;
}

/**
 * For the count of a shift: its cash in paise, under a lock that blocks further payments until the count is committed.
 */
export const lookUpShiftCash: LookupStep<"shiftCash", RowOf<"cash_shifts">> = async ({ ctx, before }) => {
  if (!before) return undefined;
  const { id } = before;
  await ctx.tx.unsafe(`select 1 from "cash_shifts" where "id" = $1 for update`, [id], { prepare: true });
  const [row] = await ctx.tx.unsafe<{ paise: number }[]>(
    `select (coalesce(sum("amount"), 0) * 100)::bigint as paise from "payments" where "shift" = $1 and "mode" = 'cash'`,
    [id],
    { prepare: true },
  );
  return row!.paise;
};
