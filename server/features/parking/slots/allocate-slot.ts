// §9: allocates the slots of a branch, separately for parking and valet; no two vehicles share a slot.
import { fillText } from "#domain/text/filled-text.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { acceptsVehicleType, allocateSlot, type SlotBlock, isSlotFree, type Slot } from "#domain/parking/slots.ts";
import { getKeptSlot, isSlotKept, isSlotPromised } from "#domain/passes/kept-slot.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import { valetService } from "#domain/valet/valet-ticket.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { AllocationInput, AllocationStep } from "#server/items/write/write-context.ts";
import { loadBookedSlots, loadHeldSlots } from "#server/features/parking/bookings/booked-slots.ts";
import { loadSlotHolders } from "#server/features/parking/slots/slot-holders.ts";
import { type BranchRelations, getBranch } from "#server/features/branches/counter.ts";

export type SlotService = "is_parking" | typeof valetService;

/** An entry or a ticket. */
type SlotRow = Partial<
  Pick<
    RowOf<"Parking_Information">,
    | "id"
    | "slot_no"
    | "slot_prefix"
    | "out_time"
    | "is_person"
    | "is_invited"
    | "is_vehicle_prepay_type"
    | "parking_status_id"
  >
> & { parking_main_info?: unknown } & Partial<
    Pick<RowOf<"Valet_and_Parking_Information">, "is_valet_parking" | "status_id" | "vehicle_type">
  >;
type SlotRelations = BranchRelations & {
  parking_main_info?:
    | (Pick<RowOf<"Parking_Main_Information">, "is_waiting_for_approve"> & { vehicle_type?: unknown })
    | null;
};
type SlotInput = AllocationInput<SlotRow, SlotRelations>;

interface SlotKind {
  service: SlotService;
  config: "parking_config" | "valet_and_parking_config";
  /** Whether the row occupies a slot now: not if it is invited or waiting for approval, nor a new valet ticket. */
  needsSlot: (args: SlotInput) => boolean;
  status: string;
}

const parking: SlotKind = {
  service: "is_parking",
  config: "parking_config",
  status: "parking_status_id",
  needsSlot({ after, related }) {
    if (after.is_person === true) return false;
    if (after.parking_status_id === 1) return true;
    const isWaiting = related.parking_main_info?.is_waiting_for_approve === true;
    const isAtGate = after.is_vehicle_prepay_type === true && after.is_invited !== true && !isWaiting;
    return after.parking_status_id === 3 && isAtGate;
  },
};

const valet: SlotKind = {
  service: valetService,
  config: "valet_and_parking_config",
  status: "status_id",
  // The service `valet-service` uses no slots.
  needsSlot: ({ after }) =>
    after.is_valet_parking === true && after.status_id === valetSequence.parked && !after.out_time,
};

const kinds: { [collection: string]: SlotKind } = {
  Parking_Information: parking,
  Valet_and_Parking_Information: valet,
};

/** SQL of the occupied slots of a branch; `$1` is the branch. */
const occupiedSlotsSql: { readonly [service in SlotService]: string } = {
  is_parking: `from "Parking_Information"
    where "branch" = $1 and "out_time" is null and "slot_no" > 0 and "parking_status_id" in (1, 3)`,
  is_valet_and_parking: `from "Valet_and_Parking_Information"
    where "branch" = $1 and "out_time" is null and "slot_no" > 0`,
};

interface SlotLocation {
  tx: Sql | Tx;
  branch: number;
  service: SlotService;
}

/** Whether the write checks the vehicle in or moves it to another slot. */
function requestsSlot({ before, changes }: SlotInput, status: string): boolean {
  const isMoved = (["slot_prefix", "slot_no"] as const).some(
    (name) => name in changes && changes[name] !== before?.[name],
  );
  return status in changes || isMoved;
}

/** Of the ticket, or of the entry's visitor record. */
function getVehicleType({ after, related }: SlotInput): number | null {
  return getRelationId(related.parking_main_info?.vehicle_type ?? after.vehicle_type);
}

function refuseMissing({ slot_prefix: prefix, slot_no: number }: SlotRow): RuleViolation {
  return new RuleViolation("SLOT_EXIST", "slot_no", {}, fillText("noSlot", { slot: `${prefix ?? ""}${number ?? ""}` }));
}

/**
 * Allocates the requested slot, or the lowest free one, in a block for the vehicle's type. SLOT_EXIST, SLOT_FULL,
 * SLOT_FOR_OTHER_TYPES; SLOT_REQUIRED if the branch requires a specific slot; VEHICLE_TYPE_REQUIRED if only vehicles of
 * certain types have free slots.
 */
export const allocateSlotStep: AllocationStep<SlotRow, SlotRelations> = async (args) => {
  const { ctx, collection, before, after } = args;
  const kind = kinds[collection.name]!;
  if (!kind.needsSlot(args)) return before || !after.slot_no ? {} : { slot_no: null };
  if (before && !requestsSlot(args, kind.status)) return {};
  const branch = getBranch(args);
  const config = branch[kind.config];
  const hasBlocks = (branch.slot_blocks ?? []).some((block) => block.service === kind.service);
  if (!hasBlocks) return after.slot_no ? refuseMissing(after) : {};
  const location = { tx: ctx.tx, branch: branch.id, service: kind.service };
  // Sends the lock and the queries together; PostgreSQL runs them in order, so blocks and slots are read under the
  // lock.
  const keepsSlots = kind === parking && branch.parking_config?.keeps_pass_slots === true;
  const takesBookings = kind === parking && branch.is_pre_booking;
  const [, { blocks, standing }, holders, booked] = await Promise.all([
    lockSlots(location),
    loadSlots({ ...location, except: after.id ?? 0 }),
    keepsSlots ? loadSlotHolders(location) : [],
    takesBookings ? loadHeldSlots({ ...location, now: ctx.now }) : [],
  ]);
  const keeping = holders.filter((pass) => isSlotKept({ pass, now: ctx.now }));
  const ownPass = keeping.find(({ id }) => id === getRelationId(after.parking_main_info));
  const kept = keeping.filter((pass) => pass !== ownPass).flatMap((pass) => getKeptSlot(pass) ?? []);
  const occupied = [...standing, ...kept, ...booked];
  const vehicleType = getVehicleType(args);
  const isForType = ({ prefix: wanted }: Slot) => {
    const block = blocks.find(({ prefix }) => prefix === wanted);
    return acceptsVehicleType({ vehicleTypes: block?.vehicleTypes, vehicleType });
  };
  if (after.slot_no) {
    const slot: Slot = { prefix: after.slot_prefix ?? "", number: after.slot_no };
    if (!isSlotFree({ blocks, occupied: [], slot })) return refuseMissing(after);
    if (!isSlotFree({ blocks, occupied: standing, slot })) return new RuleViolation("SLOT_EXIST", "slot_no");
    if (!isSlotFree({ blocks, occupied: kept, slot })) {
      const text = fillText("slotOfPass", { slot: `${slot.prefix}${slot.number}` });
      return new RuleViolation("SLOT_EXIST", "slot_no", {}, text);
    }
    if (!isSlotFree({ blocks, occupied: booked, slot })) {
      const text = fillText("slotBooked", { slot: `${slot.prefix}${slot.number}` });
      return new RuleViolation("SLOT_EXIST", "slot_no", {}, text);
    }
    return isForType(slot) ? { slot_prefix: slot.prefix } : new RuleViolation("SLOT_FOR_OTHER_TYPES", "slot_no");
  }
  const own = ownPass && getKeptSlot(ownPass);
  if (own && isSlotFree({ blocks, occupied, slot: own }) && isForType(own))
    return { slot_prefix: own.prefix, slot_no: own.number };
  if (config?.slot_type === "specific_slot") return new RuleViolation("SLOT_REQUIRED", "slot_no");
  const slot = allocateSlot({
    blocks,
    occupied,
    preferredPrefix: after.slot_prefix ?? undefined,
    vehicleType,
  });
  if (slot.number === 0 && config?.is_slot_required === true) {
    const forAllTypes = blocks.map(({ prefix, total }) => ({ prefix, total }));
    const hasFreeSlot = allocateSlot({ blocks: forAllTypes, occupied }).number > 0;
    return vehicleType === null && hasFreeSlot
      ? new RuleViolation("VEHICLE_TYPE_REQUIRED", "vehicle_type")
      : new RuleViolation("SLOT_FULL");
  }
  return { slot_prefix: slot.prefix, slot_no: slot.number === 0 ? null : slot.number };
};

/** Serialises slot allocation per branch and service, so that each transaction sees the slots allocated before it. */
export async function lockSlots({ tx, branch, service }: SlotLocation & { tx: Tx }): Promise<void> {
  await acquireLock({ tx, name: service === "is_parking" ? "parkingSlots" : "valetSlots", key: branch });
}

const blocksSql = `select coalesce("slot_prefix", '') as prefix, "total_slots" as total, "vehicle_types" as "vehicleTypes" from "Slot_Blocks"
      where "branch" = $1 and "service" = $2 order by "sort", "id"`;

/** Reads the blocks again: a block may have been reduced since the rules ran. */
export async function loadBlocks({ tx, branch, service }: SlotLocation): Promise<SlotBlock[]> {
  return tx.unsafe<SlotBlock[]>(blocksSql, [branch, service], { prepare: true });
}

/** `loadBlocks` and `loadOccupiedSlots` in one statement. */
async function loadSlots({
  tx,
  branch,
  service,
  except,
}: SlotLocation & { except: number }): Promise<{ blocks: SlotBlock[]; standing: Slot[] }> {
  const [row] = await tx.unsafe<{ blocks: SlotBlock[]; standing: Slot[] }[]>(
    `select (select coalesce(json_agg(b), '[]') from (${blocksSql}) b) as blocks, (select coalesce(json_agg(s), '[]') from
      (select "slot_prefix" as prefix, "slot_no" as number ${occupiedSlotsSql[service]} and "id" <> $3) s) as standing`,
    [branch, service, except],
    { prepare: true },
  );
  return row!;
}

/** Slots of vehicles, except one entry or ticket, and the entries of one pass. */
export async function loadOccupiedSlots({
  tx,
  branch,
  service,
  except,
  exceptPass,
}: SlotLocation & { except: number; exceptPass?: number }): Promise<Slot[]> {
  const condition = exceptPass === undefined ? "" : ` and "parking_main_info" <> $3`;
  return tx.unsafe<Slot[]>(
    `select "slot_prefix" as prefix, "slot_no" as number ${occupiedSlotsSql[service]} and "id" <> $2${condition}`,
    exceptPass === undefined ? [branch, except] : [branch, except, exceptPass],
    { prepare: true },
  );
}

/**
 * Returns the highest number of a block that is occupied, promised to a pass or booked, 0 if there is none. The caller holds the
 * lock of `lockSlots`.
 */
export async function findHighestOccupied({
  tx,
  branch,
  service,
  prefix,
  now,
}: SlotLocation & { prefix: string; now: Date }): Promise<number> {
  const [row] = await tx.unsafe<{ highest: number }[]>(
    `select coalesce(max("slot_no"), 0) as highest ${occupiedSlotsSql[service]} and "slot_prefix" = $2`,
    [branch, prefix],
    { prepare: true },
  );
  const holders = service === "is_parking" ? await loadSlotHolders({ tx, branch }) : [];
  const promised = holders.filter((pass) => pass.slot_prefix === prefix && isSlotPromised({ pass, now }));
  const bookings = service === "is_parking" ? await loadBookedSlots({ tx, branch, now }) : [];
  const booked = bookings.map(({ slot }) => slot).filter((slot) => slot.prefix === prefix);
  const reserved = [...promised.map(({ slot_no: number }) => number ?? 0), ...booked.map(({ number }) => number)];
  return Math.max(row!.highest, ...reserved);
}
