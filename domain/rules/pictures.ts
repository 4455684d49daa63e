// reading.md §10: a picture that everybody is shown is a picture, and one's own to show.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs, WriteRule } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";

/**
 * IMAGE_TYPE for a document, NO_MATCH_FOUND for a file of somebody else: what hangs here is public from then on. `field` is
 * the relation to the file, which the collection needs.
 */
export function isOwnPicture(field: string): WriteRule {
  return ({ after, changes, related, who }: RuleArgs) => {
    const file = related[field];
    if (!(field in changes) || !file) return undefined;
    if (!String(file["type"] ?? "").startsWith("image/")) return new Refusal("IMAGE_TYPE", field);
    if (who.role === "platform") return undefined;
    const isOfBranch = idOf(file["branch"]) !== null && idOf(file["branch"]) === idOf(after["branch"]);
    return file["user_created"] === who.id || isOfBranch ? undefined : new Refusal("NO_MATCH_FOUND", field);
  };
}
