// §1: one company at the platform's desk, with its branches and contacts.
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import { roles } from "#domain/access/roles.ts";
import type { companyActions } from "#domain/platform/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import {
  buildFigureColumns,
  buildInsideColumn,
  buildServiceColumn,
  getFiguresStart,
} from "#server/features/platform/companies/figures.ts";
import { throwApiError } from "#server/items/api-error.ts";

type CompanyDetails = ContractResult<typeof companyActions.read>;

/** Throws NO_MATCH_FOUND. */
export async function readCompany({
  services: { sql, clock },
  id,
}: {
  services: Pick<AppServices, "sql" | "clock">;
  id: number;
}): Promise<CompanyDetails> {
  const since = getFiguresStart(clock());
  const admins = getRoleIdsWith("registration.submit");
  const [row] = await sql<CompanyDetails[]>`
    with branches as (
      select b.id, b.name, b.status, b.city, b.state, b.gstin, ${buildServiceColumn(sql)} as services,
        (select count(*)::int from users u where u.default_branch = b.id and u.status <> 'suspended' and u.integration is null
          and u.role <> ${roles.customer.id}) as people,
        ${buildInsideColumn(sql)} as inside, ${buildFigureColumns({ sql, since })}
      from "Branch" b where b.company = ${id}),
    contacts as (
      select 1 as rank, u.first_name as name, 'Admin' as role, b.name as branch, u.contact_number as phone, u.email, u.status, u.last_access
      from users u left join "Branch" b on b.id = u.default_branch
      where u.default_company = ${id} and u.role = any(${admins}::uuid[]) and u.integration is null
      union all
      select 2, b.signatory_name, coalesce(nullif(b.signatory_designation, ''), 'Signatory'), b.name, null, b.signatory_email, null, null
      from "Branch" b where b.company = ${id} and b.signatory_name <> '')
    select to_jsonb(c) as company,
      coalesce((select json_agg(branches order by lower(name), id) from branches), '[]') as branches,
      coalesce((select json_agg(to_jsonb(contacts) - 'rank' order by rank, name, branch) from contacts), '[]') as contacts
    from (select id, name, slug, registered_name, company_type, status, pan, cin_number, suspended_at, suspension_reason, date_created from "Companies" where id = ${id}) c`;
  return row ?? throwApiError("NO_MATCH_FOUND");
}
