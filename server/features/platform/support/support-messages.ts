// §1: emails to the admins of a company: that support asks to read a branch, or has opened it without asking.
import { formatTime } from "#domain/dates.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { loadAdmins } from "#server/features/onboarding/onboarding-messages.ts";
import type { FollowUpStep } from "#server/items/write/write-context.ts";
import { queueMail } from "#server/messaging/outbox.ts";

export async function notifyOfSupport({
  ctx,
  before,
  after,
  publicUrl,
}: Parameters<FollowUpStep<RowOf<"Support_Access">>>[0] & { publicUrl: string }): Promise<void> {
  if (before || !after) return;
  const { branch, reason, supporter_name: supporter, expires_at: expiresAt } = after;
  const [row] = await ctx.tx<{ place: string; company: number; zone: string; path: string }[]>`
    select b.name as place, b.company, b.time_zone as zone, c.slug || '/' || b.slug as path
    from "Branch" b join "Companies" c on c.id = b.company where b.id = ${branch}`;
  if (!row) return;
  const { place, company, zone, path } = row;
  for (const { name, email: to, isInvited } of await loadAdmins({ ctx, company })) {
    if (isInvited) continue;
    const values = { name, place, supporter: supporter ?? "", reason, branch_link: `${publicUrl}/${path}/home` };
    if (!expiresAt) await queueMail({ ctx, branch: null, to, template: "support-asked", values });
    else {
      const until = formatTime({ at: expiresAt, zone });
      await queueMail({ ctx, branch: null, to, template: "support-opened", values: { ...values, until } });
    }
  }
}
