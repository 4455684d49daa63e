// §4 §5: the rules every write to Valet_and_Parking_Information obeys, whichever door it comes through (reading.md §4).
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { idOf } from "#domain/rules/charge.ts";
import { paymentFollows } from "#domain/rules/entry-payment.ts";
import { isSettled, owedBy } from "#domain/rules/payment.ts";
import { pickupIsWanted } from "#domain/rules/pickup-time.ts";
import { copiedTariff } from "#domain/rules/tariff-copy.ts";
import { valetMoves } from "#domain/rules/valet-moves.ts";
import { offerFollows } from "#domain/rules/valet-offer.ts";
import { isOutside, staffIsGiven, valetActorIsOnDuty } from "#domain/rules/valet-staff.ts";
import { valetSequence } from "#domain/states/valet.ts";

export const valetService = "is_valet_and_parking";
/** What is said of a car when its key is taken. */
export const takenFields = [
  "branch",
  "Vehicle_Number",
  "Customer_Phone_Number",
  "Customer_Name",
  "email",
  "vehicle_type",
  "key_tag",
  "service_type",
  "payment_type",
  "Assigned_Staff",
] as const;

/** A ticket is of its branch and stays with it. BRANCH_NOT_PUBLISHED, SERVICE_NOT_ENABLED. */
function belongsToBranch({ before, changes, related }: RuleArgs): Row | Refusal | undefined {
  if (before) {
    const isMoved = "branch" in changes && idOf(changes["branch"]) !== idOf(before["branch"]);
    return isMoved ? new Refusal("FORBIDDEN", "branch") : undefined;
  }
  const branch = related["branch"];
  if (!branch) return new Refusal("INVALID_FOREIGN_KEY", "branch");
  if (branch["status"] !== "published") return new Refusal("BRANCH_NOT_PUBLISHED");
  if (branch[valetService] !== true) return new Refusal("SERVICE_NOT_ENABLED");
  return { company: idOf(branch["company"]) };
}

/** The key was taken: the tariff and the valet charge are copied, the clock runs unless the customer pays first. */
function opens({ before, after, who, related, now }: RuleArgs): Row | Refusal | undefined {
  if (before) return undefined;
  const branch = related["branch"]!;
  const config = (branch["valet_and_parking_config"] ?? {}) as Row;
  const tariff = copiedTariff({ branch, service: valetService, vehicleType: idOf(after["vehicle_type"]) });
  if (tariff instanceof Refusal) return tariff;
  const charge = config["is_collect_valet_charge"] === true ? (config["valet_charge"] ?? 0) : 0;
  const paymentType = after["payment_type"] ?? config["payment_type"] ?? "post-pay";
  const copied = { ...tariff, valet_charge: charge, in_time: null, out_time: null };
  const owesFirst = paymentType === "pre-pay" && owedBy({ entry: { ...after, ...copied }, now }).total > 0;
  return {
    ...copied,
    payment_type: paymentType,
    status_id: valetSequence.received,
    is_valet_parking: after["service_type"] !== "valet-service",
    Assigned_Staff: after["Assigned_Staff"] ?? (who.role === "staff" || who.role === "manager" ? who.id : null),
    pickup_request_assigned: null,
    in_time: owesFirst ? null : now,
    duration: null,
  };
}

/** TOO_MANY_IMAGES, and where the branch asks for them VEHICLE_TYPE_REQUIRED and IMAGE_REQUIRED. */
function showsVehicle({ before, after, related, nested }: RuleArgs): Refusal | undefined {
  const images = nested?.["entry_images"] ?? 0;
  if (images > limits.imageCaptures) return new Refusal("TOO_MANY_IMAGES", "entry_images");
  if (before) return undefined;
  const branch = related["branch"]!;
  if (branch["allow_vehicle_type_required"] === true && idOf(after["vehicle_type"]) === null)
    return new Refusal("VEHICLE_TYPE_REQUIRED", "vehicle_type");
  const isImageAsked = branch["allow_vehicle_image_required"] === true;
  return isImageAsked && images === 0 ? new Refusal("IMAGE_REQUIRED", "entry_images") : undefined;
}

/** §4: the time of a prepaid ticket runs from its payment. */
function prepaidBegins({ before, after, now }: RuleArgs): Row | undefined {
  const isDue = before && before["in_time"] === null && after["payment_status"] === "paid";
  return isDue && isSettled({ entry: after, now }) ? { in_time: now } : undefined;
}

/** A ticket that is closed keeps what was agreed; what is still owed may be paid. */
const keptOnceOut = [
  "Vehicle_Number",
  "slot_no",
  "slot_prefix",
  "vehicle_type",
  "key_tag",
  "Assigned_Staff",
  "service_type",
];
function staysClosed({ before, changes }: RuleArgs): Refusal | undefined {
  if (before?.["status_id"] !== valetSequence.checkedOut) return undefined;
  const kept = keptOnceOut.find((field) => field in changes && changes[field] !== before[field]);
  return kept === undefined ? undefined : new Refusal("NO_NEXT_STATUS", kept);
}

/** Whoever holds the ticket tips until the key is back. */
function tipsWhileOpen({ before, changes, who }: RuleArgs): Refusal | undefined {
  const isLate = before?.["status_id"] === valetSequence.checkedOut && "valet_tip" in changes;
  return isLate && isOutside(who) ? new Refusal("NO_NEXT_STATUS", "valet_tip") : undefined;
}

/** In this order: a payment begins the time, and a handover looks at what has just been paid. */
export const valetEntryRules: readonly WriteRule[] = [
  valetActorIsOnDuty,
  belongsToBranch,
  staysClosed,
  tipsWhileOpen,
  opens,
  showsVehicle,
  staffIsGiven,
  paymentFollows,
  prepaidBegins,
  pickupIsWanted,
  valetMoves,
  offerFollows,
];
