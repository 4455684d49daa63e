// §7 folders: one lies in a folder of its own company, and never in itself.
import { Refusal, type RuleArgs, type WriteRule } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";

function parentIsOfCompany({ after, changes, related, who }: RuleArgs): Refusal | undefined {
  const parent = related["parent"];
  if (!("parent" in changes || "company" in changes) || !parent || who.role === "platform") return undefined;
  return idOf(parent["company"]) === idOf(after["company"]) ? undefined : new Refusal("FORBIDDEN", "parent");
}

/** `foldersAbove` are the ids of the new parent and of all above it. */
function folderIsNoCircle({ before, facts }: RuleArgs): Refusal | undefined {
  const above = facts?.foldersAbove as readonly string[] | undefined;
  return before && above?.includes(before["id"] as string) ? new Refusal("FOLDER_IN_ITSELF", "parent") : undefined;
}

export const folderRules: readonly WriteRule[] = [parentIsOfCompany, folderIsNoCircle];
