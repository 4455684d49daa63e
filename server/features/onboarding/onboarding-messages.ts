// §1: notifies the vendor by mail of the platform's decision on a company or branch.
import type { RowOf } from "#domain/schema/registry.ts";
import type { ReviewRemark } from "#domain/onboarding/onboarding-review.ts";
import { describeNextStep } from "#domain/onboarding/next-step.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { getSubmissionLabel } from "#domain/onboarding/submission.ts";
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import type { NotificationStep, WriteContext } from "#server/items/write/write-context.ts";
import { queueMail } from "#server/messaging/outbox.ts";

interface Recipient {
  name: string;
  email: string;
  isInvited: boolean;
}

/** Mails every admin of the company when it or one of its branches is published, rejected or archived. */
export async function notifyOnboardingDecision({
  ctx,
  before,
  after,
  changes,
  publicUrl,
}: Parameters<NotificationStep<RowOf<"Companies"> | RowOf<"Branch">>>[0] & { publicUrl: string }): Promise<void> {
  const decision = changes.status;
  if (decision === undefined || decision === "draft") return;
  const isBranch = "company" in after;
  const company = isBranch ? after.company : after.id;
  const branch = isBranch ? after.id : null;
  const submissionName = after.name;
  const log_in_link = `${publicUrl}/partner-with-us`;
  const statuses = await loadStatuses({ ctx, company });
  const kind = isBranch ? "branch" : "company";
  const remarks = await formatRemarks({ ctx, company, branch });
  if (decision === "archived") {
    const reason = remarks || "No reason was given.";
    const effect =
      before.status === "published"
        ? "Customers no longer find it and no vehicle can check in. Where vehicles are still inside, the gate can log in to let them out."
        : "It will not be published.";
    for (const { name, email: to } of await loadAdmins({ ctx, company }))
      await queueMail({
        ctx,
        branch,
        to,
        template: "application-archived",
        values: { name, place: submissionName, reason, effect },
      });
    return;
  }
  for (const { name, email: to, isInvited } of await loadAdmins({ ctx, company })) {
    const next = describeNextStep({ kind, decision, ...statuses, isInvited });
    const values = { name, place: submissionName, next, log_in_link };
    if (decision === "published") await queueMail({ ctx, branch, to, template: "application-published", values });
    else
      await queueMail({
        ctx,
        branch,
        to,
        template: "application-rejected",
        values: { ...values, remarks: remarks || "Log in to see what to correct." },
      });
  }
}

/** Those who can log in or are invited, with their email. */
export async function loadAdmins({ ctx, company }: { ctx: WriteContext; company: number }): Promise<Recipient[]> {
  return ctx.tx<Recipient[]>`
    select first_name as name, email, status = 'invited' as "isInvited" from users
    where default_company = ${company} and role = any(${getRoleIdsWith("registration.submit")}) and status <> 'suspended' and integration is null order by email`;
}

interface Statuses {
  company: OnboardingStatus;
  branches: OnboardingStatus[];
}

/** Statuses of the company and all its branches, after the decision. */
async function loadStatuses({ ctx, company }: { ctx: WriteContext; company: number }): Promise<Statuses> {
  const [row] = await ctx.tx<Statuses[]>`
    select c.status as company, array(select b.status from "Branch" b where b.company = c.id) as branches
    from "Companies" c where c.id = ${company}`;
  return row!;
}

async function formatRemarks({
  ctx,
  company,
  branch,
}: {
  ctx: WriteContext;
  company: number;
  branch: number | null;
}): Promise<string> {
  const [review] = await ctx.tx<{ remarks: ReviewRemark[] | null; note: string | null }[]>`
    select remarks, note from "Onboarding_Reviews"
    where company = ${company} and branch is not distinct from ${branch} order by id desc limit 1`;
  const kind = branch === null ? "company" : "branch";
  const texts = (review?.remarks ?? []).map(({ field, remark }) => `${getSubmissionLabel(kind, field)}: ${remark}`);
  if (review?.note) texts.push(`Note: ${review.note}`);
  // Most remarks are sentences.
  return texts.map((text) => text.trim().replace(/[.;]+$/, "")).join("; ");
}
