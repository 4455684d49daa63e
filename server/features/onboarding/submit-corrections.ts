// §2 /application-correction: corrects fields of a rejected submission and resubmits it with the changes
// marked.
import type { onboardingActions } from "#domain/onboarding/actions.ts";
import type { FieldChanges, Row } from "#domain/schema/collection.ts";
import type { ContractBody, ContractReply } from "#domain/schema/contract.ts";
import { getCollection } from "#domain/collections.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import { checkField } from "#domain/schema/fields.ts";
import { otherArea } from "#domain/branches/area.ts";
import { diffRows, getCorrectableFields } from "#domain/onboarding/correction.ts";
import type { ReviewRemark } from "#domain/onboarding/onboarding-review.ts";
import {
  validateDocuments,
  parseDocuments,
  type OnboardingDocument,
  branchFields,
} from "#domain/onboarding/registration.ts";
import { serviceNames } from "#domain/branches/services.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { issueSetUpToken } from "#server/auth/gating/set-up-session.ts";
import { runInTransaction } from "#server/context.ts";
import { addDocuments } from "#server/features/onboarding/add-documents.ts";
import { loadCurrentAgreement } from "#server/features/onboarding/agreement.ts";
import { requestArea, assertAreaNotListed, withdrawAreaRequest } from "#server/features/onboarding/area-request.ts";
import { claimUploadedFiles } from "#server/features/onboarding/claim-files.ts";
import { assertTaxIdsActive } from "#server/features/onboarding/tax-ids.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { loadSession } from "#server/items/access/session.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

/** As sent; `branch` is null for the company itself. */
type SentCorrection = ContractBody<typeof onboardingActions.correct>["corrections"][number];
interface Correction {
  branch: number | null;
  changes: Row;
  note: string | null;
}

function parseCorrection({ branch, changes, note }: SentCorrection): Correction {
  return { branch: branch ?? null, changes: changes ?? {}, note: note?.trim() || null };
}

/**
 * Resubmits all corrected submissions in one transaction. STATUS_ALREADY_UPDATED for one that is not rejected (any
 * more), FORBIDDEN for another company's or a field that the rejection does not ask for, NO_CHANGES without a change or note, and the
 * errors of the registration.
 */
export async function submitCorrections({
  services,
  session,
  origin,
  corrections: sentCorrections,
}: ActionContext & { corrections: readonly SentCorrection[] }): Promise<
  ContractReply<typeof onboardingActions.correct>
> {
  const corrections = sentCorrections.map(parseCorrection);
  for (const { changes } of corrections)
    await assertTaxIdsActive({ services, userId: session.actor.id!, gstin: changes["gstin"], pan: changes["pan"] });
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      for (const correction of corrections) await applyCorrection({ ctx, correction });
      const kind = tokenKinds.registrationStatus;
      const application = await services.tokens.issue({ kind, payload: ctx.actor.id! });
      const resubmitted = await loadSession({ sql: ctx.tx, userId: ctx.actor.id! });
      const set_up = resubmitted ? await issueSetUpToken({ services, session: resubmitted }) : null;
      return { application, set_up };
    },
  });
}

interface CorrectionSubject {
  kind: SubmissionKind;
  id: number;
  company: number;
  branch: number | null;
  row: Row;
  review: { id: number; remarks: ReviewRemark[]; note: string | null };
}

async function applyCorrection({ ctx, correction }: { ctx: WriteContext; correction: Correction }): Promise<void> {
  const subject = await loadCorrectionSubject({ ctx, branch: correction.branch });
  const allowed = getCorrectableFields({ kind: subject.kind, ...subject.review });
  // The name of an unlisted area is sent with the area.
  if (allowed.includes("area")) allowed.push("area_name");
  for (const field of Object.keys(correction.changes))
    if (!allowed.includes(field)) throwApiError("FORBIDDEN", { field });
  const { documents, tags, agreement, area, area_name: areaName, ...fields } = correction.changes;
  const changes: FieldChanges = diffRows({ before: subject.row, after: fields });
  if (documents !== undefined) Object.assign(changes, await replaceDocuments({ ctx, subject, documents }));
  if (tags !== undefined) Object.assign(changes, await replaceTags({ ctx, subject, tags }));
  if (agreement !== undefined) Object.assign(changes, await renewAgreement({ ctx, subject, agreement }));
  const branchRow = { ...subject.row, ...fields };
  if (area !== undefined) Object.assign(changes, await setArea({ ctx, subject, area, areaName, branchRow }));
  if (Object.keys(changes).length === 0 && !correction.note) throwApiError("NO_CHANGES");
  await writePlainFields({ ctx, subject, fields });
  const { id: follows } = subject.review;
  const { company, branch } = subject;
  const systemValues = { company, branch, follows, decision: "draft", remarks: [], note: correction.note, changes };
  await createItem({
    ctx,
    collection: getCollection("Onboarding_Reviews"),
    payload: {},
    systemValues,
    bypassAccess: true,
  });
}

async function loadCorrectionSubject({
  ctx,
  branch,
}: {
  ctx: WriteContext;
  branch: number | null;
}): Promise<CorrectionSubject> {
  const { tx, actor } = ctx;
  const kind = branch === null ? "company" : "branch";
  const [row] =
    branch === null
      ? await tx<(Row & { id: number })[]>`select * from "Companies" where id = ${actor.company} for update`
      : await tx<
          (Row & { id: number })[]
        >`select * from "Branch" where id = ${branch} and company = ${actor.company} for update`;
  if (!row) throwApiError("FORBIDDEN");
  if (row["status"] !== "rejected") throwApiError("STATUS_ALREADY_UPDATED");
  const [review] = await tx<CorrectionSubject["review"][]>`
    select id, remarks, note from "Onboarding_Reviews"
    where company = ${actor.company} and branch is not distinct from ${branch} order by id desc limit 1`;
  if (!review) throwApiError("STATUS_ALREADY_UPDATED");
  return { kind, id: row.id, company: actor.company!, branch, row, review };
}

async function writePlainFields({
  ctx,
  subject,
  fields,
}: {
  ctx: WriteContext;
  subject: CorrectionSubject;
  fields: Row;
}): Promise<void> {
  const { kind, id, row } = subject;
  const after = { ...row, ...fields };
  if (kind === "branch" && !serviceNames.some((name) => after[name] === true))
    throwApiError("SERVICE_REQUIRED", { field: "is_parking" });
  if (fields["company_logo"])
    await claimUploadedFiles({ ctx, ids: [String(fields["company_logo"])], field: "company_logo", purpose: "logo" });
  const payload = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === "" ? null : value]),
  );
  const collection = getCollection(kind === "company" ? "Companies" : "Branch");
  if (Object.keys(payload).length > 0) await updateItem({ ctx, collection, id, payload, bypassAccess: true });
}

async function replaceDocuments({
  ctx,
  subject,
  documents,
}: {
  ctx: WriteContext;
  subject: CorrectionSubject;
  documents: unknown;
}): Promise<FieldChanges> {
  const [failure] = validateDocuments(documents);
  if (failure) throwApiError(failure.code, { field: "documents" }, failure.message);
  const newDocuments = parseDocuments(documents);
  await claimUploadedFiles({
    ctx,
    ids: newDocuments.map(({ file }) => file),
    field: "documents",
    purpose: "onboarding_document",
  });
  const collection = getCollection("Onboarding_Documents");
  const existing = await ctx.tx<{ id: number; kind: string; file: string }[]>`
    select id, kind, file from "Onboarding_Documents" where branch = ${subject.branch} order by id`;
  const isUnchanged = ({ kind, file }: OnboardingDocument) =>
    existing.some((document) => document.kind === kind && document.file === file);
  const removed = existing.filter(
    (document) => !newDocuments.some(({ kind, file }) => document.kind === kind && document.file === file),
  );
  const added = newDocuments.filter((document) => !isUnchanged(document));
  if (removed.length + added.length === 0) return {};
  for (const { id } of removed) await deleteItem({ ctx, collection, id, bypassAccess: true });
  await addDocuments({ ctx, company: subject.company, branch: subject.branch, documents: added });
  const toKinds = (documentList: readonly { kind: string }[]) => documentList.map(({ kind }) => kind);
  return { documents: [toKinds(existing), toKinds(newDocuments)] };
}

async function replaceTags({
  ctx,
  subject,
  tags,
}: {
  ctx: WriteContext;
  subject: CorrectionSubject;
  tags: unknown;
}): Promise<FieldChanges> {
  if (!isIdList(tags)) throwInvalidPayload('"tags" must be a list of ids.');
  const collection = getCollection("Branch_Tags");
  const newTags = [...new Set(tags)];
  const existing = await ctx.tx<{ id: number; tag: number }[]>`
    select id, tag from "Branch_Tags" where branch = ${subject.branch} order by tag`;
  const removed = existing.filter(({ tag }) => !newTags.includes(tag));
  const added = newTags.filter((id) => !existing.some(({ tag }) => tag === id));
  if (removed.length + added.length === 0) return {};
  for (const { id } of removed) await deleteItem({ ctx, collection, id, bypassAccess: true });
  for (const tag of added)
    await createItem({ ctx, collection, payload: { branch: subject.branch, tag }, bypassAccess: true });
  return { tags: [existing.map(({ tag }) => tag), newTags] };
}

function isIdList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((id) => Number.isInteger(id));
}

/** Accepts the current agreement again. */
async function renewAgreement({
  ctx,
  subject,
  agreement,
}: {
  ctx: WriteContext;
  subject: CorrectionSubject;
  agreement: unknown;
}): Promise<FieldChanges> {
  const { version, name }: { version?: unknown; name?: unknown } = agreement ?? {};
  const currentAgreement = await loadCurrentAgreement(ctx.tx);
  if (typeof name !== "string" || name.trim().length < 3) throwApiError("AGREEMENT_REQUIRED", { field: "agreement" });
  if (version !== currentAgreement.version) throwApiError("AGREEMENT_CHANGED", { field: "agreement" });
  const systemValues = { agreement_accepted_at: ctx.now, agreement_accepted_by: name.trim() };
  const payload = { agreement: currentAgreement.text };
  await updateItem({
    ctx,
    collection: getCollection("Branch"),
    id: subject.id,
    payload,
    systemValues,
    bypassAccess: true,
  });
  return { agreement: [subject.row["agreement_accepted_by"] ?? null, name.trim()] };
}

/** Sets another listed area or, with 'Others', requests one. The changes contain the names. */
async function setArea({
  ctx,
  subject,
  area,
  areaName,
  branchRow,
}: {
  ctx: WriteContext;
  subject: CorrectionSubject;
  area: unknown;
  areaName: unknown;
  branchRow: Row;
}): Promise<FieldChanges> {
  const { id: branch, row } = subject;
  const [previousArea] = await ctx.tx<
    { area_name: string }[]
  >`select area_name from "Areas" where id = ${getRelationId(row["area"])}`;
  if (area === otherArea.id) {
    const field = { ...branchFields.area_name, required: true };
    const nameError = checkField({ name: "area_name", field, value: areaName });
    if (nameError) throwApiError("FAILED_VALIDATION", { field: "area_name", path: ["area_name"] }, nameError);
    await assertAreaNotListed({ ctx, name: areaName, city: branchRow["city"], state: branchRow["state"] });
    await withdrawAreaRequest({ ctx, branch });
    await requestArea({ ctx, branch, name: areaName });
    return { area: [previousArea ?? null, { area_name: `${String(areaName).trim()} (asked for)` }] };
  }
  if (area === row["area"]) return {};
  if (typeof area !== "number" || !Number.isInteger(area)) throwInvalidPayload('"area" must be the id of an area.');
  const [newArea] = await ctx.tx<{ area_name: string }[]>`select area_name from "Areas" where id = ${area}`;
  if (!newArea) throwApiError("INVALID_FOREIGN_KEY", { field: "area", path: ["area"] });
  await withdrawAreaRequest({ ctx, branch });
  await updateItem({
    ctx,
    collection: getCollection("Branch"),
    id: branch,
    payload: { area, area_request: null },
    bypassAccess: true,
  });
  return { area: [previousArea ?? null, newArea] };
}
