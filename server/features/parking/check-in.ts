// §2 /parking/create, §4: check-in of a vehicle or person: writes the visitor record and its entry in one transaction.
import { idResult } from "#server/http/idempotency.ts";
import type { Row } from "#domain/schema/collection.ts";
import { parkingActions } from "#domain/parking/actions.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { isTestOf } from "#domain/visitors/test-entry.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { runInTransaction } from "#server/context.ts";
import type { InviteProof } from "#domain/invites/invite.ts";
import { findExpected, proveInvite, isInviteGone } from "#server/features/parking/match-invite.ts";
import { ApiError, throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import {
  type IdempotentContext,
  parseEntryImages,
  pickFields,
  requireChangeReason,
} from "#server/http/action-request.ts";
import { readWrittenEntry, type WrittenEntry } from "#server/features/parking/entry-json.ts";
import { lockVisitor } from "#server/features/parking/visitors/lock-visitor.ts";
import { prepareCustomer } from "#server/features/accounts/customers.ts";
import { arriveWithBooking, findBookingOf } from "#server/features/parking/bookings/arrive.ts";
import { setPassPeriod } from "#server/features/parking/pass-period.ts";

const { Parking_Main_Information: visitorRecordFields, Parking_Information: entryFields } =
  parkingActions.checkIn.fields;
const { Parking_Information: arrivalFields } = parkingActions.checkInEntry.fields;

/** The id of an entry that is inside, and its row if the transaction that checked it in has read it. */
interface CheckedIn {
  id: number;
  written?: WrittenEntry | undefined;
}

/**
 * Checks in and returns the entry. `duration` is the length of a new pass, `parking_main_info` the id of an
 * existing one. A valid pass or invite of the vehicle is used for it. Throws the field
 * errors of §5, VEHICLE_IN_PROGRESS or the corresponding error of a person or state, VEHICLE_PASS_EXIST for a second
 * pass, SLOT_FULL, SLOT_EXIST, SLOT_REQUIRED, IMAGE_REQUIRED, VEHICLE_TYPE_REQUIRED, USER_ATTENDANCE_OFF; for an invite
 * also APPROVAL_PENDING and NOT_SETTLED.
 */
export async function checkIn({ body, ...context }: IdempotentContext & { body: Row }): Promise<CheckedIn> {
  const entryTime = parseEntryTime(body);
  const passId = body["parking_main_info"];
  if (passId !== undefined && !Number.isInteger(passId))
    throwInvalidPayload('"parking_main_info" must be the id of a pass.');
  if (passId === undefined && body["parking_type"] !== "long_time" && !entryTime) {
    const { invite, booking } = await findExpected({ body, ...context });
    const entryId =
      (await checkInWithInvite({ ...context, body, id: invite })) ??
      (await checkInWithBooking({ ...context, body, id: booking }));
    if (entryId !== undefined) return { id: entryId };
  }
  const checkInVisitor = async (visitorRecord: unknown): Promise<CheckedIn> => {
    let written: WrittenEntry | undefined;
    const id = await runInTransaction({
      ...context,
      result: idResult,
      work: async (ctx) => {
        const id = await (visitorRecord === undefined
          ? checkInNewVisitor({ ctx, body })
          : checkInWithPass({ ctx, body, visitorRecord, isFound: passId === undefined }));
        if (entryTime)
          await updateItem({ ctx, collection: ParkingInformation, id, payload: {}, systemValues: entryTime });
        written = await readWrittenEntry({ ctx, id });
        return id;
      },
    });
    // An attempt that was rolled back has written another id.
    return { id, written: written?.id === id ? written : undefined };
  };
  try {
    return await checkInVisitor(passId);
  } catch (error) {
    const pass = body["parking_type"] === "long_time" ? undefined : findPassInError(error);
    if (pass === undefined) throw error;
    try {
      return await checkInVisitor(pass);
    } catch (passError) {
      // The pass was moved, ended or rejected meanwhile: the vehicle enters without it.
      if (!(passError instanceof ApiError) || passError.code !== "INVITE_NOT_VALID_NOW") throw passError;
      return checkInVisitor(undefined);
    }
  }
}

/** The stated time of a late check-in with its reason; undefined for one at the gate. CHANGE_REASON_REQUIRED. */
function parseEntryTime({ in_time: stated, reason: givenReason }: Row): Row | undefined {
  if (typeof stated !== "string") return undefined;
  return { in_time: new Date(stated), change_reason: requireChangeReason(givenReason) };
}

type ExpectedCheckIn = IdempotentContext & { body: Row; id: number | undefined };

/** Checks in with the currently valid invite; returns undefined if there is none. */
async function checkInWithInvite({ body, id, ...context }: ExpectedCheckIn): Promise<number | undefined> {
  if (id === undefined) return undefined;
  try {
    return await checkInPendingEntry({
      ...context,
      id,
      body: pickFields(body, [...arrivalFields, "entry_images"]),
      proof: () => Promise.resolve("phone"),
    });
  } catch (error) {
    if (isInviteGone(error)) return undefined;
    throw error;
  }
}

/** Checks in the vehicle of a booking whose slot is held now; returns undefined if there is none, or its vehicle has a pass. */
async function checkInWithBooking({ body, id, ...context }: ExpectedCheckIn): Promise<number | undefined> {
  if (id === undefined) return undefined;
  try {
    return await arriveWithBooking({ ...context, id, body });
  } catch (error) {
    // Arrived, cancelled or a no-show meanwhile.
    const isGone = isInviteGone(error) || findPassInError(error) !== undefined;
    if (isGone) return undefined;
    throw error;
  }
}

/** Returns the id of the existing pass that VEHICLE_PASS_EXIST reports. */
function findPassInError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "VEHICLE_PASS_EXIST") return undefined;
  return error.entries[0]!.details["pass"];
}

/** Sends the lookup of the entry's tariff along with the first statements; the write of the entry gets its answer. */
function startTariffLookup({ ctx, visitorRecord }: { ctx: WriteContext; visitorRecord: Row }): void {
  const branch = visitorRecord["branch"] ?? ctx.actor.branch;
  if (!Number.isSafeInteger(branch)) return;
  const related = { parking_main_info: { ...visitorRecord, branch } };
  const found = ctx.lookups.tariffInForce({ ctx, before: null, after: {}, changes: {}, related });
  // If what it was sent with fails, that is the error to report.
  found.catch(() => {});
}

async function checkInNewVisitor({ ctx, body }: { ctx: WriteContext; body: Row }): Promise<number> {
  const visitorRecord = pickFields(await setPassPeriod({ ctx, body }), visitorRecordFields);
  const payload: Row = {
    ...pickFields(body, entryFields),
    ...parseEntryImages(body),
    parking_main_info: visitorRecord,
  };
  startTariffLookup({ ctx, visitorRecord });
  let writeCustomer: (() => Promise<void>) | undefined;
  const whileWriting = (): void => {
    if (!isTestOf(ctx.actor)) writeCustomer = prepareCustomer({ ctx, visitorRecord: body });
  };
  const id = await createItem({ ctx, collection: ParkingInformation, payload, whileWriting });
  await writeCustomer?.();
  return id;
}

async function checkInWithPass({
  ctx,
  body,
  visitorRecord,
  isFound,
}: {
  ctx: WriteContext;
  body: Row;
  visitorRecord: unknown;
  /** The pass was found by the typed number and not named by the caller. */
  isFound: boolean;
}): Promise<number> {
  if (isFound && typeof visitorRecord === "number") await requireSamePlate({ ctx, body, pass: visitorRecord });
  const payload = { ...pickFields(body, entryFields), ...parseEntryImages(body), parking_main_info: visitorRecord };
  return await createItem({ ctx, collection: ParkingInformation, payload });
}

/** Under the lock of the visitor. INVITE_NOT_VALID_NOW if the pass was moved to another plate since it was found. */
async function requireSamePlate({
  ctx,
  body,
  pass: id,
}: {
  ctx: WriteContext;
  body: Row;
  pass: number;
}): Promise<void> {
  const read = async () => {
    const [row] = await ctx.tx<Row[]>`
      select branch, is_person, vehicle_no, name, phone_no from "Parking_Main_Information" where id = ${id}`;
    return row;
  };
  const found = await read();
  if (!found || found["is_person"] === true) return;
  const vehicle_no = uppercase(String(body["vehicle_no"]));
  await lockVisitor({ ctx, visitorRecord: { ...found, vehicle_no } });
  if ((await read())?.["vehicle_no"] !== vehicle_no) throwApiError("INVITE_NOT_VALID_NOW");
}

/**
 * Checks in an invited, approved or prepaid entry (3 → 1). Throws APPROVAL_PENDING, INVITE_NOT_VALID_NOW,
 * INVITE_PROOF_REQUIRED for an invite without its code or phone number, NOT_SETTLED, VEHICLE_IN_PROGRESS,
 * STATUS_ALREADY_UPDATED, the errors of slots and images, and those of an arrival for an entry of a booking.
 */
export async function checkInEntry({
  body,
  id,
  ...context
}: IdempotentContext & { body: Row; id: number }): Promise<number> {
  const { services } = context;
  const booking = await findBookingOf({ services, id });
  if (booking !== undefined) return arriveWithBooking({ ...context, id: booking, body });
  return checkInPendingEntry({ ...context, id, body, proof: (ctx) => proveInvite({ services, ctx, id, body }) });
}

type EnterPendingOptions = IdempotentContext & {
  id: number;
  body: Row;
  proof: (ctx: WriteContext) => Promise<InviteProof | null>;
};

/** Returns the id of the entry: for a repeated request, of the entry that the first one checked in. */
async function checkInPendingEntry({ body, id, proof, ...context }: EnterPendingOptions): Promise<number> {
  const payload = { ...pickFields(body, arrivalFields), ...parseEntryImages(body), parking_status_id: 1 };
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const inviteProof = await proof(ctx);
      await updateItem({
        ctx,
        collection: ParkingInformation,
        id,
        payload,
        ...(inviteProof && { systemValues: { invite_proof: inviteProof } }),
      });
      return id;
    },
  });
}
