// §4 Cash per shift: finds the open shift of a user and its expected cash, under locks, so that every payment belongs
// to exactly one shift.
import type { ShiftCash } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { isMoved } from "#domain/people/move.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Tx } from "#server/db/pool.ts";
import {
  needsCount,
  selectShiftHandovers,
  selectShiftTotals,
  selectShiftVehicles,
} from "#server/features/cash/shift-totals.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

/** A user, or a paid entry or ticket. */
type CollectorRow = Partial<Pick<RowOf<"users">, "id" | "in_out_flag">> &
  Partial<Pick<RowOf<"Parking_Information">, "payment_status" | "payment_mode" | "payment_channel" | "paid_amount">>;

const openShiftSql = `select "id" from "cash_shifts" where "collector" = $1::uuid and "closed_at" is null for share`;

/**
 * For payments that staff take and for users going on duty: locks and returns the open shift, so that it cannot be counted before
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
  const isTaken = changes.payment_mode === "cash" || Boolean(changes.payment_channel);
  return (isTaken && "paid_amount" in changes) ||
    (changes.payment_status === "paid" && changes.payment_mode !== "online")
    ? actorId
    : null;
}

/**
 * For the count of a shift: its cash, under a lock that blocks further payments and handovers until the count is
 * committed.
 */
export const lookUpShiftCash: LookupStep<"shiftCash", RowOf<"cash_shifts">> = async ({ ctx, before, changes }) => {
  if (!before || !("counted" in changes)) return undefined;
  const { tx } = ctx;
  await lockShifts({ tx, ids: [before.id] });
  const [paid] = await tx<{ vehicles: number }[]>`
    select paid.vehicles from cash_shifts s, lateral (${selectShiftVehicles(tx)}) paid where s.id = ${before.id}`;
  return { ...(await readShiftCash({ tx, shift: before.id })), ...paid! };
};

/** For a move to another branch: the person's shift is locked, so that no payment is added to it meanwhile. */
export const lookUpUncountedCash: LookupStep<"hasUncountedCash", RowOf<"users">> = async ({
  ctx: { tx },
  before,
  changes,
}) => {
  if (!before || !isMoved({ before, changes })) return undefined;
  // As for opening a shift, so that none is opened meanwhile.
  await acquireLock({ tx, name: "cashShift", key: before.id });
  const open = await tx<
    { id: number }[]
  >`select id from cash_shifts where collector = ${before.id} and closed_at is null`;
  await lockShifts({ tx, ids: open.map(({ id }) => id) });
  const [shift] = await tx<{ needsCount: boolean }[]>`
    select ${needsCount(tx)} as "needsCount" from cash_shifts s
      left join lateral (${selectShiftTotals(tx)}) t on true
      left join lateral (${selectShiftHandovers(tx)}) h on true
    where s.collector = ${before.id} and s.closed_at is null`;
  return shift?.needsCount ?? false;
};

/** Locks shifts against payments, handovers and counts, in one order. */
export async function lockShifts({ tx, ids }: { tx: Tx; ids: readonly number[] }): Promise<void> {
  const text = `select 1 from "cash_shifts" where "id" = any($1::bigint[]) order by "id" for update`;
  await tx.unsafe(text, [[...ids]], { prepare: true });
}

/** Cash that belongs to a shift, whose row the caller has locked. */
export async function readShiftCash({ tx, shift }: { tx: Tx; shift: number }): Promise<ShiftCash> {
  const [row] = await tx.unsafe<ShiftCash[]>(
    `select ((coalesce((select sum("amount") from "payments" where "shift" = $1 and "mode" = 'cash'), 0)
        + coalesce((select sum("amount") from "cash_handovers" where "to_shift" = $1 and "state" = 'confirmed'), 0)
        - coalesce((select sum("amount") from "cash_handovers" where "from_shift" = $1 and "state" = 'confirmed'), 0)) * 100)::int as "paise",
       exists (select 1 from "cash_handovers" where "from_shift" = $1 and "state" = 'offered') as "isHandoverPending"`,
    [shift],
    { prepare: true },
  );
  return row!;
}
