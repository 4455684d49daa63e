// §1: companies at the platform's desk, one page with the figures of its companies in one statement.
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import { roles } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";
import type { companyActions } from "#domain/platform/actions.ts";
import { parseCompanySearch } from "#domain/platform/company-search.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import {
  buildFigureColumns,
  buildServiceColumn,
  getFiguresStart,
} from "#server/features/platform/companies/figures.ts";
import { escapeLike } from "#server/items/query/operator-sql.ts";

type CompanyList = ContractResult<typeof companyActions.list>;

interface CompanyListFilter {
  search: string;
  /** Null for all; a search ignores it. */
  status: OnboardingStatus | null;
  /** From 1. */
  page: number;
}

export async function listCompanies({
  services: { sql, clock },
  filter: { search, status, page },
}: {
  services: Pick<AppServices, "sql" | "clock">;
  filter: CompanyListFilter;
}): Promise<CompanyList> {
  const { text, taxId, phone } = parseCompanySearch(search);
  const like = `%${escapeLike(text)}%`;
  const taxIdLike = `%${taxId}%`;
  const phoneLike = `%${phone}%`;
  const admins = getRoleIdsWith("registration.submit");
  const since = getFiguresStart(clock());
  const found = sql`
    c.name ilike ${like} or c.registered_name ilike ${like}
    or (${taxId} <> '' and (c.pan like ${taxIdLike} or c.cin_number like ${taxIdLike}))
    or exists (select from "Branch" b where b.company = c.id
      and (b.name ilike ${like} or b.signatory_email ilike ${like} or (${taxId} <> '' and b.gstin like ${taxIdLike})))
    or exists (select from users u where u.default_company = c.id and u.role = any(${admins}::uuid[]) and u.integration is null
      and (u.email ilike ${like} or (${phone} <> '' and u.contact_number like ${phoneLike})))`;
  const [row] = await sql<[CompanyList]>`
    with matching as (
      select c.id, lower(c.name) as name from "Companies" c
      where ${text === "" ? sql`(${status}::text is null or c.status = ${status})` : sql`(${found})`}),
    page as (select id from matching order by name, id limit ${limits.pageSize} offset ${(page - 1) * limits.pageSize}),
    branches as (
      select b.company, b.id, ${buildServiceColumn(sql)} as services, ${buildFigureColumns({ sql, since })}
      from "Branch" b where b.company in (select id from page)),
    rows as (
      select c.id, c.name, c.company_type, c.status, c.suspended_at is not null as is_suspended, lower(c.name) as sort,
        (select count(*)::int from branches b where b.company = c.id) as branches,
        array(select distinct s from branches b cross join unnest(b.services) s where b.company = c.id order by s) as services,
        (select count(*)::int from users u where u.default_company = c.id and u.status <> 'suspended' and u.integration is null
          and u.role <> ${roles.customer.id}) as people,
        (select coalesce(sum(b.entries), 0)::int from branches b where b.company = c.id) as entries,
        (select coalesce(sum(b.received), 0)::bigint from branches b where b.company = c.id) as received
      from "Companies" c where c.id in (select id from page))
    select (select count(*)::int from matching) as count,
      coalesce((select json_agg(to_jsonb(rows) - 'sort' order by sort, id) from rows), '[]') as companies`;
  return row;
}
