// §5: 'Company and branch names must be unique', told as one types; the database has the last word.
import type { House } from "#server/context.ts";
import { isNamed } from "#server/features/onboarding/same-name.ts";
import { refuse } from "#server/items/refused.ts";

/** COMPANY_NAME_EXIST, whatever the capitals and spaces. */
export async function refuseCompanyName({ house, name }: { house: House; name: string }): Promise<void> {
  const { sql } = house;
  const [there] = await sql`select 1 from "Companies" where ${isNamed({ sql, column: "name", name })}`;
  if (there) refuse("COMPANY_NAME_EXIST", { field: "company_name" });
}

/** BRANCH_NAME_EXIST within the company. */
export async function refuseBranchName({
  house,
  company,
  name,
}: {
  house: House;
  company: number | null;
  name: string;
}): Promise<void> {
  const { sql } = house;
  const [there] = await sql`
    select 1 from "Branch" where company = ${company ?? 0} and ${isNamed({ sql, column: "name", name })}`;
  if (there) refuse("BRANCH_NAME_EXIST", { field: "branch_name" });
}
