// §2 /application-correction: what was turned down is corrected where it was remarked on, and sent again with what changed marked.
import type { Collection, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { fieldError } from "#domain/fields.ts";
import { otherArea } from "#domain/rules/area.ts";
import { changesBetween, correctableFields, type Changes } from "#domain/rules/correction.ts";
import type { Remark } from "#domain/rules/onboarding-review.ts";
import { documentFailures, type OnboardingDocument, placeFields } from "#domain/registration.ts";
import { services } from "#domain/services.ts";
import type { SubmissionKind } from "#domain/submission.ts";
import { type House, inTransaction, type Origin } from "#server/context.ts";
import { currentAgreement } from "#server/features/onboarding/agreement.ts";
import { askForArea, refuseAreaThere, takeAreaRequestBack } from "#server/features/onboarding/area.ts";
import { ownFiles } from "#server/features/onboarding/own-files.ts";
import { refuseTaxIds } from "#server/features/onboarding/tax-ids.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { applicationToken } from "#server/services/application.ts";

const named = (name: string): Collection => collectionNamed(name)!;

export interface Correction {
  /** Null for the company itself. */
  branch: number | null;
  changes: Row;
  note: string | null;
}

interface Correcting {
  house: House;
  session: Session;
  origin: Origin;
  corrections: readonly Correction[];
}

/**
 * Sends each of them again, together or not at all. STATUS_ALREADY_UPDATED for one that is not turned down (any more), FORBIDDEN
 * for another's or a field that was not remarked on, NO_CHANGES where one has neither a change nor a word, and what
 * registering throws.
 */
export async function correct({ house, session, origin, corrections }: Correcting): Promise<{ application: string }> {
  for (const { changes } of corrections)
    await refuseTaxIds({ house, who: session.who.id!, gstin: changes["gstin"], pan: changes["pan"] });
  return inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      for (const correction of corrections) await correctOne({ ctx, correction });
      return { application: await applicationToken({ house, userId: ctx.who.id!, now: ctx.now }) };
    },
  });
}

interface Subject {
  kind: SubmissionKind;
  id: number;
  company: number;
  branch: number | null;
  row: Row;
  review: { id: number; remarks: Remark[] };
}

async function correctOne({ ctx, correction }: { ctx: WriteContext; correction: Correction }): Promise<void> {
  const subject = await subjectOf({ ctx, branch: correction.branch });
  const allowed = correctableFields({ kind: subject.kind, remarks: subject.review.remarks });
  // The name of an area that is not on the list comes with the area.
  if (allowed.includes("area")) allowed.push("area_name");
  for (const field of Object.keys(correction.changes)) if (!allowed.includes(field)) refuse("FORBIDDEN", { field });
  const { documents, tags, agreement, area, area_name: areaName, ...plain } = correction.changes;
  const changes: Changes = changesBetween({ before: subject.row, after: plain });
  if (documents !== undefined) Object.assign(changes, await replaceDocuments({ ctx, subject, documents }));
  if (tags !== undefined) Object.assign(changes, await replaceTags({ ctx, subject, tags }));
  if (agreement !== undefined) Object.assign(changes, await acceptAgain({ ctx, subject, agreement }));
  const place = { ...subject.row, ...plain };
  if (area !== undefined) Object.assign(changes, await chooseArea({ ctx, subject, area, areaName, place }));
  if (Object.keys(changes).length === 0 && !correction.note) refuse("NO_CHANGES");
  await writePlain({ ctx, subject, plain });
  const { id: follows } = subject.review;
  const { company, branch } = subject;
  const set = { company, branch, follows, decision: "draft", remarks: [], note: correction.note, changes };
  await createItem({ ctx, collection: named("Onboarding_Reviews"), payload: {}, set, isOurs: true });
}

async function subjectOf({ ctx, branch }: { ctx: WriteContext; branch: number | null }): Promise<Subject> {
  const { tx, who } = ctx;
  const kind = branch === null ? "company" : "branch";
  const [row] =
    branch === null
      ? await tx<Row[]>`select * from "Companies" where id = ${who.company} for update`
      : await tx<Row[]>`select * from "Branch" where id = ${branch} and company = ${who.company} for update`;
  if (!row) refuse("FORBIDDEN");
  if (row["status"] !== "rejected") refuse("STATUS_ALREADY_UPDATED");
  const [review] = await tx<Subject["review"][]>`
    select id, remarks from "Onboarding_Reviews"
    where company = ${who.company} and branch is not distinct from ${branch} order by id desc limit 1`;
  if (!review) refuse("STATUS_ALREADY_UPDATED");
  return { kind, id: row["id"] as number, company: who.company!, branch, row, review };
}

async function writePlain({ ctx, subject, plain }: { ctx: WriteContext; subject: Subject; plain: Row }): Promise<void> {
  const { kind, id, row } = subject;
  const after = { ...row, ...plain };
  if (kind === "branch" && !services.some((name) => after[name] === true))
    refuse("SERVICE_REQUIRED", { field: "is_parking" });
  if (plain["company_logo"])
    await ownFiles({ ctx, ids: [String(plain["company_logo"])], field: "company_logo", isPicture: true });
  const payload = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value === "" ? null : value]));
  const collection = named(kind === "company" ? "Companies" : "Branch");
  if (Object.keys(payload).length > 0) await updateItem({ ctx, collection, id, payload, isOurs: true });
}

async function replaceDocuments({
  ctx,
  subject,
  documents,
}: {
  ctx: WriteContext;
  subject: Subject;
  documents: unknown;
}): Promise<Changes> {
  const [failure] = documentFailures(documents);
  if (failure) refuse(failure.code, { field: "documents" }, failure.message);
  const sent = documents as OnboardingDocument[];
  await ownFiles({ ctx, ids: sent.map(({ file }) => file), field: "documents" });
  const collection = named("Onboarding_Documents");
  const stood = await ctx.tx<{ id: number; kind: string; file: string }[]>`
    select id, kind, file from "Onboarding_Documents" where branch = ${subject.branch} order by id`;
  const isSame = ({ kind, file }: OnboardingDocument) => stood.some((one) => one.kind === kind && one.file === file);
  const gone = stood.filter((one) => !sent.some(({ kind, file }) => one.kind === kind && one.file === file));
  const added = sent.filter((one) => !isSame(one));
  if (gone.length + added.length === 0) return {};
  for (const { id } of gone) await deleteItem({ ctx, collection, id, isOurs: true });
  for (const { kind, file } of added) {
    const { company, branch } = subject;
    await createItem({ ctx, collection, payload: { company, branch, kind, file }, isOurs: true });
    await updateItem({ ctx, collection: named("files"), id: file, payload: {}, set: { branch }, isOurs: true });
  }
  const kinds = (of: readonly { kind: string }[]) => of.map(({ kind }) => kind);
  return { documents: [kinds(stood), kinds(sent)] };
}

async function replaceTags({
  ctx,
  subject,
  tags,
}: {
  ctx: WriteContext;
  subject: Subject;
  tags: unknown;
}): Promise<Changes> {
  if (!Array.isArray(tags) || !tags.every((id) => Number.isInteger(id))) refusePayload('"tags" must be a list of ids.');
  const collection = named("Branch_Tags");
  const wanted = [...new Set(tags as number[])];
  const stood = await ctx.tx<{ id: number; tag: number }[]>`
    select id, tag from "Branch_Tags" where branch = ${subject.branch} order by tag`;
  const gone = stood.filter(({ tag }) => !wanted.includes(tag));
  const added = wanted.filter((id) => !stood.some(({ tag }) => tag === id));
  if (gone.length + added.length === 0) return {};
  for (const { id } of gone) await deleteItem({ ctx, collection, id, isOurs: true });
  for (const tag of added)
    await createItem({ ctx, collection, payload: { branch: subject.branch, tag }, isOurs: true });
  return { tags: [stood.map(({ tag }) => tag), wanted] };
}

/** The agreement as it is now, accepted once more. */
async function acceptAgain({
  ctx,
  subject,
  agreement,
}: {
  ctx: WriteContext;
  subject: Subject;
  agreement: unknown;
}): Promise<Changes> {
  const { version, name } = (agreement ?? {}) as { version?: unknown; name?: unknown };
  const now = await currentAgreement(ctx.tx);
  if (typeof name !== "string" || name.trim().length < 3) refuse("AGREEMENT_REQUIRED", { field: "agreement" });
  if (version !== now.version) refuse("AGREEMENT_CHANGED", { field: "agreement" });
  const set = { agreement_accepted_at: ctx.now, agreement_accepted_by: name.trim() };
  const payload = { agreement: now.text };
  await updateItem({ ctx, collection: named("Branch"), id: subject.id, payload, set, isOurs: true });
  return { agreement: [subject.row["agreement_accepted_by"] ?? null, name.trim()] };
}

/** Another area of the list; or, as 'Others', one that is asked for. Told in the log by their names. */
async function chooseArea({
  ctx,
  subject,
  area,
  areaName,
  place,
}: {
  ctx: WriteContext;
  subject: Subject;
  area: unknown;
  areaName: unknown;
  place: Row;
}): Promise<Changes> {
  const { id: branch, row } = subject;
  const [was] = await ctx.tx<
    { area_name: string }[]
  >`select area_name from "Areas" where id = ${row["area"] as number}`;
  if (area === otherArea.id) {
    const field = { ...placeFields.area_name, required: true };
    const wrong = fieldError({ name: "area_name", field, value: areaName });
    if (wrong) refuse("FAILED_VALIDATION", { field: "area_name", path: ["area_name"] }, wrong);
    await refuseAreaThere({ ctx, name: areaName, city: place["city"], state: place["state"] });
    await takeAreaRequestBack({ ctx, branch });
    await askForArea({ ctx, branch, name: areaName });
    return { area: [was ?? null, { area_name: `${String(areaName).trim()} (asked for)` }] };
  }
  if (area === row["area"]) return {};
  if (!Number.isInteger(area)) refusePayload('"area" must be the id of an area.');
  const [is] = await ctx.tx<{ area_name: string }[]>`select area_name from "Areas" where id = ${area as number}`;
  if (!is) refuse("INVALID_FOREIGN_KEY", { field: "area", path: ["area"] });
  await takeAreaRequestBack({ ctx, branch });
  await updateItem({
    ctx,
    collection: named("Branch"),
    id: branch,
    payload: { area, area_request: null },
    isOurs: true,
  });
  return { area: [was ?? null, is] };
}
