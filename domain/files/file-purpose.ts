// reading.md §10: purpose of a file. Read access depends on the purpose and the uploader
// (domain/files/files.collection.ts).
import type { CollectionDefinition, Fields, Row } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import { can } from "#domain/access/capabilities.ts";
import { roles, type Role } from "#domain/access/roles.ts";

export const filePurposes = [
  /** Not attached yet; only the uploader can read it. */
  "unassigned",
  /** Uploaded by gate staff of a branch: images to be attached to an entry, and files in folders. */
  "branch_file",
  "vehicle_image",
  "logo",
  "banner",
  "vehicle_type_image",
  "onboarding_document",
  /** Of a customer, who alone can read it. */
  "account_picture",
  "export",
] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** Purposes whose files all staff of the branch may read. */
export const branchFilePurposes: readonly FilePurpose[] = [
  "branch_file",
  "vehicle_image",
  "logo",
  "banner",
  "vehicle_type_image",
];

/**
 * Uploads of gate staff belong to the branch; other uploads belong to the uploader until they are attached to a row.
 */
export function getInitialFilePurpose(role: Role): FilePurpose {
  return roles[role].scope === "branch" && can({ role }, "gate.operate") ? "branch_file" : "unassigned";
}

/** The purpose is set once, so that an export or onboarding document never becomes an image that others can read. */
export function canChangePurpose({ file, purpose }: { file: Row; purpose: FilePurpose }): boolean {
  const current = file["purpose"];
  return current === purpose || current === "unassigned" || current === "branch_file";
}

/** Exports created before this time have expired: downloads are rejected and the record is deleted. */
export function getExportExpiryCutoff(now: Date): Date {
  return new Date(now.getTime() - limits.exportHours * 60 * 60 * 1000);
}

/** Returns the `propagates` function of a collection that sets the purpose of the file in `field`. */
export function assignFilePurpose(
  field: string,
  purpose: FilePurpose,
): NonNullable<CollectionDefinition<Fields>["propagates"]> {
  return ({ after, changes }) =>
    field in changes && typeof after[field] === "string" ? [{ to: field, set: { purpose } }] : [];
}
