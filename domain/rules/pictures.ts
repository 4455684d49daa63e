// reading.md §10: a picture that is shown, or hangs on an entry, is a picture, and one of one's own.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs, WriteRule } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";

/**
 * IMAGE_TYPE for a document, NO_MATCH_FOUND for a file of somebody else: nobody shows or keeps another's. `field` is the
 * relation to the file, which the collection needs; `entry` the one to the row whose branch counts, where it is not the row's own.
 */
export function isOwnPicture(field: string, entry?: string): WriteRule {
  return ({ after, changes, related, who }: RuleArgs) => {
    const file = related[field];
    if (!(field in changes) || !file) return undefined;
    if (!String(file["type"] ?? "").startsWith("image/")) return new Refusal("IMAGE_TYPE", field);
    if (who.role === "platform") return undefined;
    const branch = idOf((entry === undefined ? after : related[entry])?.["branch"]);
    const isOfBranch = branch !== null && idOf(file["branch"]) === branch;
    return file["user_created"] === who.id || isOfBranch ? undefined : new Refusal("NO_MATCH_FOUND", field);
  };
}
