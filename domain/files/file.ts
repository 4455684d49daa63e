// §7 files: sets uploader and modifier, and checks that the folder belongs to the same company.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation, type WriteRule } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { getInitialFilePurpose } from "#domain/files/file-purpose.ts";

function setFileAuthor({ before, changes, actor, now }: RuleArgsOf<"files">): Partial<RowOf<"files">> | undefined {
  if (!before) {
    const uploadFields = { uploaded_by: actor.id, uploaded_on: now, created_on: now };
    return "purpose" in changes ? uploadFields : { ...uploadFields, purpose: getInitialFilePurpose(actor.role) };
  }
  // Attaching a file does not modify the file itself.
  if (Object.keys(changes).every((name) => name === "purpose")) return undefined;
  const isReplaced = "filename_disk" in changes;
  return { modified_by: actor.id, modified_on: now, ...(isReplaced && { uploaded_on: now }) };
}

function validateFolderCompany({
  changes,
  related: { folder, branch },
  actor,
}: RuleArgsOf<"files", "folder" | "branch">): RuleViolation | undefined {
  if (!("folder" in changes) || !folder || can(actor, "platform.administer")) return undefined;
  const company = branch ? branch.company : actor.company;
  return folder.company !== null && folder.company === company ? undefined : new RuleViolation("FORBIDDEN", "folder");
}

export const fileRules: readonly WriteRule[] = [validateFolderCompany, setFileAuthor];
