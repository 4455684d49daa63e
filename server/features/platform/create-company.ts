// §1 §2: creates a government office, residential society or school with its first branch, and invites its admin.
import type { companyActions } from "#domain/platform/actions.ts";
import { addOrganisationTypes, validateCompanyCreation } from "#domain/onboarding/company-creation.ts";
import type { RegistrationForm } from "#domain/onboarding/registration.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { runInTransaction } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import { assertAreaNotListed, requestArea } from "#server/features/onboarding/area-request.ts";
import { assertCompanyNameAvailable } from "#server/features/onboarding/check-name.ts";
import { createBranch, createCompany, requestsArea } from "#server/features/onboarding/create-vendor.ts";
import { assertTaxIdsActive } from "#server/features/onboarding/tax-ids.ts";
import { rethrowTakenEmail } from "#server/features/people/create-person.ts";
import { createInvitedUser, sendInvitation } from "#server/features/people/invitations.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { ApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

type CreatedCompany = ContractReply<typeof companyActions.create>;

/**
 * Creates company and branch as drafts, which are reviewed and published like those of a registration. Throws one entry
 * per invalid field, COMPANY_NAME_EXIST, USER_EMAIL_EXIST, AREA_EXIST and the errors of `assertTaxIdsActive`.
 */
export async function createCompanyByPlatform({
  services,
  session,
  origin,
  form: sentForm,
}: ActionContext & { form: RegistrationForm }): Promise<CreatedCompany> {
  const failures = validateCompanyCreation(sentForm);
  if (failures.length > 0)
    throw new ApiError(
      failures.map(({ code, message, field }) => ({ code, message, details: { field, path: [field] } })),
    );
  const form = addOrganisationTypes(sentForm);
  await assertTaxIdsActive({ services, userId: session.actor.id!, gstin: form["gstin"], pan: form["pan"] });
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      // As in a registration: names and slugs are unique.
      await acquireLock({ tx: ctx.tx, name: "registration", key: 0 });
      await assertCompanyNameAvailable({ sql: ctx.tx, name: String(form["company_name"]) });
      const { city, state, area_name: name } = form;
      if (requestsArea(form)) await assertAreaNotListed({ ctx, name, city, state });
      const company = await createCompany({ ctx, form });
      const branch = await createBranch({ ctx, form, company, agreement: null });
      if (requestsArea(form)) await requestArea({ ctx, branch, name });
      const invitedUser = { ...(await createAdmin({ ctx, form, company, branch })), role: "admin", branch } as const;
      await sendInvitation({ services, ctx, invitedUser });
      return { company, branch };
    },
  });
}

async function createAdmin({
  ctx,
  form,
  company,
  branch,
}: {
  ctx: WriteContext;
  form: RegistrationForm;
  company: number;
  branch: number;
}): Promise<{ id: string; name: string; email: string }> {
  const name = String(form["admin_name"]);
  const email = String(form["admin_email"]);
  const details = { first_name: name, email, contact_number: form["admin_phone"] || null };
  const id = await createInvitedUser({ ctx, role: "admin", details, company, branch }).catch((error: unknown) =>
    rethrowTakenEmail(error, "admin_email"),
  );
  return { id, name, email };
}
