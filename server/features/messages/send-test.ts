// §7 /send-mail: sends a test mail or SMS to the actor, for admins, managers and the platform.
import { can } from "#domain/access/capabilities.ts";
import type { Channel } from "#domain/messages/messages.ts";
import { type AppServices, runInTransaction, type RequestOrigin } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";

const minuteMs = 60_000;

/**
 * Returns the id in the outbox. Throws FORBIDDEN, INVALID_PHONE, and REQUESTS_EXCEEDED for a second one in a minute.
 */
export function sendTestMessage({
  services,
  session,
  origin,
  channel,
}: {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
  channel: Channel;
}): Promise<number> {
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const { tx, actor, now } = ctx;
      if (actor.id === null || !can(actor, "message.manage")) throwApiError("FORBIDDEN");
      const [user] = await tx<{ email: string; phone: string | null }[]>`
        select email, contact_number as phone from users where id = ${actor.id} for update`;
      const event = `test:${channel}:${actor.id}:${Math.floor(now.getTime() / minuteMs)}`;
      const message = { ctx, branch: actor.branch, template: "test", values: {}, event } as const;
      const to = channel === "mail" ? user!.email : user!.phone;
      if (!to) throwApiError("INVALID_PHONE");
      const id = channel === "mail" ? await queueMail({ ...message, to }) : await queueSms({ ...message, to });
      return id ?? throwApiError("REQUESTS_EXCEEDED");
    },
  });
}
