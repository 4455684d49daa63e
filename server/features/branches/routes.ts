// §2 /configurations: history of a configuration and enabled services of a branch; everything else is changed through
// /items. And the day of each branch of a company.
import type { FastifyInstance } from "fastify";
import { configurationActions } from "#domain/branches/actions.ts";
import { createBranchPagePath } from "#server/auth/branch-preview.ts";
import type { AppServices } from "#server/context.ts";
import { readBranchDays } from "#server/features/branches/branch-days.ts";
import { readConfigurationHistory, configurationScopes } from "#server/features/branches/configuration-history.ts";
import { editLists } from "#server/features/branches/edit-lists.ts";
import { setEnabledServices } from "#server/features/branches/switch-services.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";

const implementations = [
  implement(configurationActions.readBranchDays, ({ services, session }) => {
    const { company } = session.actor;
    if (company === null) throwApiError("FORBIDDEN");
    return readBranchDays({ services, company });
  }),
  implement(configurationActions.readHistory, ({ query: { of = "parking" }, ...context }) => {
    const scope = configurationScopes.find((name) => name === of);
    if (!scope) throwInvalidPayload('"of" must be parking, branch or company.');
    return readConfigurationHistory({ ...context, scope });
  }),
  implement(configurationActions.openPage, async ({ services, session, id }) => {
    const path = await createBranchPagePath({ services, session, branch: id });
    return { path: path ?? throwApiError("SERVICE_REQUIRED") };
  }),
  implement(configurationActions.editLists, editLists),
  implement(configurationActions.setServices, ({ body, ...context }) =>
    setEnabledServices({ ...context, changes: body }),
  ),
];

export function configurationRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
