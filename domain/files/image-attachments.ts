// reading.md §10: public images must be images that the actor may publish; images of an entry must belong to its
// branch.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/schema/collection.ts";
import { type FilePurpose, canChangePurpose } from "#domain/files/file-purpose.ts";

function canAttachImage({
  file,
  branch,
  purpose,
  actor,
}: {
  file: Row;
  branch: unknown;
  purpose: FilePurpose;
  actor: RuleArgs["actor"];
}): boolean {
  if (!canChangePurpose({ file, purpose })) return false;
  if (can(actor, "platform.administer") || file["user_created"] === actor.id) return true;
  // Unattached uploads of other users cannot be used.
  const isOfBranch = (file["branch"] ?? null) !== null && file["branch"] === branch;
  return isOfBranch && file["purpose"] !== "unassigned";
}

/**
 * IMAGE_TYPE for a document, NO_MATCH_FOUND for another user's file or one with another purpose, since attached images
 * become public. The collection must list the relation `field` in `include`.
 */
export function validateOwnImage(field: string, purpose: FilePurpose): WriteRule {
  return ({ after, changes, related, actor }: RuleArgs) => {
    const file = related[field];
    if (!(field in changes) || !file) return undefined;
    if (!String(file["type"] ?? "").startsWith("image/")) return new RuleViolation("IMAGE_TYPE", field);
    return canAttachImage({ file, branch: after["branch"], purpose, actor })
      ? undefined
      : new RuleViolation("NO_MATCH_FOUND", field);
  };
}

/**
 * NO_MATCH_FOUND for a file of another branch than the entry's, or with another purpose. The collection must list both
 * relations in `include`.
 */
export function validateEntryImage({ field, entry }: { field: string; entry: string }): WriteRule {
  return ({ changes, related, actor }: RuleArgs) => {
    const file = related[field];
    if (!(field in changes) || !file) return undefined;
    const branch = related[entry]?.["branch"];
    return canAttachImage({ file, branch, purpose: "vehicle_image", actor })
      ? undefined
      : new RuleViolation("NO_MATCH_FOUND", field);
  };
}
