// §4 §5: the rules every write to Parking_Information and Parking_Main_Information obeys (reading.md §3, §4).
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import type { Who } from "#domain/roles.ts";
import { decidesApproval, needsApproval } from "#domain/rules/approval.ts";
import { idOf, minutesBetween } from "#domain/rules/charge.ts";
import { paymentFollows } from "#domain/rules/entry-payment.ts";
import { entryIsTheirs, isInvite } from "#domain/rules/invite.ts";
import { actorIsOnDuty } from "#domain/rules/on-duty.ts";
import { isWithin, passCovers } from "#domain/rules/pass.ts";
import { amountsOf, isSettled, owedBy } from "#domain/rules/payment.ts";
import { inProgressCode, type OpenVisit } from "#domain/rules/same-visitor.ts";
import { copiedTariff, freeTariff } from "#domain/rules/tariff-copy.ts";
import { parkingSequence } from "#domain/states/parking.ts";

const service = "is_parking";

interface Place {
  /** The standing record, with its branch, that with its configuration and time charges. */
  main: Row;
  branch: Row;
  config: Row;
}

function placeOf({ related, facts }: RuleArgs): Place | Refusal {
  const known = related["parking_main_info"];
  const main: Row | null | undefined = known && { ...known, ...(facts?.openVisit as OpenVisit | undefined)?.standing };
  const branch = main?.["branch"] as Row | null | undefined;
  if (!main || !branch) return new Refusal("INVALID_FOREIGN_KEY", "parking_main_info");
  return { main, branch, config: (branch["parking_config"] ?? {}) as Row };
}

/** BRANCH_NOT_PUBLISHED, SERVICE_NOT_ENABLED, or undefined. */
export function branchRefusal(branch: Row): ErrorCode | undefined {
  if (branch["status"] !== "published") return "BRANCH_NOT_PUBLISHED";
  return branch[service] === true ? undefined : "SERVICE_NOT_ENABLED";
}

/** Access says who may create; this says for which branch, since the branch comes from the standing record. */
function worksFor({ who, branch }: { who: Who; branch: Row }): boolean {
  if (who.role === "staff" || who.role === "manager") return who.branch === branch["id"];
  return who.role !== "admin" || who.company === idOf(branch["company"]);
}

/** A further visit is a pass's: what was let in once, and not for long, asks anew; a rejected pass is none. */
function mayVisitAgain(main: Row): Refusal | undefined {
  const status = main["parking_status_id"] as number | null;
  if (idOf(main["id"]) === null || main["parking_type"] !== "long_time") {
    const isOver = status === parkingSequence.out || status === parkingSequence.cancelled;
    const isAsking = needsApproval({
      branch: main["branch"] as Row,
      config: (main["branch"] as Row)["parking_config"],
    });
    return isOver && isAsking ? new Refusal("APPROVAL_PENDING", "parking_main_info") : undefined;
  }
  return status === parkingSequence.cancelled ? new Refusal("INVITE_NOT_VALID_NOW", "parking_main_info") : undefined;
}

/** An entry is of the branch and company of its standing record, and stays with it. */
function belongsToMain(args: RuleArgs): Row | Refusal | undefined {
  const { before, changes, who } = args;
  if (before) {
    const isMoved =
      "parking_main_info" in changes && idOf(changes["parking_main_info"]) !== idOf(before["parking_main_info"]);
    return isMoved ? new Refusal("FORBIDDEN", "parking_main_info") : undefined;
  }
  const place = placeOf(args);
  if (place instanceof Refusal) return place;
  const { main, branch } = place;
  if (!worksFor({ who, branch })) return new Refusal("FORBIDDEN", "parking_main_info");
  const refusal = branchRefusal(branch);
  if (refusal) return new Refusal(refusal);
  if ((args.facts?.openVisit as OpenVisit | undefined)?.isOpen)
    return new Refusal(inProgressCode({ isPerson: main["is_person"] === true, isSamePhone: true }), "vehicle_no");
  const again = mayVisitAgain(main) ?? meetsEmployee(args, branch);
  if (again) return again;
  return { branch: branch["id"], company: idOf(branch["company"]), is_person: main["is_person"] === true };
}

/** §3 'visitorSelection': a visitor meets an employee of the branch. */
function meetsEmployee({ after, related }: RuleArgs, branch: Row): Refusal | undefined {
  if ((after["visitor_id"] ?? null) === null) return undefined;
  const met = related["visitor_id"];
  const isEmployee = met?.["is_employee_user"] === true && met["status"] === "active";
  return isEmployee && idOf(met["default_branch"]) === branch["id"]
    ? undefined
    : new Refusal("INVALID_FOREIGN_KEY", "visitor_id");
}

const free: Row = { ...freeTariff, free_until: null };

function hasPass({ main, now }: { main: Row; now: Date }): boolean {
  if (main["parking_type"] !== "long_time") return false;
  return passCovers({
    start: main["pass_start_time"] as Date | null,
    end: main["pass_end_time"] as Date | null,
    at: now,
  });
}

/** The tariff as it stands now (docs/rules/charges.md). VEHICLE_TYPE_NOT_ALLOWED_ERROR, VEHICLE_TYPE_REQUIRED. */
export function tariffCopy({ main, branch, now }: { main: Row; branch: Row; now: Date }): Row | Refusal {
  if (main["is_person"] === true) return free;
  const tariff = tariffIn({ main, branch });
  if (!hasPass({ main, now })) return tariff;
  // A pass is for any type; where its end is outstayed, what that type pays is owed from there on.
  return { ...(tariff instanceof Refusal ? free : tariff), free_until: main["pass_end_time"] };
}

function tariffIn({ main, branch }: { main: Row; branch: Row }): Row | Refusal {
  const tariff = copiedTariff({ branch, service, vehicleType: idOf(main["vehicle_type"]) });
  return tariff instanceof Refusal ? tariff : { ...tariff, free_until: null };
}

/** A new entry: how it is paid, what it costs, and whether it is inside already or still has to come in. */
function opens(args: RuleArgs): Row | Refusal | undefined {
  const { before, after, now } = args;
  if (before) return undefined;
  const place = placeOf(args);
  if (place instanceof Refusal) return place;
  const { main, branch, config } = place;
  const tariff = tariffCopy({ main, branch, now });
  if (tariff instanceof Refusal) return tariff;
  const paymentType = after["payment_type"] ?? config["payment_type"] ?? "post-pay";
  const isPrepay = paymentType === "pre-pay";
  const owesFirst =
    isPrepay && owedBy({ entry: { ...after, ...tariff, in_time: null, out_time: null }, now }).total > 0;
  const isPending = after["is_invited"] === true || main["is_waiting_for_approve"] === true || owesFirst;
  return {
    ...tariff,
    payment_type: paymentType,
    is_prepay: isPrepay,
    is_vehicle_prepay_type: owesFirst,
    parking_status_id: isPending ? parkingSequence.pending : parkingSequence.in,
    in_time: isPending ? null : now,
    out_time: null,
    duration: null,
  };
}

/** Type and pictures are asked for when the vehicle is there; an invited one is not yet. */
function showsVehicle(args: RuleArgs): Refusal | undefined {
  const { before, after, nested } = args;
  const images = nested?.["entry_images"] ?? 0;
  if (images > limits.imageCaptures) return new Refusal("TOO_MANY_IMAGES", "entry_images");
  if (before || after["is_invited"] === true || after["is_person"] === true) return undefined;
  const place = placeOf(args);
  if (place instanceof Refusal) return place;
  const { main, branch } = place;
  if (branch["allow_vehicle_type_required"] === true && idOf(main["vehicle_type"]) === null)
    return new Refusal("VEHICLE_TYPE_REQUIRED", "vehicle_type");
  const isImageAsked = branch["allow_vehicle_image_required"] === true;
  return isImageAsked && images === 0 ? new Refusal("IMAGE_REQUIRED", "entry_images") : undefined;
}

/** What an invited vehicle could not show before it came. */
function showsOnArrival({ after, nested, related }: RuleArgs): Refusal | undefined {
  const branch = related["parking_main_info"]?.["branch"] as Row | null | undefined;
  if (after["is_invited"] !== true || after["is_person"] === true || !branch) return undefined;
  const isImageAsked = branch["allow_vehicle_image_required"] === true && !nested?.["entry_images"];
  return isImageAsked ? new Refusal("IMAGE_REQUIRED", "entry_images") : undefined;
}

/** 3 → 1: approved, inside the window of its invite, and paid where it pays first. */
function checksIn(args: RuleArgs): Row | Refusal {
  const { after, related, now } = args;
  if (related["parking_main_info"]?.["is_waiting_for_approve"] === true) return new Refusal("APPROVAL_PENDING");
  const start = (after["invite_start_date"] ?? null) as Date | null;
  const end = (after["invite_end_date"] ?? null) as Date | null;
  if (after["is_invited"] === true && !isWithin({ start, end, at: now })) return new Refusal("INVITE_NOT_VALID_NOW");
  const owed = owedBy({ entry: after, now }).extended;
  if (after["is_prepay"] === true && !isSettled({ entry: after, now }))
    return new Refusal("NOT_SETTLED", undefined, { owed });
  return showsOnArrival(args) ?? { in_time: now };
}

/** 1 → 2: settled first. `duration` is whole minutes, a begun one counted. */
function checksOut({ after, changes, who, now: clock }: RuleArgs): Row | Refusal {
  // Let out by an online payment: the time on the provider's page is not the customer's to pay for.
  const isByPayment = who.id === null && changes["payment_mode"] === "online";
  const now = isByPayment ? (changes["paid_at"] as Date) : clock;
  const entry = { ...after, out_time: now };
  const owed = owedBy({ entry, now });
  if (!isSettled({ entry, now })) return new Refusal("NOT_SETTLED", undefined, { owed: owed.extended });
  const from = (after["in_time"] ?? now) as Date;
  return { out_time: now, duration: minutesBetween({ from, to: now }), ...amountsOf(owed) };
}

/** Which moves there are is the state table's; here is what each asks for and sets. */
function moves(args: RuleArgs): Row | Refusal | undefined {
  const { before, after } = args;
  if (!before || before["parking_status_id"] === after["parking_status_id"]) return undefined;
  if (after["parking_status_id"] === parkingSequence.in) return checksIn(args);
  return after["parking_status_id"] === parkingSequence.out ? checksOut(args) : undefined;
}

/** In this order: a payment may bring a vehicle in, and checking out looks at what has just been paid. */
export const parkingEntryRules: readonly WriteRule[] = [
  actorIsOnDuty,
  entryIsTheirs,
  belongsToMain,
  isInvite,
  opens,
  decidesApproval,
  showsVehicle,
  paymentFollows,
  moves,
];
