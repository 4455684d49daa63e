// §1: actions of the platform on companies.
import type { FastifyInstance } from "fastify";
import { companyActions } from "#domain/platform/actions.ts";
import type { AppServices } from "#server/context.ts";
import { createCompanyByPlatform } from "#server/features/platform/create-company.ts";
import { implement } from "#server/http/implement.ts";

const createCompany = implement(companyActions.create, ({ body: form, ...context }) =>
  createCompanyByPlatform({ ...context, form }),
);

export function companyRoutes(app: FastifyInstance, services: AppServices): void {
  createCompany(app, services);
}
