// §1: companies at the platform's desk. The keys start like those of the collections, so that live events refetch them.
import { queryOptions } from "@tanstack/react-query";
import type { ActionReply } from "#domain/contracts.ts";
import { call } from "#web/api/call.ts";
import type { CompaniesUrlState } from "#web/features/platform/companies/companies-url-state.ts";

export type CompanyRow = ActionReply<"GET /actions/platform/companies">["companies"][number];
export type CompanyDetails = ActionReply<"GET /actions/platform/companies/:id">;
export type CompanyBranch = CompanyDetails["branches"][number];
export type CompanyContact = CompanyDetails["contacts"][number];

export function companiesQuery({ search, status, page }: CompaniesUrlState) {
  const query = { search, status: status ?? "", page: String(page) };
  return queryOptions({
    queryKey: ["items", "Companies", "list", query],
    queryFn: () => call({ route: "GET /actions/platform/companies", query }),
  });
}

export function companyQuery(id: number) {
  return queryOptions({
    queryKey: ["items", "Companies", "details", id],
    queryFn: () => call({ route: "GET /actions/platform/companies/:id", id }),
  });
}
