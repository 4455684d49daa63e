// §1: the vendor is told by mail what the platform has decided on a company or branch.
import type { Remark } from "#domain/rules/onboarding-review.ts";
import { labelOfSubmission } from "#domain/submission.ts";
import { roles } from "#domain/roles.ts";
import type { TellStep, WriteContext } from "#server/items/write-context.ts";
import { queueMail } from "#server/services/outbox.ts";

interface Person {
  name: string;
  email: string;
}

/** A mail to every admin of the company when it, or one of its branches, is published or turned down. */
export async function tellOnboardingDecision({
  ctx,
  collection,
  after,
  changes,
  publicUrl,
}: Parameters<TellStep>[0] & { publicUrl: string }): Promise<void> {
  const decision = changes["status"];
  if (decision !== "published" && decision !== "rejected") return;
  const isBranch = collection.name === "Branch";
  const company = (isBranch ? after["company"] : after["id"]) as number;
  const branch = isBranch ? (after["id"] as number) : null;
  const place = String(after["name"]);
  const log_in_link = `${publicUrl}/partner-with-us`;
  const next = await nextOf({ ctx, company, isBranch });
  const remarks = await remarksOf({ ctx, company, branch });
  for (const { name, email: to } of await adminsOf({ ctx, company })) {
    const values = { name, place, log_in_link };
    if (decision === "published")
      await queueMail({ ctx, branch, to, template: "application-published", values: { ...values, next } });
    else await queueMail({ ctx, branch, to, template: "application-rejected", values: { ...values, remarks } });
  }
}

async function adminsOf({ ctx, company }: { ctx: WriteContext; company: number }): Promise<Person[]> {
  return ctx.tx<Person[]>`
    select first_name as name, email from users
    where default_company = ${company} and role = ${roles.admin.id} and status <> 'suspended' and integration is null order by email`;
}

/** What a published one needs besides: the other half of company and branch. */
async function nextOf({
  ctx,
  company,
  isBranch,
}: {
  ctx: WriteContext;
  company: number;
  isBranch: boolean;
}): Promise<string> {
  const [row] = await ctx.tx<{ isCompanyOpen: boolean; isBranchOpen: boolean }[]>`
    select c.status = 'published' as "isCompanyOpen",
      exists (select 1 from "Branch" b where b.company = c.id and b.status = 'published') as "isBranchOpen"
    from "Companies" c where c.id = ${company}`;
  if (isBranch && !row?.isCompanyOpen)
    return "Its company is still being verified; you can log in once that is published too.";
  if (!isBranch && !row?.isBranchOpen)
    return "Its branch is still being verified; you can log in once that is published too.";
  return "You can log in and begin.";
}

async function remarksOf({
  ctx,
  company,
  branch,
}: {
  ctx: WriteContext;
  company: number;
  branch: number | null;
}): Promise<string> {
  const [review] = await ctx.tx<{ remarks: Remark[] | null; note: string | null }[]>`
    select remarks, note from "Onboarding_Reviews"
    where company = ${company} and branch is not distinct from ${branch} order by id desc limit 1`;
  const kind = branch === null ? "company" : "branch";
  const said = (review?.remarks ?? []).map(({ field, remark }) => `${labelOfSubmission(kind, field)}: ${remark}`);
  return [...said, ...(review?.note ? [review.note] : [])].join("; ") || "Log in to see what";
}
