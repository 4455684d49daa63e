// §2 /parking/create, §4: a vehicle or person comes in: the standing record and its visit, in one write.
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { passWindowFields, visitorFields } from "#domain/rules/parking-main.ts";
import { inTransaction } from "#server/context.ts";
import { inviteFor, isInviteGone } from "#server/features/parking/invited.ts";
import { Refused, refusePayload } from "#server/items/refused.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { type Acting, imagesIn, picked } from "#server/services/action.ts";
import { keepCustomerOf } from "#server/services/customers.ts";
import { tellApproversOfVisit } from "#server/services/parking-messages.ts";
import { withPassEnd } from "#server/services/pass-end.ts";

const ofPass = ["parking_type", ...passWindowFields] as const;
const ofMain = [...visitorFields, ...ofPass] as const;
const ofEntry = ["slot_prefix", "slot_no", "payment_type", "visitor_id"] as const;
/** What a check-in may say; `duration` is the length of a pass, `parking_main_info` the pass somebody comes in with. */
export const checkInFields = [...ofMain, ...ofEntry, "duration", "entry_images", "parking_main_info"] as const;
/** What may be said of an invite or an approved entry when it comes in. */
export const arrivalFields = ["slot_prefix", "slot_no", "entry_images"] as const;

const collection = ParkingInformation as unknown as Collection;

/**
 * Checks in and answers the entry's id. A vehicle with a valid pass comes in with that pass, an invited one with its invite.
 * Throws the field errors of §5, VEHICLE_IN_PROGRESS or one of its kin, VEHICLE_PASS_EXIST for a second pass, SLOT_FULL,
 * SLOT_EXIST, SLOT_REQUIRED, IMAGE_REQUIRED, VEHICLE_TYPE_REQUIRED, USER_ATTENDANCE_OFF; of an invite APPROVAL_PENDING, NOT_SETTLED.
 */
export async function checkIn({ body, ...acting }: Acting & { body: Row }): Promise<number> {
  const given = body["parking_main_info"];
  if (given !== undefined && !Number.isInteger(given)) refusePayload('"parking_main_info" must be the id of a pass.');
  if (given === undefined && body["parking_type"] !== "long_time") {
    const invited = await comesInvited({ body, ...acting });
    if (invited !== undefined) return invited;
  }
  const enter = (main: unknown) =>
    inTransaction({
      ...acting,
      work: async (ctx) => {
        const id = await (main === undefined ? comesNew({ ctx, body }) : comesAgain({ ctx, body, main }));
        await tellApproversOfVisit({ house: acting.house, ctx, id });
        return id;
      },
    });
  try {
    return await enter(given);
  } catch (error) {
    const pass = body["parking_type"] === "long_time" ? undefined : passIn(error);
    if (pass === undefined) throw error;
    return enter(pass);
  }
}

/** With the invite that holds now; undefined without one. */
async function comesInvited({ body, ...acting }: Acting & { body: Row }): Promise<number | undefined> {
  const id = await inviteFor({ body, ...acting });
  if (id === undefined) return undefined;
  try {
    await checkInEntry({ ...acting, id, body: picked(body, arrivalFields) });
    return id;
  } catch (error) {
    if (isInviteGone(error)) return undefined;
    throw error;
  }
}

/** The pass a refusal speaks of. */
function passIn(error: unknown): unknown {
  if (!(error instanceof Refused) || error.code !== "VEHICLE_PASS_EXIST") return undefined;
  return error.entries[0]!.details["pass"];
}

async function comesNew({ ctx, body }: { ctx: WriteContext; body: Row }): Promise<number> {
  const main = picked(await withPassEnd({ ctx, body }), ofMain);
  const payload: Row = { ...picked(body, ofEntry), ...imagesIn(body), parking_main_info: main };
  const id = (await createItem({ ctx, collection, payload })) as number;
  await keepCustomerOf({ ctx, main: body });
  return id;
}

async function comesAgain({ ctx, body, main }: { ctx: WriteContext; body: Row; main: unknown }): Promise<number> {
  const payload = { ...picked(body, ofEntry), ...imagesIn(body), parking_main_info: main };
  return (await createItem({ ctx, collection, payload })) as number;
}

/**
 * An invite, an approved entry or a paid one comes in (3 → 1). Throws APPROVAL_PENDING, INVITE_NOT_VALID_NOW, NOT_SETTLED,
 * VEHICLE_IN_PROGRESS, STATUS_ALREADY_UPDATED, and what a slot or a picture is refused with.
 */
export async function checkInEntry({ body, id, ...acting }: Acting & { body: Row; id: number }): Promise<void> {
  const payload = { ...picked(body, ["slot_prefix", "slot_no"]), ...imagesIn(body), parking_status_id: 1 };
  await inTransaction({ ...acting, work: (ctx) => updateItem({ ctx, collection, id, payload }) });
}
