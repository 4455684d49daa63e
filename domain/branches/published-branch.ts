// §4: only a published branch takes new entries and tickets; one archived with vehicles inside lets these out.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";

/** BRANCH_NOT_PUBLISHED, COMPANY_SUSPENDED or undefined. */
export function checkPublished({
  status,
  is_suspended: isSuspended,
}: Partial<Pick<RowOf<"Branch">, "status" | "is_suspended">>): RuleViolation | undefined {
  if (status === "published") return isSuspended ? new RuleViolation("COMPANY_SUSPENDED") : undefined;
  const text = "This branch is closed and takes no new vehicles or visitors. Those inside can still leave.";
  return new RuleViolation("BRANCH_NOT_PUBLISHED", undefined, {}, status === "archived" ? text : undefined);
}
