// §2 /success-registration, §8 draft branch warning: status of a vendor's registration.
import { can } from "#domain/access/capabilities.ts";
import type { onboardingActions } from "#domain/onboarding/actions.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession } from "#server/items/access/session.ts";
import { createBranchPagePath } from "#server/auth/branch-preview.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { findOpenBranch } from "#server/auth/gating/switch-branch.ts";

interface RegistrationStatus {
  name: string;
  status: OnboardingStatus;
  sent_at: Date;
  corrected_at: Date | null;
}

/** Throws INVALID_TOKEN, TOKEN_EXPIRED. */
export async function readRegistrationStatus({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<ContractResult<typeof onboardingActions.readStatus>> {
  const userId = await services.tokens.verify({ kind: tokenKinds.registrationStatus, token });
  const session = await loadSession({ sql: services.sql, userId });
  if (!session) throwApiError("INVALID_TOKEN");
  const companyId = session.actor.company ?? 0;
  const canLogIn = session.accessError === null || (await findOpenBranch({ services, session })) !== undefined;
  const [company] = await services.sql<RegistrationStatus[]>`
    select name, status, date_created as sent_at, (select max(r.date_created) from "Onboarding_Reviews" r
        where r.company = ${companyId} and r.branch is null and r.changes is not null) as corrected_at
    from "Companies" where id = ${companyId}`;
  const branches = await services.sql<(RegistrationStatus & { id: number })[]>`
    select b.id, b.name, b.status, b.date_created as sent_at, (select max(r.date_created) from "Onboarding_Reviews" r
        where r.branch = b.id and r.changes is not null) as corrected_at
    from "Branch" b where b.company = ${companyId} order by b.id`;
  const isShown = can(session.actor, "branch.configure");
  const withPages = await Promise.all(
    branches.map(async ({ id, ...branch }) => ({
      ...branch,
      page: isShown ? await createBranchPagePath({ services, session, branch: id }) : null,
    })),
  );
  return { company: company ?? null, branches: withPages, may_log_in: canLogIn, gate: session.accessError };
}
