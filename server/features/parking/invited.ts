// §4 Invited: who is typed in at the gate may have been invited for now; then they come in with that invite.
import type { Row } from "#domain/collection.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { Refused } from "#server/items/refused.ts";
import type { Acting } from "#server/services/action.ts";

const { vehicle_no: plate, name } = ParkingMainInformation.fields;

/**
 * The visit of an invite that holds at this moment for the vehicle (or person) typed, at the branch of who asks. Undefined
 * without one, for who is inside or at the gate already, and for who has a valid pass, which costs them nothing.
 */
export async function inviteFor({ body, house, session }: Acting & { body: Row }): Promise<number | undefined> {
  const { sql } = house;
  const isPerson = body["is_person"] === true;
  const known = isPerson ? normalised(name, body["name"])?.toLowerCase() : normalised(plate, body["vehicle_no"]);
  const branch = body["branch"] ?? session.who.branch;
  if (!known || !Number.isInteger(branch)) return undefined;
  const phone = typeof body["phone_no"] === "string" ? body["phone_no"].trim() : "";
  const now = house.clock();
  const visitor = isPerson
    ? sql`is_person and lower(name) = ${known} and phone_no = ${phone}`
    : sql`not is_person and vehicle_no = ${known}`;
  const [found] = await sql<{ id: number }[]>`
    with visitor as materialized (
      select id, parking_type, parking_status_id, pass_start_time, pass_end_time
      from "Parking_Main_Information" where branch = ${branch as number} and ${visitor})
    select p.id from visitor m join "Parking_Information" p on p.parking_main_info = m.id
    where p.parking_status_id = 3 and p.is_invited and p.invite_start_date <= ${now} and p.invite_end_date > ${now}
      and not exists (select 1 from visitor v join "Parking_Information" o on o.parking_main_info = v.id
        where o.parking_status_id = 1 or (o.parking_status_id = 3 and not o.is_invited))
      and not exists (select 1 from visitor v where v.parking_type = 'long_time' and v.parking_status_id <> 4
        and v.pass_start_time <= ${now} and v.pass_end_time > ${now})
    order by p.invite_end_date, p.id limit 1`;
  return found?.id;
}

function normalised(field: { normalise?: (typed: string) => string }, typed: unknown): string | undefined {
  return typeof typed === "string" ? field.normalise!(typed) : undefined;
}

const goneMeanwhile = ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"];

/** The invite was used or withdrawn between the looking and the coming in: there is none any more. */
export function isInviteGone(error: unknown): boolean {
  return error instanceof Refused && goneMeanwhile.includes(error.code);
}
