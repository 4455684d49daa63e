// §2 /company-register, /branch-register: all of a registration in one transaction: company, branch and what hangs on it, the
// admin's place, the message, and the end of what was kept of the form.
import type { Collection, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { isGiven } from "#domain/fields.ts";
import { otherArea } from "#domain/rules/area.ts";
import { freeSlug } from "#domain/rules/slug.ts";
import {
  failuresOf,
  type OnboardingDocument,
  type RegistrationForm,
  type RegistrationType,
} from "#domain/registration.ts";
import { configurationFields, services } from "#domain/services.ts";
import { type House, inTransaction, type Origin } from "#server/context.ts";
import { currentAgreement } from "#server/features/onboarding/agreement.ts";
import { askForArea, refuseAreaThere } from "#server/features/onboarding/area.ts";
import { ownFiles } from "#server/features/onboarding/own-files.ts";
import { refuseTaxIds } from "#server/features/onboarding/tax-ids.ts";
import { Refused, refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { usersCollection } from "#server/services/as-person.ts";
import { applicationToken } from "#server/services/application.ts";
import { queueMail } from "#server/services/outbox.ts";
import { createConfiguration } from "#server/services/service-configuration.ts";

const named = (name: string): Collection => collectionNamed(name)!;

interface Registering {
  house: House;
  session: Session;
  origin: Origin;
  type: RegistrationType;
  form: RegistrationForm;
}

interface Registered {
  company: number;
  branch: number;
  /** Opens the page that tells how it stands. */
  application: string;
}

/**
 * One entry for each field that does not hold; GSTIN_NOT_ACTIVE and its like; COMPANY_NAME_EXIST, BRANCH_NAME_EXIST, AREA_EXIST,
 * AGREEMENT_CHANGED; REGISTRATION_DONE where this admin has a company already, or none to add a branch to.
 */
export async function registerPlace(registering: Registering): Promise<Registered> {
  const { house, session, origin, type, form } = registering;
  const failures = failuresOf({ type, form });
  if (failures.length > 0)
    throw new Refused(
      failures.map(({ code, message, field }) => ({ code, message, details: { field, path: [field] } })),
    );
  await refuseTaxIds({ house, who: session.who.id!, gstin: form["gstin"], pan: form["pan"] });
  return inTransaction({ house, session, origin, work: (ctx) => writeAll({ ...registering, ctx }) });
}

async function writeAll({ house, type, form, ctx }: Registering & { ctx: WriteContext }): Promise<Registered> {
  // Names and their addresses are given one at a time.
  await ctx.tx`select pg_advisory_xact_lock(7309, 0)`;
  const known = await companyOf(ctx);
  if ((type === "company") === (known !== null)) refuse("REGISTRATION_DONE");
  if (asksForArea(form))
    await refuseAreaThere({ ctx, name: form["area_name"], city: form["city"], state: form["state"] });
  const agreement = await currentAgreement(ctx.tx);
  if (form["agreement_version"] !== agreement.version)
    refuse(form["agreement_version"] ? "AGREEMENT_CHANGED" : "AGREEMENT_REQUIRED", { field: "agreement" });
  const documents = form["documents"] as OnboardingDocument[];
  await ownFiles({ ctx, ids: documents.map(({ file }) => file), field: "documents" });
  const company = known ?? (await createCompany({ ctx, form }));
  const branch = await createBranch({ ctx, form, company, agreement: agreement.text });
  await addTo({ ctx, form, company, branch, documents });
  await placeAdmin({ ctx, company, branch });
  await endCaches({ ctx, type });
  const application = await applicationToken({ house, userId: ctx.who.id!, now: ctx.now });
  await confirm({ house, ctx, branch, application });
  return { company, branch, application };
}

const asksForArea = (form: RegistrationForm): boolean => Number(form["area"]) === otherArea.id;

/** The company of this admin as it stands under the lock of their row. */
async function companyOf({ tx, who }: WriteContext): Promise<number | null> {
  const [row] = await tx<{ company: number | null }[]>`
    select default_company as company from users where id = ${who.id} for update`;
  return row?.company ?? null;
}

async function createCompany({ ctx, form }: { ctx: WriteContext; form: RegistrationForm }): Promise<number> {
  const logo = form["company_logo"] || null;
  if (logo) await ownFiles({ ctx, ids: [String(logo)], field: "company_logo", isPicture: true });
  const taken = await ctx.tx<{ slug: string }[]>`select slug from "Companies"`;
  const slugs = new Set(taken.map(({ slug }) => slug));
  const name = String(form["company_name"]);
  const payload = {
    name,
    slug: freeSlug({ name, fallback: "company", isTaken: (slug) => slugs.has(slug) }),
    company_type: form["company_type"],
    registered_name: form["registered_name"],
    pan: form["pan"],
    cin_number: form["cin_number"] || null,
    company_logo: logo,
  };
  return (await createItem({ ctx, collection: named("Companies"), payload, isOurs: true })) as number;
}

/** Written as it was typed; empty is not given. */
const asTyped = [
  "entity_type",
  "gstin",
  "address",
  "state",
  "city",
  "pincode",
  "latitude",
  "longitude",
  ...services,
  "valet_number",
  "signatory_name",
  "signatory_email",
  "signatory_designation",
  "signatory_address",
];

async function createBranch({
  ctx,
  form,
  company,
  agreement,
}: {
  ctx: WriteContext;
  form: RegistrationForm;
  company: number;
  agreement: string;
}): Promise<number> {
  const taken = await ctx.tx<{ slug: string }[]>`select slug from "Branch" where company = ${company}`;
  const slugs = new Set(taken.map(({ slug }) => slug));
  const name = String(form["branch_name"]);
  const payload: Row = {
    company,
    name,
    slug: freeSlug({ name, fallback: "branch", isTaken: (slug) => slugs.has(slug) }),
    area: asksForArea(form) ? null : Number(form["area"]),
    amenities: form["amenities"] ?? [],
    agreement,
  };
  for (const field of asTyped) if (isGiven(form[field])) payload[field] = form[field];
  for (const service of services)
    if (form[service] === true) payload[configurationFields[service]] = await createConfiguration({ ctx, service });
  const set = { agreement_accepted_at: ctx.now, agreement_accepted_by: String(form["agreement_name"]).trim() };
  return (await createItem({ ctx, collection: named("Branch"), payload, set, isOurs: true })) as number;
}

/** Tags, documents, and the area that is asked for. */
async function addTo({
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
  const make = (name: string, payload: Row) => createItem({ ctx, collection: named(name), payload, isOurs: true });
  for (const tag of new Set((form["tags"] ?? []) as number[])) await make("Branch_Tags", { branch, tag });
  for (const { kind, file } of documents) {
    await make("Onboarding_Documents", { company, branch, kind, file });
    await updateItem({ ctx, collection: named("files"), id: file, payload: {}, set: { branch }, isOurs: true });
  }
  if (asksForArea(form)) await askForArea({ ctx, branch, name: form["area_name"] });
}

/** Who works for a branch already goes on there; everybody else belongs to the new one. */
async function placeAdmin({
  ctx,
  company,
  branch,
}: {
  ctx: WriteContext;
  company: number;
  branch: number;
}): Promise<void> {
  const set: Row = { default_company: company, pending_creation_type: null };
  if (ctx.who.branch === null) set["default_branch"] = branch;
  await updateItem({ ctx, collection: usersCollection, id: ctx.who.id!, payload: {}, set, isOurs: true });
}

/** §4: 'The record is … deleted on completion.' */
async function endCaches({ ctx, type }: { ctx: WriteContext; type: RegistrationType }): Promise<void> {
  const kept = await ctx.tx<{ id: number }[]>`
    select id from "Company_Branch_Registration_Cache" where admin = ${ctx.who.id} and registration_type = ${type}`;
  for (const { id } of kept) await deleteItem({ ctx, collection: named("Company_Branch_Registration_Cache"), id });
}

async function confirm({
  house,
  ctx,
  branch,
  application,
}: {
  house: House;
  ctx: WriteContext;
  branch: number;
  application: string;
}): Promise<void> {
  const [row] = await ctx.tx<{ name: string; email: string; place: string }[]>`
    select u.first_name as name, u.email, b.name || ', ' || c.name as place
    from users u, "Branch" b join "Companies" c on c.id = b.company where u.id = ${ctx.who.id} and b.id = ${branch}`;
  const { name, email: to, place } = row!;
  const state_link = `${house.config.publicUrl}/success-registration?application=${application}`;
  await queueMail({ ctx, branch: null, to, template: "application-received", values: { name, place, state_link } });
}
