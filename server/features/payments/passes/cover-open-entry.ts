// The open entry of a pass whose end has changed.
import type { RowOf } from "#domain/schema/registry.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * Extends the free period of an open entry to the new end of its pass, or to the same one when a pass whose payment was
 * reversed is paid. Not after the pass has expired: the overstay
 * remains due, and the renewal applies from now on.
 */
export async function coverOpenEntry({
  ctx,
  pass: { id, pass_end_time: end, is_unpaid: isUnpaid },
}: {
  ctx: WriteContext;
  /** As it was before. */
  pass: Pick<RowOf<"Parking_Main_Information">, "id" | "pass_end_time" | "is_unpaid">;
}): Promise<void> {
  if (end === null || end <= ctx.now) return;
  const [open] = await ctx.tx<{ id: number; till: Date }[]>`
    select e.id, m.pass_end_time as till from "Parking_Main_Information" m
    join "Parking_Information" e on e.parking_main_info = m.id and e.parking_status_id in (1, 3) and e.free_until is not null
    where m.id = ${id} and (m.pass_end_time > ${end} or ${isUnpaid})`;
  if (open) await setFreeUntil({ ctx, id: open.id, until: open.till });
}

/** A vehicle that is inside with a pass that ended is charged from now on, or from a later end of the pass. */
export async function chargeOpenEntry({
  ctx,
  pass,
  from = ctx.now,
}: {
  ctx: WriteContext;
  pass: number;
  from?: Date;
}): Promise<void> {
  const [open] = await ctx.tx<{ id: number }[]>`
    select id from "Parking_Information"
    where parking_main_info = ${pass} and parking_status_id in (1, 3) and free_until > ${from}`;
  if (open) await setFreeUntil({ ctx, id: open.id, until: from });
}

async function setFreeUntil({ ctx, id, until }: { ctx: WriteContext; id: number; until: Date }): Promise<void> {
  const systemValues = { free_until: until };
  await updateItem({ ctx, collection: ParkingInformation, id, payload: {}, systemValues, bypassAccess: true });
}
