// §2 /parking/create, §4: a vehicle or person comes in: the standing record and its visit, in one write.
import type { Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import type { Collection } from "#domain/collection.ts";
import type { House, Origin } from "#server/context.ts";
import { inTransaction } from "#server/context.ts";
import { asRefused } from "#server/items/database-error.ts";
import { Refused, refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { createItem } from "#server/items/write.ts";

const ofMain = ["vehicle_no", "phone_no", "name", "email", "vehicle_type", "is_person", "entry_reason"] as const;
const ofEntry = ["slot_prefix", "slot_no", "payment_type", "visitor_id"] as const;

/**
 * Checks in and answers the entry's id. Throws the field errors of §5, VEHICLE_IN_PROGRESS (or its twin for another
 * phone number), SLOT_FULL, SLOT_EXIST, IMAGE_REQUIRED, VEHICLE_TYPE_REQUIRED, USER_ATTENDANCE_OFF.
 */
export async function checkIn({
  house,
  session,
  origin,
  body,
}: {
  house: House;
  session: Session;
  origin: Origin;
  body: Row;
}): Promise<number> {
  const { entry_images: images = [], ...sent } = body;
  for (const name of Object.keys(sent))
    if (![...ofMain, ...ofEntry].includes(name as "name")) refusePayload(`"${name}" is not part of a check-in.`);
  if (!Array.isArray(images)) refusePayload('"entry_images" must be a list of file ids.');
  const payload: Row = {
    ...picked(sent, ofEntry),
    parking_main_info: picked(sent, ofMain),
    ...(images.length > 0 ? { entry_images: images.map((id: unknown) => ({ vehicle_image: id })) } : {}),
  };
  try {
    return (await inTransaction({
      house,
      session,
      origin,
      work: (ctx) => createItem({ ctx, collection: ParkingInformation as unknown as Collection, payload }),
    })) as number;
  } catch (error) {
    throw await withWhose({ house, session, body, error: asRefused(error) });
  }
}

function picked(body: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]));
}

/** A vehicle that is inside already may be there under another phone number: the gate is told which it is. */
async function withWhose({
  house,
  session,
  body,
  error,
}: {
  house: House;
  session: Session;
  body: Row;
  error: unknown;
}): Promise<unknown> {
  if (!(error instanceof Refused) || error.code !== "VEHICLE_IN_PROGRESS") return error;
  const plate = String(body["vehicle_no"] ?? "")
    .replace(/[\s-]+/g, "")
    .toUpperCase();
  const [inside] = await house.sql<{ phone_no: string }[]>`
    select phone_no from "Parking_Main_Information"
    where branch = ${session.who.branch} and vehicle_no = ${plate} and parking_status_id = 1 limit 1`;
  if (!inside || inside.phone_no === body["phone_no"]) return error;
  try {
    return refuse("VEHICLE_IN_PROGRESS_OTHER_PHONE", { field: "vehicle_no" });
  } catch (other) {
    return other;
  }
}
