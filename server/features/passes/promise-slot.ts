// §4: promises a slot to a pass, under the lock of the slots.
import { fillText } from "#domain/text/filled-text.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { checkSlotPromise, getKeptSlot, isSlotPromised } from "#domain/passes/kept-slot.ts";
import { getHeldPeriod } from "#domain/passes/pass-payment.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { loadBlocks, loadOccupiedSlots, lockSlots } from "#server/features/parking/slots/allocate-slot.ts";
import { loadBookedSlots } from "#server/features/parking/bookings/booked-slots.ts";
import { loadSlotHolders } from "#server/features/parking/slots/slot-holders.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { AllocationStep, WriteContext } from "#server/items/write/write-context.ts";

/** Promises the slot to the pass; one that a pass had which is over loses it. The errors of `checkSlotPromise`. */
export const keepSlotStep: AllocationStep<RowOf<"Parking_Main_Information">> = async ({ ctx, before, after }) => {
  const slot = getKeptSlot(after);
  const isChanged = before?.slot_no !== after.slot_no || before.slot_prefix !== after.slot_prefix;
  if (!slot || !isChanged) return {};
  const { tx, now } = ctx;
  const id = before?.id ?? 0;
  const location = { tx, branch: after.branch, service: "is_parking" } as const;
  // Sent together; PostgreSQL runs them in order, so the queries run under the lock.
  const [, blocks, occupied, holders] = await Promise.all([
    lockSlots(location),
    loadBlocks(location),
    loadOccupiedSlots({ ...location, except: 0, exceptPass: id }),
    loadSlotHolders(location),
  ]);
  const others = holders.filter((pass) => pass.id !== id);
  const promised = others.filter((pass) => isSlotPromised({ pass, now })).flatMap((pass) => getKeptSlot(pass) ?? []);
  const { end } = getHeldPeriod(after);
  const start = after.pass_start_time ?? now;
  const isBooked = (await loadBookedSlots({ tx, branch: after.branch, now })).some(
    (booked) =>
      booked.slot.prefix === slot.prefix &&
      booked.slot.number === slot.number &&
      booked.until > start &&
      (end === null || booked.from < end),
  );
  if (isBooked) {
    const text = fillText("slotBookedDuringPass", { slot: `${slot.prefix}${slot.number}` });
    return new RuleViolation("SLOT_EXIST", "slot_no", {}, text);
  }
  const violation = checkSlotPromise({ pass: after, slot, blocks, occupied, promised, now });
  if (violation) return violation;
  const previous = others.find((pass) => pass.slot_prefix === slot.prefix && pass.slot_no === slot.number);
  const isFreed = !previous || (await freeSlot({ ctx, branch: after.branch, pass: previous.id }));
  return isFreed ? { slot_prefix: slot.prefix } : new RuleViolation("SLOT_EXIST", "slot_no");
};

/** False if the pass, which was over, was renewed meanwhile. */
async function freeSlot({
  ctx,
  branch,
  pass: id,
}: {
  ctx: WriteContext;
  branch: number;
  pass: number;
}): Promise<boolean> {
  await ctx.tx`select 1 from "Parking_Main_Information" where id = ${id} for update`;
  const pass = (await loadSlotHolders({ tx: ctx.tx, branch })).find((holder) => holder.id === id);
  if (pass && isSlotPromised({ pass, now: ctx.now })) return false;
  const systemValues = { slot_prefix: null, slot_no: null };
  await updateItem({ ctx, collection: ParkingMainInformation, id, payload: {}, systemValues, bypassAccess: true });
  return true;
}
