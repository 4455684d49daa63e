// §4 Invited: what an invited visitor sees of their invite, with no account: the link they were sent is the key to it.
import type { Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { nextStep, type NextStep } from "#domain/rules/next-step.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { fromDatabase } from "#server/items/values.ts";
import { qrText } from "#server/services/qr.ts";
import { readLinkToken } from "#server/services/signed-link.ts";

/** So long after its end an invite can still be looked at. */
const openAfterEndMs = 24 * 60 * 60_000;

/** No phone number and nobody's surname: a link may be passed on. */
export interface VisitorInvite {
  vehicle_no: string | null;
  name: string | null;
  is_person: boolean;
  parking_status_id: number;
  is_waiting_for_approve: boolean;
  invite_start_date: Date;
  invite_end_date: Date;
  next: NextStep;
  invited_by: string | null;
  branch: { name: string; address: string | null; time_zone: string; company: string };
  /** The text of its QR, as long as it lets in. */
  qr: string | null;
}

/** INVALID_TOKEN for a link that is not ours, or of an invite that was over a day ago. */
export async function visitorInvite({ house, token }: { house: House; token: unknown }): Promise<VisitorInvite> {
  const { secret } = house.config;
  const id = readLinkToken({ kind: "invite", token, secret }) ?? refuse("INVALID_TOKEN");
  const [found] = await house.sql<{ entry: Row; main: Row; invited_by: string; branch: VisitorInvite["branch"] }[]>`
    select row_to_json(p) as entry, row_to_json(m) as main, u.first_name as invited_by,
      json_build_object('name', b.name, 'address', b.address, 'time_zone', b.time_zone, 'company', c.name) as branch
    from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info
    join "Branch" b on b.id = p.branch join "Companies" c on c.id = p.company
    left join users u on u.id = p.user_created
    where p.id = ${id} and p.is_invited`;
  if (!found) return refuse("INVALID_TOKEN");
  const now = house.clock();
  const entry = fromDatabase(ParkingInformation, found.entry);
  const main = fromDatabase(ParkingMainInformation, found.main);
  const end = entry["invite_end_date"] as Date;
  if (now.getTime() > end.getTime() + openAfterEndMs) refuse("INVALID_TOKEN");
  const next = nextStep({ entry, main, now });
  return {
    vehicle_no: main["vehicle_no"] as string | null,
    name: main["name"] as string | null,
    is_person: entry["is_person"] === true,
    parking_status_id: entry["parking_status_id"] as number,
    is_waiting_for_approve: main["is_waiting_for_approve"] === true,
    invite_start_date: entry["invite_start_date"] as Date,
    invite_end_date: end,
    next,
    invited_by: found.invited_by,
    branch: found.branch,
    qr: entry["parking_status_id"] === 4 ? null : qrText({ kind: "P", id, secret }),
  };
}
