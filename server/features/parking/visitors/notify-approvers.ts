// §4 Approvals: mails, notifications and SMS to the approvers of a branch about a request.
import { isApprover } from "#domain/access/capabilities.ts";
import { accountRoles, roles } from "#domain/access/roles.ts";
import type { TokenService } from "#server/auth/tokens.ts";
import type { Config } from "#server/config.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { queuePush, queueSmsUnlessSeen } from "#server/messaging/push/queue-push.ts";

/** What messages with links need. */
export interface NoticeServices {
  tokens: TokenService;
  config: Pick<Config, "publicUrl" | "integrations">;
}

const approverRoleIds = accountRoles.filter((role) => isApprover({ role })).map((role) => roles[role].id);

interface ApprovalRequest {
  visitorRecordId: number;
  branch: number;
  visitor: string;
  reason: string | null;
  /** Whom the visitor meets. */
  person: string | null;
  path: string;
}

/**
 * Notifies the branch's approvers of a visitor record that waits for approval, on duty or not: a request is answered from
 * anywhere. Does nothing if it does not wait.
 */
export async function notifyApprovers({
  services,
  ctx,
  visitorRecordId,
}: {
  services: Pick<NoticeServices, "config">;
  ctx: WriteContext;
  visitorRecordId: number;
}): Promise<void> {
  const [request] = await ctx.tx<ApprovalRequest[]>`
    select m.id as "visitorRecordId", m.branch, coalesce(m.vehicle_no, m.name) as visitor, m.entry_reason as reason,
      c.slug || '/' || b.slug as path, h.first_name as person
    from "Parking_Main_Information" m
    join "Branch" b on b.id = m.branch join "Companies" c on c.id = b.company
    left join users h on h.id = coalesce(m.host, case when m.is_invited then m.user_created end)
    where m.id = ${visitorRecordId} and m.is_waiting_for_approve`;
  if (!request) return;
  const approvers = await ctx.tx<{ id: string; email: string; phone: string | null }[]>`
    select id, email, contact_number as phone from users
    where default_branch = ${request.branch} and role = any(${approverRoleIds}) and status = 'active' order by date_created, id`;
  const { branch, visitor, reason, person, path } = request;
  const approvals_link = `${services.config.publicUrl}/${path}/approvals`;
  const template = "approval-asked";
  for (const { id, email, phone } of approvers) {
    const event = `approval-asked:${visitorRecordId}:${id}`;
    const values = { visitor, reason: reason ?? "not provided", person: person ?? "not provided", approvals_link };
    await queueMail({ ctx, branch, to: email, template, values, event: `${event}:mail` });
    const push = await queuePush({
      ctx,
      branch,
      user: id,
      template,
      values: { visitor },
      path: `/${path}/approvals`,
      subject: visitorRecordId,
      event,
    });
    const sms = { ctx, branch, template, values: { visitor, approvals_link }, event: `${event}:sms` } as const;
    if (phone) await queueSmsUnlessSeen({ ...sms, to: phone, push });
  }
}
