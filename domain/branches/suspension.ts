// §1: a company that the platform has suspended for a time. See docs/rules/onboarding.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

/** STATUS_ALREADY_UPDATED if another verifier suspended or resumed first; only a published company can be suspended. */
export function validateSuspension({ before, changes }: RuleArgsOf<"Companies">): RuleViolation | undefined {
  if (!before || !("suspended_at" in changes)) return undefined;
  const isSuspended = before.suspended_at !== null;
  if (isSuspended === (changes.suspended_at !== null)) return new RuleViolation("STATUS_ALREADY_UPDATED");
  return isSuspended || before.status === "published" ? undefined : new RuleViolation("NO_NEXT_STATUS");
}

/** A branch that is added meanwhile is suspended, too. */
export function applySuspensionOfCompany({ before, related: { company } }: RuleArgsOf<"Branch", "company">) {
  return !before && company && company.suspended_at !== null ? { is_suspended: true } : undefined;
}
