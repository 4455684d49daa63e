// §6: checks the exceptions of a branch from the capabilities of its roles. See docs/rules/capabilities.md.
import { areValidExceptions } from "#domain/access/stored-exceptions.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

/** FAILED_VALIDATION for roles and capabilities that a branch cannot adjust. */
export function validateCapabilityExceptions({ changes }: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const field = "capability_exceptions";
  if (!(field in changes) || areValidExceptions(changes[field])) return undefined;
  return new RuleViolation("FAILED_VALIDATION", field, { type: field });
}
