// §7 folders: the parent belongs to the same company, and a folder cannot contain itself.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation, type WriteRule } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

function validateParentCompany({
  after,
  changes,
  related: { parent },
  actor,
}: RuleArgsOf<"folders", "parent">): RuleViolation | undefined {
  if (!("parent" in changes || "company" in changes) || !parent) return undefined;
  if (can(actor, "platform.administer")) return undefined;
  return parent.company === after.company ? undefined : new RuleViolation("FORBIDDEN", "parent");
}

/** FOLDER_IN_ITSELF. The lookup `parentFolders` has the ids of the new parent and all its ancestors. */
function validateNoFolderCycle({ before, lookups }: RuleArgsOf<"folders">): RuleViolation | undefined {
  return before && lookups?.parentFolders?.includes(before.id)
    ? new RuleViolation("FOLDER_IN_ITSELF", "parent")
    : undefined;
}

export const folderRules: readonly WriteRule[] = [validateParentCompany, validateNoFolderCycle];
