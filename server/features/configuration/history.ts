// §2 /configurations: what was changed of a branch's set-up, when and by whom, from the revisions that every write leaves.
import type { Row } from "#domain/collection.ts";
import { refuse } from "#server/items/refused.ts";
import type { Acting } from "#server/services/action.ts";

/** One write: field → [before, after], as the wire has them. */
export interface SetUpChange {
  id: number;
  at: Date;
  by: string | null;
  collection: "Branch" | "Parking_Configuration" | "Slot_Blocks" | "Time_Charges";
  action: "create" | "update" | "delete";
  /** The row as it stands after the write; before it, for one that was removed. */
  row: Row;
  changes: { [field: string]: [before: unknown, after: unknown] };
}

/** Of the branch itself, what its set-up page shows. */
const ofBranch = [
  "is_parking",
  "is_valet_and_parking",
  "is_pre_booking",
  "allow_vehicle_image_required",
  "allow_vehicle_type_required",
  "allow_person_entries",
];
const notTold = ["id", "branch", "company", "service", "date_created", "date_updated", "user_created", "user_updated"];
const shown = 50;

interface Found {
  id: number;
  at: Date;
  by: string | null;
  collection: SetUpChange["collection"];
  action: SetUpChange["action"];
  data: Row;
  delta: Row;
  before: Row | null;
}

/** The latest changes of the parking of the caller's own branch, the newest first. FORBIDDEN for who is neither admin nor manager. */
export async function setUpHistory({ house, session }: Acting): Promise<SetUpChange[]> {
  const { role, branch } = session.who;
  if ((role !== "admin" && role !== "manager") || branch === null) refuse("FORBIDDEN");
  const [place] = await house.sql<{ config: number | null }[]>`
    select parking_config as config from "Branch" where id = ${branch}`;
  const config = place?.config ?? 0;
  const rows = await house.sql<Found[]>`
    select a.id, a.timestamp as at, u.first_name as by, a.collection, a.action, r.data, r.delta, p.data as before
    from activity a
    join revisions r on r.activity = a.id
    left join users u on u.id = a.user
    left join lateral (
      select data from revisions earlier
      where earlier.collection = a.collection and earlier.item = a.item and earlier.id < r.id
      order by earlier.id desc limit 1) p on true
    where (a.collection = 'Branch' and a.item = ${String(branch)} and (a.action = 'create' or r.delta ?| ${ofBranch}))
      or (a.collection = 'Parking_Configuration' and a.item = ${String(config)})
      or (a.collection in ('Slot_Blocks', 'Time_Charges') and a.branch = ${branch} and r.data ->> 'service' = 'is_parking')
    order by a.id desc limit ${shown}`;
  return rows.map(changeOf).filter(({ action, changes }) => action !== "update" || Object.keys(changes).length > 0);
}

function changeOf({ data, delta, before, ...found }: Found): SetUpChange {
  const isTold = (field: string): boolean =>
    !notTold.includes(field) && (found.collection !== "Branch" || ofBranch.includes(field));
  const changes = Object.entries(found.action === "update" ? delta : {})
    .filter(([field, value]) => isTold(field) && before?.[field] !== value)
    .map(([field, value]) => [field, [before?.[field] ?? null, value]] as const);
  return { ...found, row: data, changes: Object.fromEntries(changes) as SetUpChange["changes"] };
}
