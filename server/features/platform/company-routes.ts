// §1: actions of the platform on companies and their review.
import type { FastifyInstance } from "fastify";
import { onboardingStatuses } from "#domain/onboarding/states.ts";
import { companyActions, reviewActions } from "#domain/platform/actions.ts";
import type { AppServices } from "#server/context.ts";
import { listCompanies } from "#server/features/platform/companies/list-companies.ts";
import { readCompany } from "#server/features/platform/companies/read-company.ts";
import { changeSuspension } from "#server/features/platform/companies/suspend-company.ts";
import { createCompanyByPlatform } from "#server/features/platform/create-company.ts";
import { readReviewTimes } from "#server/features/platform/review-times.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** A page number from 1. Throws INVALID_QUERY. */
function parsePage(text = "1"): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throwApiError("INVALID_QUERY", { reason: "page is a whole number from 1" });
  return Number(text);
}

const implementations = [
  implement(companyActions.list, ({ services, query: { search = "", status = "", page } }) => {
    const known = onboardingStatuses.find((name) => name === status) ?? null;
    if (status !== "" && known === null) throwApiError("INVALID_QUERY", { reason: "status is unknown" });
    return listCompanies({ services, filter: { search, status: known, page: parsePage(page) } });
  }),
  implement(companyActions.read, ({ services, id }) => readCompany({ services, id })),
  implement(reviewActions.readTimes, ({ services }) => readReviewTimes({ services })),
  implement(companyActions.suspend, (call) => changeSuspension({ ...call, isSuspended: true })),
  implement(companyActions.resume, (call) => changeSuspension({ ...call, isSuspended: false })),
  implement(companyActions.create, ({ body: form, ...context }) => createCompanyByPlatform({ ...context, form })),
];

export function companyRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
