// §5: 'Company and branch names must be unique': checked with the step of the registration; the unique indexes enforce it.
import type { AppServices } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { hasSameNameSql } from "#server/features/onboarding/same-name.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** COMPANY_NAME_EXIST; compares without case and spaces. */
export async function assertCompanyNameAvailable({ sql, name }: { sql: Sql | Tx; name: string }): Promise<void> {
  const [existing] = await sql`select 1 from "Companies" where ${hasSameNameSql({ sql, column: "name", name })}`;
  if (existing) throwApiError("COMPANY_NAME_EXIST", { field: "company_name" });
}

/** BRANCH_NAME_EXIST within the company. */
export async function assertBranchNameAvailable({
  services,
  company,
  name,
}: {
  services: AppServices;
  company: number | null;
  name: string;
}): Promise<void> {
  const { sql } = services;
  const [existing] = await sql`
    select 1 from "Branch" where company = ${company ?? 0} and ${hasSameNameSql({ sql, column: "name", name })}`;
  if (existing) throwApiError("BRANCH_NAME_EXIST", { field: "branch_name" });
}
