// §3: what a booking would get: its slot, its terms and its price.
import { isInScope, type Actor } from "#domain/access/roles.ts";
import { checkBranchService } from "#domain/parking/parking-entry.ts";
import { isOutstationPlate } from "#domain/parking/outstation.ts";
import type { Slot } from "#domain/parking/slots.ts";
import { getKeptSlot, isSlotPromised } from "#domain/passes/kept-slot.ts";
import { describeLines } from "#domain/payments/stay-breakdown.ts";
import type { DescribedLine } from "#domain/tariffs/describe-charge.ts";
import { chooseBookedSlot } from "#domain/pre-booking/booked-slot.ts";
import {
  type BookingSettings,
  type BookingTerms,
  checkBookingPeriod,
  computeBookingTerms,
} from "#domain/pre-booking/booking-terms.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { copyTariff } from "#domain/tariffs/copy-tariff.ts";
import { computeStayCharge } from "#domain/tariffs/stay-charge.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { loadBlocks, loadOccupiedSlots } from "#server/features/parking/slots/allocate-slot.ts";
import { loadSlotHolders } from "#server/features/parking/slots/slot-holders.ts";
import { loadBookedSlots } from "#server/features/parking/bookings/booked-slots.ts";
import { findTariffInForce } from "#server/features/tariffs/tariff-lookups.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { throwViolation, validatePayload } from "#server/items/write/prepare.ts";

interface PlannedBooking {
  branch: BookingBranch;
  start: Date;
  end: Date;
  slot: Slot;
  terms: BookingTerms;
  /** Paise. */
  charge: number;
  lines: DescribedLine[];
}

type BookingBranch = Pick<
  RowOf<"Branch">,
  "id" | "company" | "status" | "is_suspended" | "is_parking" | "is_pre_booking" | "time_zone" | "state"
> & { keepsSlots: boolean; settings: Partial<BookingSettings> };

/** Admins name the branch; others work at their own. */
export function getBookingBranch({ body, actor }: { body: Row; actor: Actor }): number | null {
  return getRelationId(body["branch"] ?? actor.branch);
}

/** FORBIDDEN for another branch; the errors of a branch that takes no vehicles, and SERVICE_NOT_ENABLED. */
export async function loadBookingBranch({
  tx,
  actor,
  id,
}: {
  tx: Sql | Tx;
  actor: Actor;
  id: number | null;
}): Promise<BookingBranch> {
  const [branch] = await tx<(BookingBranch & { settings: Partial<BookingSettings> | null })[]>`
    select b.id, b.company, b.status, b.is_suspended, b.is_parking, b.is_pre_booking, b.time_zone, b.state,
      coalesce(p.keeps_pass_slots, false) as "keepsSlots", to_jsonb(c) as settings
    from "Branch" b left join "Pre_Booking_Configuration" c on c.id = b.pre_booking_config
    left join "Parking_Configuration" p on p.id = b.parking_config where b.id = ${id}`;
  if (!branch || !isInScope({ actor, company: branch.company, branch: branch.id })) return throwApiError("FORBIDDEN");
  const violation = checkBranchService({ branch, actor });
  if (violation) throwViolation(violation);
  // The vehicle of a booking is checked in by the parking service.
  return branch.is_pre_booking ? { ...branch, settings: branch.settings ?? {} } : throwApiError("SERVICE_NOT_ENABLED");
}

async function quoteBooking({
  tx,
  branch: { id: branch, time_zone: zone, state },
  values,
  start,
  end,
}: {
  tx: Sql | Tx;
  branch: BookingBranch;
  values: Row;
  start: Date;
  end: Date;
}): Promise<{ charge: number; lines: DescribedLine[] }> {
  const find = (service: string) => findTariffInForce({ tx, branch, service, at: start });
  const version = (await find("is_pre_booking")) ?? (await find("is_parking"));
  const plate = typeof values["vehicle_no"] === "string" ? values["vehicle_no"] : null;
  const copied = copyTariff({
    version,
    vehicleType: getRelationId(values["vehicle_type"]),
    isOutstation: isOutstationPlate({ plate, state }),
    zone,
    now: start,
  });
  if (copied instanceof RuleViolation) return throwViolation(copied);
  if (!copied.tariff) return { charge: 0, lines: [] };
  const { charge, lines } = computeStayCharge({ tariff: copied.tariff, stay: { from: start, to: end } });
  return { charge, lines: describeLines(lines) };
}

const required = (field: string) => new RuleViolation("FAILED_VALIDATION", field, { type: "required" });

/**
 * Under the lock of the slots if it is to be booked. FAILED_VALIDATION of the period, BOOKINGS_FULL, SLOT_FULL, the errors of
 * `loadBookingBranch` and of the tariff.
 */
export async function planBooking({
  tx,
  branch,
  body,
  now,
}: {
  tx: Sql | Tx;
  branch: BookingBranch;
  body: Row;
  now: Date;
}): Promise<PlannedBooking> {
  const payload = Object.fromEntries(
    ["booking_start_time", "booking_end_time", "vehicle_no", "vehicle_type"].flatMap((name) =>
      name in body ? [[name, body[name]]] : [],
    ),
  );
  const values = validatePayload({ collection: PreBookingInformation, payload, isNew: false });
  const { booking_start_time: start, booking_end_time: end } = values;
  if (!(start instanceof Date)) return throwViolation(required("booking_start_time"), PreBookingInformation);
  if (!(end instanceof Date)) return throwViolation(required("booking_end_time"), PreBookingInformation);
  const violation = checkBookingPeriod({ start, end, now });
  if (violation) throwViolation(violation);
  const terms = computeBookingTerms({ start, end, settings: branch.settings });
  const slot = await findSlot({ tx, branch, vehicleType: getRelationId(values["vehicle_type"]), start, terms, now });
  return { branch, start, end, slot, terms, ...(await quoteBooking({ tx, branch, values, start, end })) };
}

async function findSlot({
  tx,
  branch: { id: branch, keepsSlots, settings },
  vehicleType,
  start,
  terms: { heldFrom, heldUntil },
  now,
}: {
  tx: Sql | Tx;
  branch: BookingBranch;
  vehicleType: number | null;
  start: Date;
  terms: BookingTerms;
  now: Date;
}): Promise<Slot> {
  const location = { tx, branch, service: "is_parking" } as const;
  const [blocks, standing, holders, booked] = await Promise.all([
    loadBlocks(location),
    loadOccupiedSlots({ ...location, except: 0 }),
    keepsSlots ? loadSlotHolders(location) : [],
    loadBookedSlots({ tx, branch, now }),
  ]);
  const promised = holders.filter((pass) => isSlotPromised({ pass, now })).flatMap((pass) => getKeptSlot(pass) ?? []);
  const choice = chooseBookedSlot({
    blocks,
    vehicleType,
    booked,
    // A vehicle that stands there now will have left by a later booking, as far as anybody knows.
    unavailable: heldFrom <= now ? [...promised, ...standing] : promised,
    share: settings.bookable_share,
    from: start,
    until: heldUntil,
  });
  if ("slot" in choice) return choice.slot;
  return throwApiError(choice.problem === "share" ? "BOOKINGS_FULL" : "SLOT_FULL");
}
