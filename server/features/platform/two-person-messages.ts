// §1 §3: what follows a confirmed change of fees: an email to the admins of the company, and a job if it starts later.
import { getDayRange } from "#domain/dates.ts";
import { feeNames, formatFee, isStarted, noFee } from "#domain/platform/two-person-change.ts";
import { TwoPersonChanges } from "#domain/platform/two-person-changes.collection.ts";
import { getFieldLabel } from "#domain/schema/fields.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import { loadAdmins } from "#server/features/onboarding/onboarding-messages.ts";
import type { NotificationStep } from "#server/items/write/write-context.ts";
import { queueMail } from "#server/messaging/outbox.ts";

interface ChangedBranch {
  place: string;
  company: number;
  zone: string;
  path: string;
}

export async function notifyTwoPersonDecision({
  ctx,
  after,
  changes,
  publicUrl,
}: Parameters<NotificationStep<RowOf<"Two_Person_Changes">>>[0] & { publicUrl: string }): Promise<void> {
  const { id, branch, start_day: startDay, reason, previous } = after;
  if (changes.status !== "confirmed" || branch === null || startDay === null) return;
  const [row] = await ctx.tx<ChangedBranch[]>`
    select b.name as place, b.company, b.time_zone as zone, c.slug || '/' || b.slug as path
    from "Branch" b join "Companies" c on c.id = b.company where b.id = ${branch}`;
  if (!row) return;
  const { place, company, zone, path } = row;
  if (!isStarted({ startDay, zone, now: ctx.now })) {
    const delayMs = getDayRange({ day: startDay, zone }).from.getTime() - ctx.now.getTime();
    await queueJob({ tx: ctx.tx, task: "start-fees", payload: { change: id }, key: `start-fees:${id}`, delayMs });
  }
  const fees = feeNames
    .filter((name) => previous[name] !== after[name])
    .map(
      (name) =>
        `${getFieldLabel(name, TwoPersonChanges.fields[name])}: ${formatFee(previous[name], noFee)} → ${formatFee(after[name], noFee)}`,
    );
  const values = {
    place,
    start: startDay,
    fees: fees.join("\n"),
    reason,
    settings_link: `${publicUrl}/${path}/configurations/payments`,
  };
  for (const { name, email: to } of await loadAdmins({ ctx, company }))
    await queueMail({ ctx, branch: null, to, template: "fees-changed", values: { ...values, name } });
}
