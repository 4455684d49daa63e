// §4 The parking slot that a branch keeps for the holder of a pass (docs/rules/slots.md).
import { type FilledText, fillText } from "#domain/text/filled-text.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import { acceptsVehicleType, isSlotFree, type Slot, type SlotBlock } from "#domain/parking/slots.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { getHeldPeriod } from "#domain/passes/pass-payment.ts";
import { isPassValidAt } from "#domain/passes/pass.ts";

export const keptSlotFields = ["slot_prefix", "slot_no"] as const;

type Pass = RowOf<"Parking_Main_Information">;
/** What decides whether a pass keeps its slot. */
export type SlotHolder = Pick<
  Pass,
  | "id"
  | "vehicle_no"
  | "slot_prefix"
  | "slot_no"
  | "parking_type"
  | "parking_status_id"
  | "is_unpaid"
  | "is_waiting_for_approve"
  | "pass_start_time"
  | "pass_end_time"
  | "due_from"
  | "due_till"
>;

/** Null without a slot. */
export function getKeptSlot({ slot_prefix: prefix, slot_no: number }: Pick<Pass, "slot_prefix" | "slot_no">) {
  return number ? ({ prefix: prefix ?? "", number } satisfies Slot) : null;
}

const isCancelled = (pass: Pick<Pass, "parking_status_id">) => pass.parking_status_id === parkingSequence.cancelled;

/** Whether the slot is promised to this pass, and so to no other one: until the end of what was sold or is due. */
export function isSlotPromised({ pass, now }: { pass: Omit<SlotHolder, "id" | "vehicle_no">; now: Date }): boolean {
  const { end } = getHeldPeriod(pass);
  return Boolean(pass.slot_no) && !isCancelled(pass) && end !== null && end > now;
}

/** Whether the slot is kept from all other vehicles: while the pass is valid. */
export function isSlotKept({ pass, now }: { pass: Omit<SlotHolder, "id" | "vehicle_no">; now: Date }): boolean {
  if (!isSlotPromised({ pass, now }) || pass.is_unpaid || pass.is_waiting_for_approve) return false;
  return isPassValidAt({ start: pass.pass_start_time, end: pass.pass_end_time, at: now });
}

export interface SlotPromise {
  pass: Pick<Pass, "pass_start_time" | "vehicle_type">;
  slot: Slot;
  blocks: readonly SlotBlock[];
  /** Slots of the vehicles that are inside or at the gate, except that of the pass. */
  occupied: readonly Slot[];
  /** Slots that are promised to other passes. */
  promised: readonly Slot[];
  now: Date;
}

/**
 * A slot is promised to one pass at a time, and while a vehicle stands in it only to a pass that begins later. SLOT_EXIST,
 * SLOT_FOR_OTHER_TYPES.
 */
export function checkSlotPromise({
  pass: { pass_start_time: start, vehicle_type: vehicleType },
  slot,
  blocks,
  occupied,
  promised,
  now,
}: SlotPromise): RuleViolation | undefined {
  const name = `${slot.prefix}${slot.number}`;
  const reject = (text?: FilledText) => new RuleViolation("SLOT_EXIST", "slot_no", {}, text);
  if (!isSlotFree({ blocks, occupied: [], slot })) return reject(fillText("noSlot", { slot: name }));
  if (!isSlotFree({ blocks, occupied: promised, slot })) return reject(fillText("slotOfAnotherPass", { slot: name }));
  const hasBegun = start !== null && start <= now;
  if (hasBegun && !isSlotFree({ blocks, occupied, slot })) return reject(fillText("slotHasVehicle", { slot: name }));
  const vehicleTypes = blocks.find(({ prefix }) => prefix === slot.prefix)?.vehicleTypes;
  return acceptsVehicleType({ vehicleTypes, vehicleType: getRelationId(vehicleType) })
    ? undefined
    : new RuleViolation("SLOT_FOR_OTHER_TYPES", "slot_no");
}

type SlotArgs = RuleArgsOf<"Parking_Main_Information", "branch.parking_config">;

/** A slot is kept for vehicles with a pass, where the branch keeps slots. FAILED_VALIDATION, INVITE_NOT_VALID_NOW. */
export function applyKeptSlot({
  before,
  after,
  changes,
  related,
  now,
}: SlotArgs): Partial<Pass> | RuleViolation | undefined {
  if (!keptSlotFields.some((name) => name in changes && changes[name] !== before?.[name])) return undefined;
  if (!after.slot_no) return { slot_no: null, slot_prefix: null };
  const reject = (text: string) => new RuleViolation("FAILED_VALIDATION", "slot_no", { type: "invalid" }, text);
  if (after.parking_type !== "long_time" || after.is_person || after.is_invited)
    return reject("*Slots are kept for vehicles with a pass");
  if (related.branch?.parking_config?.keeps_pass_slots !== true) return reject("*This branch keeps no slots");
  if (!isSlotPromised({ pass: after, now })) return new RuleViolation("INVITE_NOT_VALID_NOW");
  return { slot_prefix: after.slot_prefix ?? "" };
}
