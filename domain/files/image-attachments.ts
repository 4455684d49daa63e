// reading.md §10: public images must be images that the actor may publish; images of an entry must belong to its
// branch.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgs, WriteRule } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { type FilePurpose, canChangePurpose } from "#domain/files/file-purpose.ts";

type ImageFile = Pick<RowOf<"files">, "branch" | "purpose" | "type" | "user_created">;
type OwnImageArgs = RuleArgs<{ branch?: number | null }, { [field: string]: ImageFile | null }>;
type EntryImageArgs =
  | RuleArgsOf<"Parking_Vehicle_Images", "vehicle_image" | "parking_information">
  | RuleArgsOf<"valet_parking_vehicle_images", "vehicle_image" | "valet_and_parking_information">;

function canAttachImage({
  file,
  branch,
  purpose,
  actor,
}: {
  file: ImageFile;
  branch: number | null | undefined;
  purpose: FilePurpose;
  actor: RuleArgs["actor"];
}): boolean {
  if (!canChangePurpose({ file, purpose })) return false;
  if (can(actor, "platform.administer") || file.user_created === actor.id) return true;
  // Unattached uploads of other users cannot be used.
  const isOfBranch = file.branch !== null && file.branch === branch;
  return isOfBranch && file.purpose !== "unassigned";
}

/**
 * IMAGE_TYPE for a document, NO_MATCH_FOUND for another user's file or one with another purpose, since attached images
 * become public. The collection must list the relation `field` in `include`.
 */
export function validateOwnImage(field: string, purpose: FilePurpose): WriteRule {
  return ({ after, changes, related, actor }: OwnImageArgs) => {
    const file = related[field];
    if (!(field in changes) || !file) return undefined;
    if (!file.type?.startsWith("image/")) return new RuleViolation("IMAGE_TYPE", field);
    return canAttachImage({ file, branch: after.branch, purpose, actor })
      ? undefined
      : new RuleViolation("NO_MATCH_FOUND", field);
  };
}

/**
 * NO_MATCH_FOUND for a file of another branch than the entry's, or with another purpose. The collection must list both
 * relations in `include`.
 */
export function validateEntryImage({ changes, related, actor }: EntryImageArgs): RuleViolation | undefined {
  const { vehicle_image: file } = related;
  if (changes.vehicle_image === undefined || !file) return undefined;
  const entry = "parking_information" in related ? related.parking_information : related.valet_and_parking_information;
  return canAttachImage({ file, branch: entry?.branch, purpose: "vehicle_image", actor })
    ? undefined
    : new RuleViolation("NO_MATCH_FOUND", "vehicle_image");
}
