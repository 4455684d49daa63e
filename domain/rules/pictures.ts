// reading.md §10: a picture that everybody is shown is a picture, and one's own to show; one that hangs on an entry is of its branch.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";

function isOwn({ file, branch, who }: { file: Row; branch: unknown; who: RuleArgs["who"] }): boolean {
  const isOfBranch = idOf(file["branch"]) !== null && idOf(file["branch"]) === idOf(branch);
  return who.role === "platform" || file["user_created"] === who.id || isOfBranch;
}

/**
 * IMAGE_TYPE for a document, NO_MATCH_FOUND for a file of somebody else: what hangs here is public from then on. `field` is
 * the relation to the file, which the collection needs.
 */
export function isOwnPicture(field: string): WriteRule {
  return ({ after, changes, related, who }: RuleArgs) => {
    const file = related[field];
    if (!(field in changes) || !file) return undefined;
    if (!String(file["type"] ?? "").startsWith("image/")) return new Refusal("IMAGE_TYPE", field);
    return isOwn({ file, branch: after["branch"], who }) ? undefined : new Refusal("NO_MATCH_FOUND", field);
  };
}

/** NO_MATCH_FOUND for a file of another branch than the entry's. Both relations are such that the collection needs them. */
export function isOfEntrysBranch({ field, entry }: { field: string; entry: string }): WriteRule {
  return ({ changes, related, who }: RuleArgs) => {
    const file = related[field];
    if (!(field in changes) || !file) return undefined;
    const branch = related[entry]?.["branch"];
    return isOwn({ file, branch, who }) ? undefined : new Refusal("NO_MATCH_FOUND", field);
  };
}
