// §2 /company-register, /branch-register: writes a registration in one transaction: company, branch with details, the
// admin's assignment, the confirmation, and the deletion of the cached form.
import { Users } from "#domain/people/users.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getCollection } from "#domain/collections.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import type { onboardingActions } from "#domain/onboarding/actions.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import {
  parseDocuments,
  validateRegistration,
  type OnboardingDocument,
  type RegistrationForm,
  type RegistrationType,
} from "#domain/onboarding/registration.ts";
import { type AppServices, runInTransaction, type RequestOrigin } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import { addDocuments } from "#server/features/onboarding/add-documents.ts";
import { loadCurrentAgreement } from "#server/features/onboarding/agreement.ts";
import { requestArea, assertAreaNotListed } from "#server/features/onboarding/area-request.ts";
import { claimUploadedFiles } from "#server/features/onboarding/claim-files.ts";
import { createBranch, createCompany, requestsArea } from "#server/features/onboarding/create-vendor.ts";
import { assertTaxIdsActive } from "#server/features/onboarding/tax-ids.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { issueSetUpToken } from "#server/auth/gating/set-up-session.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { queueMail } from "#server/messaging/outbox.ts";

interface RegisterOptions {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
  type: RegistrationType;
  form: RegistrationForm;
}

type RegistrationResult = ContractReply<typeof onboardingActions.register>;

/**
 * Submits a registration. Throws one entry per invalid field, the errors of `assertTaxIdsActive`, COMPANY_NAME_EXIST,
 * BRANCH_NAME_EXIST, AREA_EXIST, AGREEMENT_CHANGED, AGREEMENT_REQUIRED; REGISTRATION_DONE if the admin already has a
 * company, or has none to add a branch to.
 */
export async function submitRegistration(options: RegisterOptions): Promise<RegistrationResult> {
  const { services, session, origin, type, form } = options;
  const failures = validateRegistration({ type, form });
  if (failures.length > 0)
    throw new ApiError(
      failures.map(({ code, message, field }) => ({ code, message, details: { field, path: [field] } })),
    );
  await assertTaxIdsActive({ services, userId: session.actor.id!, gstin: form["gstin"], pan: form["pan"] });
  return runInTransaction({ services, session, origin, work: (ctx) => writeRegistration({ ...options, ctx }) });
}

async function writeRegistration({
  services,
  type,
  form,
  ctx,
}: RegisterOptions & { ctx: WriteContext }): Promise<RegistrationResult> {
  // Serialises registrations, so that names and slugs are unique.
  await acquireLock({ tx: ctx.tx, name: "registration", key: 0 });
  const existingCompany = await getOwnCompany(ctx);
  if ((type === "company") === (existingCompany !== null)) throwApiError("REGISTRATION_DONE");
  if (requestsArea(form))
    await assertAreaNotListed({ ctx, name: form["area_name"], city: form["city"], state: form["state"] });
  const agreement = await loadCurrentAgreement(ctx.tx);
  if (form["agreement_version"] !== agreement.version)
    throwApiError(form["agreement_version"] ? "AGREEMENT_CHANGED" : "AGREEMENT_REQUIRED", { field: "agreement" });
  const documents = parseDocuments(form["documents"]);
  await claimUploadedFiles({
    ctx,
    ids: documents.map(({ file }) => file),
    field: "documents",
    purpose: "onboarding_document",
  });
  const company = existingCompany ?? (await createCompany({ ctx, form }));
  const acceptedBy = String(form["agreement_name"]).trim();
  const branch = await createBranch({ ctx, form, company, agreement: { ...agreement, acceptedBy } });
  await addBranchDetails({ ctx, form, company, branch, documents });
  await assignAdmin({ ctx, company, branch });
  await deleteRegistrationCaches({ ctx, type });
  const application = await services.tokens.issue({ kind: tokenKinds.registrationStatus, payload: ctx.actor.id! });
  await sendConfirmation({ services, ctx, type, branch, application });
  const session = await loadSession({ sql: ctx.tx, userId: ctx.actor.id! });
  const set_up = session ? await issueSetUpToken({ services, session }) : null;
  return { company, branch, application, set_up };
}

/** Reads the admin's company under a lock of the user row. */
async function getOwnCompany({ tx, actor }: WriteContext): Promise<number | null> {
  const [row] = await tx<{ company: number | null }[]>`
    select default_company as company from users where id = ${actor.id} for update`;
  return row?.company ?? null;
}

/** Creates the tags, documents and area request of the branch. */
async function addBranchDetails({
  ctx,
  form,
  company,
  branch,
  documents,
}: {
  ctx: WriteContext;
  form: RegistrationForm;
  company: number;
  branch: number;
  documents: readonly OnboardingDocument[];
}): Promise<void> {
  const createRow = (name: CollectionName, payload: Row) =>
    createItem({ ctx, collection: getCollection(name), payload, bypassAccess: true });
  const { tags } = form;
  for (const tag of new Set(Array.isArray(tags) ? tags : [])) await createRow("Branch_Tags", { branch, tag });
  await addDocuments({ ctx, company, branch, documents });
  if (requestsArea(form)) await requestArea({ ctx, branch, name: form["area_name"] });
}

/** Makes the new branch the admin's default unless the admin already works for one. */
async function assignAdmin({
  ctx,
  company,
  branch,
}: {
  ctx: WriteContext;
  company: number;
  branch: number;
}): Promise<void> {
  const systemValues: Row = { default_company: company, pending_creation_type: null };
  if (ctx.actor.branch === null) systemValues["default_branch"] = branch;
  await updateItem({
    ctx,
    collection: Users,
    id: ctx.actor.id!,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
}

/** §4: 'The record is … deleted on completion.' */
async function deleteRegistrationCaches({ ctx, type }: { ctx: WriteContext; type: RegistrationType }): Promise<void> {
  const caches = await ctx.tx<{ id: number }[]>`
    select id from "Company_Branch_Registration_Cache" where admin = ${ctx.actor.id} and registration_type = ${type}`;
  for (const { id } of caches)
    await deleteItem({ ctx, collection: getCollection("Company_Branch_Registration_Cache"), id });
}

async function sendConfirmation({
  services,
  ctx,
  type,
  branch,
  application,
}: {
  services: AppServices;
  ctx: WriteContext;
  type: RegistrationType;
  branch: number;
  application: string;
}): Promise<void> {
  const [row] = await ctx.tx<{ name: string; email: string; place: string }[]>`
    select u.first_name as name, u.email,
      case ${type} when 'branch' then 'the branch ' || b.name || ' of ' || c.name else b.name || ', ' || c.name end as place
    from users u, "Branch" b join "Companies" c on c.id = b.company where u.id = ${ctx.actor.id} and b.id = ${branch}`;
  const { name, email: to, place } = row!;
  const state_link = `${services.config.publicUrl}/success-registration?application=${application}`;
  await queueMail({ ctx, branch: null, to, template: "application-received", values: { name, place, state_link } });
}
