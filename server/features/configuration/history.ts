// §2 /configurations: what was changed of a set-up, when and by whom, from the revisions that every write leaves.
import type { Row } from "#domain/collection.ts";
import { verifiedFields } from "#domain/rules/change-request.ts";
import { services } from "#domain/services.ts";
import { refuse } from "#server/items/refused.ts";
import type { Acting } from "#server/services/action.ts";

/** The set-up a history can be asked of: how a branch takes entries, the branch itself, its company. */
export const setUpParts = ["parking", "branch", "company"] as const;
export type SetUpPart = (typeof setUpParts)[number];

/** One write: field → [before, after], as the wire has them. */
export interface SetUpChange {
  id: number;
  at: Date;
  by: string | null;
  collection: string;
  action: "create" | "update" | "delete";
  /** The row as it stands after the write; before it, for one that was removed. */
  row: Row;
  changes: { [field: string]: [before: unknown, after: unknown] };
}

/** Of a branch and of a company, what their set-up pages show. */
const told: { [part in SetUpPart]: readonly string[] } = {
  parking: [...services, "allow_vehicle_image_required", "allow_vehicle_type_required", "allow_person_entries"],
  branch: [
    ...services,
    ...verifiedFields.branch,
    "status",
    "opening_hours",
    "amenities",
    "mail_texts",
    "valet_number",
    "is_staff_available",
    "allow_vehicle_image_required",
    "allow_vehicle_type_required",
  ],
  company: [...verifiedFields.company, "company_logo", "status"],
};
const notTold = ["id", "branch", "company", "service", "date_created", "date_updated", "user_created", "user_updated"];
const shown = 50;

interface Found extends Omit<SetUpChange, "row" | "changes"> {
  data: Row;
  delta: Row;
  before: Row | null;
}

/**
 * The latest changes of the set-up of the caller's own branch or company, the newest first. FORBIDDEN for who is neither admin
 * nor manager, and for a manager who asks about the company.
 */
export async function setUpHistory({ house, session, of }: Acting & { of: SetUpPart }): Promise<SetUpChange[]> {
  const { role, branch, company } = session.who;
  const isAdmin = role === "admin";
  if ((!isAdmin && role !== "manager") || (of === "company" && !isAdmin)) refuse("FORBIDDEN");
  const place = of === "company" ? company : branch;
  if (place === null) refuse("FORBIDDEN");
  const { sql } = house;
  const main = of === "company" ? "Companies" : "Branch";
  const fields = told[of] as string[];
  const [row] = await sql<{ config: number | null }[]>`
    select parking_config as config from "Branch" where id = ${branch}`;
  const beside =
    of === "parking"
      ? sql`(a.collection = 'Parking_Configuration' and a.item = ${String(row?.config ?? 0)})
        or (a.collection in ('Slot_Blocks', 'Time_Charges') and a.branch = ${place} and r.data ->> 'service' = 'is_parking')`
      : of === "branch"
        ? sql`(a.collection = 'Branch_Banner_Images' and a.branch = ${place} and a.action <> 'update')
          or (a.collection = 'Change_Requests' and a.branch = ${place})`
        : sql`(a.collection = 'Change_Requests' and a.company = ${place} and a.branch is null)`;
  const rows = await sql<Found[]>`
    select a.id, a.timestamp as at, u.first_name as by, a.collection, a.action, r.data, r.delta, p.data as before
    from activity a
    join revisions r on r.activity = a.id
    left join users u on u.id = a.user
    left join lateral (
      select data from revisions earlier
      where earlier.collection = a.collection and earlier.item = a.item and earlier.id < r.id
      order by earlier.id desc limit 1) p on true
    where (a.collection = ${main} and a.item = ${String(place)} and (a.action = 'create' or r.delta ?| ${fields}))
      or ${beside}
    order by a.id desc limit ${shown}`;
  return rows
    .map((found) => changeOf({ found, fields: found.collection === main ? fields : undefined }))
    .filter(({ action, changes }) => action !== "update" || Object.keys(changes).length > 0);
}

/** `fields` are those that are told; all of them where it is undefined. */
function changeOf({ found, fields }: { found: Found; fields: readonly string[] | undefined }): SetUpChange {
  const { data, delta, before, ...rest } = found;
  const isTold = (field: string): boolean => !notTold.includes(field) && (!fields || fields.includes(field));
  const changes = Object.entries(found.action === "update" ? delta : {})
    .filter(([field, value]) => isTold(field) && JSON.stringify(before?.[field]) !== JSON.stringify(value))
    .map(([field, value]) => [field, [before?.[field] ?? null, value]] as const);
  return { ...rest, row: data, changes: Object.fromEntries(changes) as SetUpChange["changes"] };
}
