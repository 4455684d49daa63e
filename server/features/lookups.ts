// §8: registry of the lookup steps, which read other rows for the rules in the transaction of the write (see `lookups`
// of a collection).
import type { Row } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import type { OpenEntryLookup, MatchingVisitor } from "#domain/parking/duplicate-visitor.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { valetService } from "#domain/valet/valet-ticket.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { isMoved } from "#domain/people/move.ts";
import type { BranchActivity } from "#domain/branches/branch-configuration.ts";
import type { VisitPermission } from "#domain/visitors/visit-permission.ts";
import { acquireLock } from "#server/db/locks.ts";
import { can, getRoleIdsWith } from "#domain/access/capabilities.ts";
import { findRole, isCustomer } from "#domain/access/roles.ts";
import { findHomes } from "#server/features/accounts/homes.ts";
import type { LookupStep, WriteContext } from "#server/items/write/write-context.ts";
import { isAreaListed } from "#server/features/onboarding/area-request.ts";
import { lookUpOpenShift, lookUpShiftCash, lookUpUncountedCash } from "#server/features/cash/shift-lookups.ts";
import { paymentProviders } from "#server/features/payments/providers/branch-gateways.ts";
import { lookUpPaymentRequest } from "#server/features/payments/channels/payment-request.ts";
import { lockVisitor } from "#server/features/parking/visitors/lock-visitor.ts";
import { lookUpReceivedMoney } from "#server/features/parking/received-money.ts";
import { lookUpShopBill } from "#server/features/parking/shop-bill.ts";
import { findHighestOccupied, lockSlots } from "#server/features/parking/slots/allocate-slot.ts";
import { lookUpReportReaders } from "#server/features/reports/schedules/report-readers.ts";
import {
  lookUpPassTariff,
  lookUpTariffInForce,
  lookUpTariffLock,
  lookUpTariffVersionUse,
} from "#server/features/tariffs/tariff-lookups.ts";
import { lookUpOpenTicket } from "#server/features/valet/open-ticket.ts";

/** Fields whose change can conflict with another record of the same visitor. */
const identifyingFields = ["vehicle_no", "phone_no", "name"];
const passFields = ["parking_type", "pass_start_time", "pass_end_time", "due_till", "paid_amount", "moved_at"];

interface VisitorLookup {
  ctx: WriteContext;
  /** Existing or new visitor record. */
  visitorRecord: Row;
  exceptId: number;
}

/**
 * Finds visitor records of the same visitor at the branch that are open or have an unexpired pass, under the visitor's
 * lock.
 */
async function findMatchingVisitors({ ctx, visitorRecord, exceptId }: VisitorLookup): Promise<MatchingVisitor[]> {
  const isPerson = visitorRecord["is_person"] === true;
  const identifier = isPerson
    ? String(visitorRecord["name"] ?? "").toLowerCase()
    : String(visitorRecord["vehicle_no"] ?? "");
  if (!identifier) return [];
  const visitorCondition = isPerson
    ? `m."is_person" and lower(m."name") = $2 and m."phone_no" = $5`
    : `not m."is_person" and m."vehicle_no" = $2 and $5::text is not null`;
  const locked = lockVisitor({ ctx, visitorRecord });
  const matchingVisitors = ctx.tx.unsafe<(MatchingVisitor & Row)[]>(
    `select m."id", m."phone_no", m."parking_type", m."pass_start_time", m."pass_end_time", m."is_unpaid", m."parking_status_id", m."is_waiting_for_approve",
       exists (select 1 from "Parking_Information" p where p."parking_main_info" = m."id"
         and (p."parking_status_id" = 1 or (p."parking_status_id" = 3 and not p."is_invited" and not p."is_awaiting_arrival"))) as "is_open"
     from "Parking_Main_Information" m
     where m."branch" = $1::bigint and ${visitorCondition} and m."id" <> $3::bigint
       and (m."parking_status_id" in (1, 3) or (m."parking_type" = 'long_time' and m."pass_end_time" > $4::timestamptz))`,
    [
      getRelationId(visitorRecord["branch"]),
      identifier,
      exceptId,
      ctx.now.toISOString(),
      String(visitorRecord["phone_no"] ?? ""),
    ],
    { prepare: true },
  );
  // Sends the lock and the query together; PostgreSQL runs them in order, so the query runs under the lock.
  return (await Promise.all([locked, matchingVisitors]))[1];
}

/** For a new visitor record or a change of its pass: other records of the same visitor. */
const lookUpMatchingVisitor: LookupStep<"matchingVisitors", RowOf<"Parking_Main_Information">> = async ({
  ctx,
  before,
  after,
  changes,
}) => {
  const isCorrected = "corrected_at" in changes && identifyingFields.some((field) => field in changes);
  if (before && !isCorrected && !passFields.some((field) => field in changes)) return undefined;
  return findMatchingVisitors({ ctx, visitorRecord: after, exceptId: before?.id ?? 0 });
};

/**
 * For another entry of an existing visitor record: whether the visitor is inside or at the gate, and the record read
 * under the lock, since its pass may have been renewed or decided concurrently. A check-in takes the same lock, so that
 * a second check-in of the same vehicle number sees it as inside.
 */
const lookUpOpenEntry: LookupStep<"openEntry"> = async ({ ctx, before, after, changes, related }) => {
  const visitorRecord = related["parking_main_info"];
  if (!visitorRecord) return undefined;
  if (!before) {
    // An invite is for a later entry: its visitor may be inside now.
    if (typeof after["parking_main_info"] !== "number" || after["is_invited"] === true) return undefined;
    const visitors = await findMatchingVisitors({ ctx, visitorRecord, exceptId: 0 });
    const isOpen = visitors.some((record) => record.is_open);
    return { isOpen, visitorRecord: visitors.find(({ id }) => id === visitorRecord["id"]) } satisfies OpenEntryLookup;
  }
  const isCheckIn = changes["parking_status_id"] === 1 || changes["payment_status"] === "paid";
  if (before["parking_status_id"] === 3 && isCheckIn) await lockVisitor({ ctx, visitorRecord });
  return undefined;
};

/** Highest occupied slot number of a block before the change, under the lock of the slot allocation. */
const lookUpHighestOccupied: LookupStep<"highestOccupied", RowOf<"Slot_Blocks">> = async ({ ctx, before }) => {
  const service = before?.service;
  if (!before || (service !== "is_parking" && service !== valetService)) return 0;
  const slotLocation = { tx: ctx.tx, branch: before.branch, service } as const;
  await lockSlots(slotLocation);
  return findHighestOccupied({ ...slotLocation, prefix: before.slot_prefix ?? "", now: ctx.now });
};

const movementFields = [
  "payment_type",
  "entry_type",
  "slot_type",
  "is_slot_required",
  "security",
  "is_parking",
  "is_valet_and_parking",
  "allow_person_entries",
];

/**
 * Whether vehicles are inside or at the gate and whether requests of persons are pending, at a branch or at those of a
 * configuration.
 */
const lookUpBranchActivity: LookupStep<"movement", Pick<RowOf<"Branch" | "Parking_Configuration">, "id">> = async ({
  ctx,
  before,
  changes,
}) => {
  if (!before || !movementFields.some((field) => field in changes)) return undefined;
  const isBranch = "slug" in before;
  const [row] = await ctx.tx.unsafe<BranchActivity[]>(
    `select coalesce(bool_or(not p."is_person" and (p."parking_status_id" = 1 or a."isArriving")), false) as "areVehiclesPresent",
       coalesce(bool_or(not p."is_person" and a."isArriving"), false) as "areVehiclesMoving",
       coalesce(bool_or(p."is_person" and m."is_waiting_for_approve" and p."date_created" > $2::timestamptz - interval '24 hours'), false) as "arePersonsWaiting",
       exists (select 1 from "Valet_and_Parking_Information" v join "Branch" vb on vb."id" = v."branch"
         where vb."${isBranch ? "id" : "parking_config"}" = $1::bigint and v."status_id" < ${valetSequence.checkedOut}) as "areTicketsOpen"
     from "Branch" b join "Parking_Information" p on p."branch" = b."id" and p."parking_status_id" in (1, 3)
     join "Parking_Main_Information" m on m."id" = p."parking_main_info"
     cross join lateral (select p."parking_status_id" = 3 and not p."is_invited"
       and p."date_created" > $2::timestamptz - ${limits.arrivalMinutes} * interval '1 minute' as "isArriving") a
     where b."${isBranch ? "id" : "parking_config"}" = $1::bigint`,
    [before.id, ctx.now.toISOString()],
    { prepare: true },
  );
  return row;
};

/**
 * The new parent folder and all its ancestors. Moves are serialised, since two concurrent ones could create a cycle.
 */
const lookUpParentFolders: LookupStep<"parentFolders", RowOf<"folders">> = async ({ ctx, before, after, changes }) => {
  if (!before || !changes.parent) return undefined;
  await acquireLock({ tx: ctx.tx, name: "folders", key: 0 });
  const folders = await ctx.tx<{ id: string }[]>`
    with recursive above as (
      select id, parent from folders where id = ${after.parent}
      union select f.id, f.parent from folders f join above a on f.id = a.parent)
    select id from above`;
  return folders.map(({ id }) => id);
};

/** The chat held by a user going off duty. */
const lookUpActiveChat: LookupStep<"activeChat", RowOf<"users">> = async ({ ctx, before, changes }) => {
  if (!before || changes.in_out_flag !== false) return undefined;
  const [row] = await ctx.tx.unsafe<{ id: number }[]>(
    `select "id" from "valet_chats" where "holder" = $1::uuid`,
    [before.id],
    { prepare: true },
  );
  return row?.id;
};

/** Cars whose keys a user has who ends their own duty. */
const lookUpKeysInHand: LookupStep<"keysInHand", RowOf<"users">> = async ({ ctx, before, changes }) => {
  if (!before || changes.in_out_flag !== false || ctx.actor.id !== before.id) return undefined;
  const { received, onTheWay, atTheGate } = valetSequence;
  const [row] = await ctx.tx<{ count: number }[]>`
    select count(*)::int as count from "Valet_and_Parking_Information"
    where branch = ${before.default_branch} and ((status_id = ${received} and "Assigned_Staff" = ${before.id})
      or (status_id in (${onTheWay}, ${atTheGate}) and pickup_request_assigned = ${before.id}))`;
  return row?.count;
};

/** For a move without a new PIN: whether somebody at the new branch has the same one. */
const lookUpPinTaken: LookupStep<"isPinTaken", RowOf<"users">> = async ({ ctx: { tx }, before, changes }) => {
  if (!before || before.pin_number === null || !isMoved({ before, changes }) || "pin_number" in changes)
    return undefined;
  const [row] = await tx`
    select 1 from users where default_branch = ${changes.default_branch ?? null} and pin_number = ${before.pin_number}`;
  return row !== undefined;
};

/**
 * For the suspension, new role or removal of an administrator of the platform, under locks that serialise them, in the
 * order of server/features/platform/people/team.ts.
 */
const lookUpOtherAdministrators: LookupStep<"otherAdministrators", RowOf<"users">> = async ({
  ctx: { tx },
  before,
  changes,
}) => {
  const isAffected = "status" in changes || "role" in changes || Object.keys(changes).length === 0;
  if (!before || !isAffected || !can({ role: findRole(before.role) }, "platform.administer")) return undefined;
  const administrators = await tx<{ id: string }[]>`
    select id from users where role = any(${getRoleIdsWith("platform.administer")}::uuid[])
      and status = 'active' and integration is null order by id for update`;
  return administrators.filter(({ id }) => id !== before.id).length;
};

/** Number of banners of the branch, under a lock that serialises additions. */
const lookUpBannerCount: LookupStep<"bannerCount", RowOf<"Branch_Banner_Images">> = async ({ ctx, before, after }) => {
  if (before) return undefined;
  const { branch } = after;
  await acquireLock({ tx: ctx.tx, name: "banners", key: branch });
  const [row] = await ctx.tx<{ count: number }[]>`
    select count(*)::integer as count from "Branch_Banner_Images" where branch = ${branch}`;
  return row!.count;
};

/** Number of presets of the user who gets another one, under a lock that serialises additions. */
const lookUpPresetCount: LookupStep<"presetCount", RowOf<"presets">> = async ({ ctx, after, changes }) => {
  const { user } = after;
  if (!("user" in changes) || !user) return undefined;
  await acquireLock({ tx: ctx.tx, name: "presets", key: user });
  const [row] = await ctx.tx<
    { count: number }[]
  >`select count(*)::integer as count from presets where "user" = ${user}`;
  return row!.count;
};

/** Whether publishing currently requires two approvals. */
const lookUpPublishingPolicy: LookupStep<"publishing"> = async ({ ctx, before }) => {
  if (before) return undefined;
  const [row] = await ctx.tx<{ requiresSecondApproval: boolean }[]>`
    select publishing_takes_two as "requiresSecondApproval" from "Configuration_Settings" limit 1`;
  return row;
};

/** The review of this transaction that decides about the company or branch. */
const lookUpReviewDecision: LookupStep<"reviewDecision", RowOf<"Companies"> | RowOf<"Branch">> = async ({
  ctx: { tx, now },
  before,
  changes,
}) => {
  if (!before || !("status" in changes)) return undefined;
  const [company, branch] = "company" in before ? [before.company, before.id] : [before.id, null];
  const [review] = await tx<{ decision: OnboardingStatus }[]>`
    select decision from "Onboarding_Reviews"
    where company = ${company} and branch is not distinct from ${branch} and date_created = ${now} and not awaits_second
    order by id desc limit 1`;
  return review?.decision ?? null;
};

/** For a change request that names an area: in the city and state of the branch, or those it requests. */
const lookUpListedArea: LookupStep<
  "isAreaListed",
  RowOf<"Change_Requests">,
  { branch: RowOf<"Branch"> | null }
> = async ({ ctx, before, after, related: { branch } }) => {
  if (before || after.area_name === null || !branch) return undefined;
  const { city, state } = { ...branch, ...after.changes };
  return isAreaListed({ ctx, name: after.area_name, city, state });
};

/** The payment providers that this server has. */
const lookUpPaymentProviders: LookupStep<"paymentProviders"> = () =>
  Promise.resolve(
    paymentProviders.map(({ name, credentials }) => ({ name, fields: credentials.map(({ field }) => field) })),
  );

/** Standing permissions of the visited unit for the phone number of a person, or the plate of a vehicle. */
const lookUpVisitPermissions: LookupStep<"visitPermissions", RowOf<"Parking_Main_Information">> = async ({
  ctx,
  before,
  after,
}) => {
  const { unit, is_person: isPerson, phone_no: phone, vehicle_no: plate, parking_type: type, is_invited } = after;
  if (before || (unit ?? null) === null || type === "long_time" || is_invited) return undefined;
  return ctx.tx<VisitPermission[]>`
    select id, days, from_time, until_time from "Visit_Permissions"
    where unit = ${unit} and ${isPerson ? ctx.tx`phone = ${phone}` : ctx.tx`vehicle_no = ${plate}`} order by id`;
};

/** For an invite of a customer; see domain/invites/invite.ts. */
const lookUpHome: LookupStep<"isHomeOfHost", RowOf<"Parking_Information">, { parking_main_info: Row | null }> = async ({
  ctx,
  before,
  related,
}) => {
  const { actor } = ctx;
  if (before || !isCustomer(actor) || actor.phone === null) return undefined;
  const branch = getRelationId(related.parking_main_info?.["branch"]);
  const homes = await findHomes({ tx: ctx.tx, phone: actor.phone });
  return homes.some((home) => home.branch === branch);
};

/**
 * For the removal of an area or a vehicle type. Who is about to use the row holds it for key share, which the lock of the
 * write admits: without a stronger one, a use that is committed after the count would lose its value.
 */
const lookUpBranchesUsing: LookupStep<"branchesUsing", RowOf<"Areas" | "Vehicle_Type">> = async ({
  ctx: { tx, now },
  before,
  changes,
}) => {
  if (!before || Object.keys(changes).length > 0) return undefined;
  const { id } = before;
  const isArea = "area_name" in before;
  await tx`select 1 from ${tx(isArea ? "Areas" : "Vehicle_Type")} where id = ${id} for update`;
  const users = isArea
    ? tx`select id as branch from "Branch" where area = ${id}`
    : tx`
          select branch from "Time_Charges" where vehicle_type = ${id}
          union select branch from "Slot_Blocks" where vehicle_types @> to_jsonb(${id}::bigint)
          union select branch from "Tariff_Versions" v
          where jsonb_path_exists(tariff, '$.**.vehicle_type ? (@ == $id)', jsonb_build_object('id', ${id}::bigint))
            and not exists (
              select 1 from "Tariff_Versions" n where n.branch = v.branch and n.service = v.service
                and n.starts_at <= ${now} and (n.starts_at, n.number) > (v.starts_at, v.number))`;
  const [row] = await tx<{ count: number }[]>`select count(distinct branch)::int as count from (${users}) u`;
  return row!.count;
};

export const lookupSteps = {
  branchesUsing: lookUpBranchesUsing,
  isHomeOfHost: lookUpHome,
  bannerCount: lookUpBannerCount,
  isAreaListed: lookUpListedArea,
  presetCount: lookUpPresetCount,
  publishing: lookUpPublishingPolicy,
  reviewDecision: lookUpReviewDecision,
  matchingVisitors: lookUpMatchingVisitor,
  visitPermissions: lookUpVisitPermissions,
  openEntry: lookUpOpenEntry,
  highestOccupied: lookUpHighestOccupied,
  movement: lookUpBranchActivity,
  parentFolders: lookUpParentFolders,
  openShift: lookUpOpenShift,
  paymentProviders: lookUpPaymentProviders,
  paymentRequest: lookUpPaymentRequest,
  receivedMoney: lookUpReceivedMoney,
  shiftCash: lookUpShiftCash,
  isBillUsedElsewhere: lookUpShopBill,
  openTicketPhone: lookUpOpenTicket,
  activeChat: lookUpActiveChat,
  keysInHand: lookUpKeysInHand,
  otherAdministrators: lookUpOtherAdministrators,
  hasUncountedCash: lookUpUncountedCash,
  isPinTaken: lookUpPinTaken,
  passTariff: lookUpPassTariff,
  tariffInForce: lookUpTariffInForce,
  tariffLock: lookUpTariffLock,
  tariffVersionUse: lookUpTariffVersionUse,
  reportReaders: lookUpReportReaders,
};
