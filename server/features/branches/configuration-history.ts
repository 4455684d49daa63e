// §2 /configurations: history of a configuration with time and author, from the revisions of the write path.
import { can } from "#domain/access/capabilities.ts";
import type { configurationActions } from "#domain/branches/actions.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { verifiedFields } from "#domain/platform/change-request.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { findCollection } from "#domain/collections.ts";
import { fillRevisionData } from "#server/items/write/revision-data.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { ActionContext } from "#server/http/action-request.ts";

/** Configurations with a history: parking settings, branch, company. */
export const configurationScopes = ["parking", "branch", "company"] as const;
export type ConfigurationScope = (typeof configurationScopes)[number];

/** Fields shown per scope, as on the settings pages. */
const visibleCollections: { [part in ConfigurationScope]: readonly string[] } = {
  parking: [
    ...serviceNames,
    "allow_vehicle_image_required",
    "allow_vehicle_type_required",
    "visitor_phone",
    "print_language",
    "allow_person_entries",
    "invite_max_days",
    "invites_per_host",
    "pass_max_days",
    "pass_moves_per_month",
  ],
  branch: [
    ...serviceNames,
    ...verifiedFields.branch,
    "status",
    "opening_hours",
    "amenities",
    "mail_texts",
    "sms_texts",
    "capability_exceptions",
    "valet_number",
    "is_staff_available",
    "meta_title",
    "meta_description",
    "meta_keywords",
    "questions",
    "allow_vehicle_image_required",
    "allow_vehicle_type_required",
    "visitor_phone",
    "print_language",
  ],
  company: [...verifiedFields.company, "company_logo", "status"],
};
const hiddenFields = [
  "id",
  "branch",
  "company",
  "service",
  "date_created",
  "date_updated",
  "user_created",
  "user_updated",
];
const maxChanges = 50;

type ConfigurationHistory = ContractResult<typeof configurationActions.readHistory>;
/** `changes` maps each field to its old and new value in the wire format. */
type ConfigurationChange = ConfigurationHistory[number];

interface RevisionRow extends Omit<ConfigurationChange, "row" | "changes" | "areOldValuesKnown"> {
  data: Row;
  delta: Row;
  before: Row | null;
}

/**
 * Reads the latest changes of the actor's own branch or company, newest first. FORBIDDEN except for admins and
 * managers, and for a manager with scope `company`.
 */
export async function readConfigurationHistory({
  services,
  session,
  scope,
}: ActionContext & { scope: ConfigurationScope }): Promise<ConfigurationHistory> {
  const { branch, company } = session.actor;
  if (!can(session.actor, scope === "company" ? "company.configure" : "branch.configure")) throwApiError("FORBIDDEN");
  const ownerId = scope === "company" ? company : branch;
  if (ownerId === null) throwApiError("FORBIDDEN");
  const { sql } = services;
  const scopeCollection = scope === "company" ? "Companies" : "Branch";
  const fields = [...visibleCollections[scope]];
  const [row] = await sql<{ config: number | null }[]>`
    select parking_config as config from "Branch" where id = ${branch}`;
  const relatedChanges =
    scope === "parking"
      ? sql`(a.collection = 'Parking_Configuration' and a.item = ${String(row?.config ?? 0)})
        or (a.collection in ('Slot_Blocks', 'Time_Charges') and a.branch = ${ownerId} and r.data ->> 'service' = 'is_parking')`
      : scope === "branch"
        ? sql`(a.collection = 'Branch_Banner_Images' and a.branch = ${ownerId} and a.action <> 'update')
          or (a.collection = 'Change_Requests' and a.branch = ${ownerId})`
        : sql`(a.collection = 'Change_Requests' and a.company = ${ownerId} and a.branch is null)`;
  const rows = await sql<RevisionRow[]>`
    select a.id, a.timestamp as at, u.first_name as by, a.collection, a.action, r.data, r.delta, p.data as before
    from activity a
    join revisions r on r.activity = a.id
    left join users u on u.id = a.user
    left join lateral (
      select data from revisions earlier
      where earlier.collection = a.collection and earlier.item = a.item and earlier.id < r.id
      order by earlier.id desc limit 1) p on true
    where (a.collection = ${scopeCollection} and a.item = ${String(ownerId)} and (a.action = 'create' or r.delta ?| ${fields}))
      or ${relatedChanges}
    order by a.id desc limit ${maxChanges}`;
  return rows
    .map((revision) =>
      toConfigurationChange({ revision, fields: revision.collection === scopeCollection ? fields : undefined }),
    )
    .filter(({ action, changes }) => action !== "update" || Object.keys(changes).length > 0);
}

/** `fields` are the visible fields; undefined for all. */
function toConfigurationChange({
  revision,
  fields,
}: {
  revision: RevisionRow;
  fields: readonly string[] | undefined;
}): ConfigurationChange {
  const { data, delta, before: earlier, ...rest } = revision;
  const collection = findCollection(String(revision.collection))!;
  const before = earlier && fillRevisionData({ collection, data: earlier });
  const isVisible = (field: string): boolean => !hiddenFields.includes(field) && (!fields || fields.includes(field));
  const changes = Object.entries(revision.action === "update" ? delta : {})
    .filter(([field, value]) => isVisible(field) && JSON.stringify(before?.[field]) !== JSON.stringify(value))
    .map(([field, value]): [string, [unknown, unknown]] => [field, [before?.[field] ?? null, value]]);
  const row = fillRevisionData({ collection, data });
  return { ...rest, row, changes: Object.fromEntries(changes), areOldValuesKnown: before !== null };
}
