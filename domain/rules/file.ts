// §7 files: who uploaded and changed one, and that it lies in a folder of its own company.
import { Refusal, type Row, type RuleArgs, type WriteRule } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";

function stampFile({ before, changes, who, now }: RuleArgs): Row | undefined {
  if (!before) return { uploaded_by: who.id, uploaded_on: now, created_on: now };
  if (Object.keys(changes).length === 0) return undefined;
  const isReplaced = "filename_disk" in changes;
  return { modified_by: who.id, modified_on: now, ...(isReplaced && { uploaded_on: now }) };
}

function folderIsOfCompany({ changes, related, who }: RuleArgs): Refusal | undefined {
  const folder = related["folder"];
  if (!("folder" in changes) || !folder || who.role === "platform") return undefined;
  const company = related["branch"] ? related["branch"]["company"] : who.company;
  return idOf(folder["company"]) !== null && idOf(folder["company"]) === idOf(company)
    ? undefined
    : new Refusal("FORBIDDEN", "folder");
}

export const fileRules: readonly WriteRule[] = [folderIsOfCompany, stampFile];
