// §4: the largest discount that a role may give at a branch, set by the company's admins. See docs/rules/payments.md.
import { adjustableRoles } from "#domain/access/capability-exceptions.ts";
import type { Role } from "#domain/access/roles.ts";
import { isJsonObject } from "#domain/json-object.ts";
import { RuleViolation, type RuleArgs } from "#domain/schema/collection.ts";

/** `Branch.discount_limits`: paise by role; a role without an entry has no limit. */
export type DiscountLimits = { readonly [role in Role]?: number };

/** Returns the limit of the role in paise; undefined if it has none. */
export function getDiscountLimit({ limits, role }: { limits: unknown; role: Role }): number | undefined {
  const limit = isJsonObject(limits) ? limits[role] : undefined;
  return typeof limit === "number" ? limit : undefined;
}

/** DISCOUNT_OVER_LIMIT if the discount is increased above the limit of the role; amounts in paise. */
export function checkDiscount({
  limits,
  role,
  before,
  after,
}: {
  limits: unknown;
  role: Role;
  before: number;
  after: number;
}): RuleViolation | undefined {
  const limit = getDiscountLimit({ limits, role });
  if (limit === undefined || after <= before || after <= limit) return undefined;
  return new RuleViolation("DISCOUNT_OVER_LIMIT", "deduction_charge", { limit });
}

/** True for null and for `{role: paise}` with roles that a branch can adjust. */
export function areValidDiscountLimits(stored: unknown): boolean {
  if (stored === null) return true;
  return (
    isJsonObject(stored) &&
    Object.entries(stored).every(
      ([role, limit]) =>
        adjustableRoles.some((name) => name === role) && Number.isSafeInteger(limit) && Number(limit) >= 0,
    )
  );
}

/** FAILED_VALIDATION for other values. */
export function validateDiscountLimits({ changes }: RuleArgs): RuleViolation | undefined {
  const field = "discount_limits";
  if (!(field in changes) || areValidDiscountLimits(changes[field])) return undefined;
  return new RuleViolation("FAILED_VALIDATION", field, { type: field });
}
