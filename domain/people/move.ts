// §6 A person who is moved to another branch by an admin. See docs/rules/people.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { fillText } from "#domain/text/filled-text.ts";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Whether the open shift of a person who is moved has cash that is not counted. */
    hasUncountedCash: boolean;
    /** Whether somebody at the new branch has the PIN of a person who is moved. */
    isPinTaken: boolean;
  }
}

export function isMoved({
  before,
  changes,
}: {
  before: Pick<RowOf<"users">, "default_branch">;
  changes: Partial<RowOf<"users">>;
}): boolean {
  return (
    before.default_branch !== null && "default_branch" in changes && changes.default_branch !== before.default_branch
  );
}

/**
 * SHIFT_COUNT_REQUIRED: who is moved could no longer count the cash that stays behind; an admin who switches branches
 * comes back to it. STAFF_PIN_EXIST: the PIN that the person keeps is that of somebody at the new branch.
 */
export function validateMove({ before, changes, actor, lookups }: RuleArgsOf<"users">): RuleViolation | undefined {
  if (!before || !isMoved({ before, changes })) return undefined;
  const name = before.first_name;
  if (lookups?.hasUncountedCash && actor.id !== before.id)
    return new RuleViolation("SHIFT_COUNT_REQUIRED", "default_branch", {}, fillText("cashNotCounted", { name }));
  if (lookups?.isPinTaken)
    return new RuleViolation("STAFF_PIN_EXIST", "pin_number", {}, fillText("pinTakenAtBranch", { name }));
  return undefined;
}
