// §2 §3: creates the rows of a company and of a branch from the form of a registration, or of the platform.
import type { Row } from "#domain/schema/collection.ts";
import { getCollection } from "#domain/collections.ts";
import type { Fees } from "#domain/onboarding/agreement.ts";
import { isFilled } from "#domain/schema/fields.ts";
import { otherArea } from "#domain/branches/area.ts";
import { findFreeSlug } from "#domain/text/slug.ts";
import type { RegistrationForm } from "#domain/onboarding/registration.ts";
import { configurationFields, serviceNames } from "#domain/branches/services.ts";
import { claimUploadedFiles } from "#server/features/onboarding/claim-files.ts";
import { createItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createServiceConfiguration } from "#server/features/branches/service-configuration.ts";

/** True if the branch's area is not listed and is requested from the platform. */
export const requestsArea = (form: RegistrationForm): boolean => Number(form["area"]) === otherArea.id;

/** Creates the company as a draft. The caller holds the lock of registrations, so that the slug is unique. */
export async function createCompany({ ctx, form }: { ctx: WriteContext; form: RegistrationForm }): Promise<number> {
  const logo = form["company_logo"] || null;
  if (logo) await claimUploadedFiles({ ctx, ids: [String(logo)], field: "company_logo", purpose: "logo" });
  const existing = await ctx.tx<{ slug: string }[]>`select slug from "Companies"`;
  const slugs = new Set(existing.map(({ slug }) => slug));
  const name = String(form["company_name"]);
  const payload = {
    name,
    slug: findFreeSlug({ name, fallback: "company", isTaken: (slug) => slugs.has(slug) }),
    company_type: form["company_type"],
    registered_name: form["registered_name"] || null,
    pan: form["pan"] || null,
    cin_number: form["cin_number"] || null,
    company_logo: logo,
  };
  return createItem({ ctx, collection: getCollection("Companies"), payload, bypassAccess: true });
}

/** Fields copied from the form unless they are empty. */
const copiedBranchFields = [
  "entity_type",
  "gstin",
  "address",
  "state",
  "city",
  "pincode",
  "latitude",
  "longitude",
  ...serviceNames,
  "valet_number",
  "signatory_name",
  "signatory_email",
  "signatory_designation",
  "signatory_address",
];

interface AcceptedAgreement {
  /** Rich text. */
  text: string;
  /** Full name of the person who accepted it for the vendor. */
  acceptedBy: string;
  /** Named in the text, and from now on the branch's. */
  fees: Fees;
}

/** Creates the branch as a draft, with a configuration for each of its services. `agreement` is null until accepted. */
export async function createBranch({
  ctx,
  form,
  company,
  agreement,
}: {
  ctx: WriteContext;
  form: RegistrationForm;
  company: number;
  agreement: AcceptedAgreement | null;
}): Promise<number> {
  const existing = await ctx.tx<{ slug: string }[]>`select slug from "Branch" where company = ${company}`;
  const slugs = new Set(existing.map(({ slug }) => slug));
  const name = String(form["branch_name"]);
  const payload: Row = {
    company,
    name,
    slug: findFreeSlug({ name, fallback: "branch", isTaken: (slug) => slugs.has(slug) }),
    area: requestsArea(form) ? null : Number(form["area"]),
    amenities: form["amenities"] ?? [],
    agreement: agreement?.text ?? null,
  };
  for (const field of copiedBranchFields) if (isFilled(form[field])) payload[field] = form[field];
  for (const service of serviceNames)
    if (form[service] === true)
      payload[configurationFields[service]] = await createServiceConfiguration({ ctx, service });
  const systemValues = agreement
    ? { ...agreement.fees, agreement_accepted_at: ctx.now, agreement_accepted_by: agreement.acceptedBy }
    : undefined;
  const id = await createItem({
    ctx,
    collection: getCollection("Branch"),
    payload,
    ...(systemValues && { systemValues }),
    bypassAccess: true,
  });
  // Charges GST from the first receipt on, before anybody has opened the payment settings.
  if (payload["gstin"])
    await createItem({
      ctx,
      collection: getCollection("payment_settings"),
      payload: { branch: id },
      bypassAccess: true,
    });
  return id;
}
