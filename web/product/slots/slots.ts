// Parking slots of a branch and their occupancy (docs/rules/slots.md).
import { useQuery } from "@tanstack/react-query";
import type { WireRow } from "#domain/schema/registry.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { acceptsVehicleType } from "#domain/parking/slots.ts";
import { isSlotKept, isSlotPromised } from "#domain/passes/kept-slot.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { can } from "#domain/access/capabilities.ts";
import { isBookingHeld } from "#domain/pre-booking/booked-slot.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import { countQuery, itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useNow } from "#web/ui/use-now.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { createSlotFields, type OccupiedSlot } from "#web/product/slots/chosen-slot.ts";

export type SlotBlock = WireRow<"Slot_Blocks">;

/** Services with slots of their own. */
export type SlotService = "is_parking" | "is_valet_and_parking";

export function blocksQuery(branch: number, service: SlotService = "is_parking") {
  return itemsQuery("Slot_Blocks", {
    filter: { branch: { _eq: branch }, service: { _eq: service } },
    sort: ["sort", "id"],
  });
}

/** Entries that occupy a slot, or reserve one until check-in. */
export function occupiedSlotsFilter(branch: number): Filter {
  return {
    branch: { _eq: branch },
    parking_status_id: { _in: [parkingSequence.in, parkingSequence.pending] },
    slot_no: { _gt: 0 },
    out_time: { _null: true },
  };
}

const holderFields = [
  "id",
  "vehicle_no",
  "slot_prefix",
  "slot_no",
  "parking_type",
  "parking_status_id",
  "is_unpaid",
  "is_waiting_for_approve",
  "pass_start_time",
  "pass_end_time",
  "due_from",
  "due_till",
] as const;

/** Slots that passes have, by the rule of the server; none at a branch that keeps none. Subscribe the page to Parking_Main_Information. */
export function useSlotHolders(): { kept: PassSlot[]; promised: PassSlot[] } {
  const { branch } = useBranch();
  const now = useNow(60_000);
  const isKeeping = branch.parking_config?.["keeps_pass_slots"] === true;
  const filter = { branch: { _eq: branch.id }, slot_no: { _gt: 0 } };
  const { data = [] } = useQuery({
    ...itemsQuery("Parking_Main_Information", { fields: holderFields, filter, limit: -1 }),
    enabled: isKeeping,
  });
  const slots = data.map((row) => {
    const pass = {
      ...row,
      pass_start_time: toDate(row.pass_start_time),
      pass_end_time: toDate(row.pass_end_time),
      due_from: toDate(row.due_from),
      due_till: toDate(row.due_till),
    };
    const slot = {
      prefix: row.slot_prefix ?? "",
      number: row.slot_no ?? 0,
      vehicle: row.vehicle_no ?? "",
      pass: row.id,
    };
    return { slot, isKept: isSlotKept({ pass, now }), isPromised: isSlotPromised({ pass, now }) };
  });
  return {
    kept: slots.filter(({ isKept }) => isKept).map(({ slot }) => slot),
    promised: slots.filter(({ isPromised }) => isPromised).map(({ slot }) => slot),
  };
}

const heldFields = ["pre_booking_status_id", "slot_prefix", "slot_no", "held_from", "no_show_at"] as const;

/** Slots that are held now for bookings, by the rule of the server. */
function useHeldSlots(): { prefix: string; number: number }[] {
  const { branch } = useBranch();
  const session = useRequiredSession();
  const now = useNow(60_000);
  useLiveCollections("Pre_Booking_Information");
  const filter = {
    branch: { _eq: branch.id },
    pre_booking_status_id: { _eq: bookingSequence.booked },
    slot_no: { _gt: 0 },
  };
  const { data = [] } = useQuery({
    ...itemsQuery("Pre_Booking_Information", { fields: heldFields, filter, limit: -1 }),
    enabled: branch.is_pre_booking && can(session, "booking.read"),
  });
  return data.flatMap(({ slot_prefix: prefix, slot_no: number, ...row }) => {
    const booking = { ...row, held_from: toDate(row.held_from), no_show_at: toDate(row.no_show_at) };
    return isBookingHeld({ booking, now }) ? [{ prefix: prefix ?? "", number: number ?? 0 }] : [];
  });
}

const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** A slot that is kept for the vehicle of a pass. */
export interface PassSlot extends OccupiedSlot {
  pass: number;
}

/** The form field `vehicle_type` as an id; null if none is chosen. */
export function parseVehicleType(value: unknown): number | null {
  return Number(value) || null;
}

/** Blocks in which a vehicle of the type may park; all blocks if `vehicleType` is undefined. */
export function filterBlocks(blocks: readonly SlotBlock[], vehicleType: number | null | undefined): SlotBlock[] {
  return blocks.filter(
    ({ vehicle_types }) =>
      vehicleType === undefined || acceptsVehicleType({ vehicleTypes: vehicle_types, vehicleType }),
  );
}

/**
 * Slots for a vehicle type, or all. Undefined while loading and for a branch without such slots. Subscribe the page to
 * Parking_Information.
 */
export function useSlotCounts(
  vehicleType?: number | null,
): { total: number; occupied: number; kept: number; free: number } | undefined {
  const { branch } = useBranch();
  const { data: allBlocks = [] } = useQuery(blocksQuery(branch.id));
  const blocks = filterBlocks(allBlocks, vehicleType);
  const prefixes = blocks.map(({ slot_prefix }) => slot_prefix ?? "");
  const isLimited = blocks.length < allBlocks.length;
  const occupiedFilter = {
    ...occupiedSlotsFilter(branch.id),
    ...(isLimited && { slot_prefix: { _in: prefixes } }),
  };
  const { data: occupied } = useQuery(countQuery("Parking_Information", occupiedFilter));
  const passSlots = useSlotHolders().kept;
  const kept = [...passSlots, ...useHeldSlots()].filter(({ prefix }) => prefixes.includes(prefix));
  // Kept slots in which a vehicle stands are occupied.
  const { data: standing } = useQuery({
    ...itemsQuery("Parking_Information", {
      filter: { ...occupiedFilter, slot_no: { _in: kept.map(({ number }) => number) } },
      fields: ["slot_prefix", "slot_no"],
      limit: -1,
    }),
    enabled: kept.length > 0,
  });
  const total = blocks.reduce((sum, block) => sum + block.total_slots, 0);
  if (total === 0 || occupied === undefined) return undefined;
  const isStanding = (slot: { prefix: string; number: number }) =>
    standing?.some((entry) => (entry.slot_prefix ?? "") === slot.prefix && entry.slot_no === slot.number) === true;
  const empty = kept.filter((slot) => !isStanding(slot)).length;
  return { total, occupied, kept: empty, free: Math.max(0, total - occupied - empty) };
}

/** Fields of a form that checks a vehicle in, and whether it contains a `SlotField`: where staff choose the slot. */
export function useSlotFields(): { isSlotChosen: boolean; slotFields: ReturnType<typeof createSlotFields> } {
  const { branch } = useBranch();
  const { data: blocks = [] } = useQuery(blocksQuery(branch.id));
  const isSlotChosen = branch.parking_config?.["slot_type"] === "specific_slot" && blocks.length > 0;
  return { isSlotChosen, slotFields: createSlotFields({ isRequired: isSlotChosen }) };
}
