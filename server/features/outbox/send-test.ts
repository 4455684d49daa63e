// §7 /send-mail: a mail or an SMS to oneself, for who looks after a branch.
import type { Channel } from "#domain/messages.ts";
import { type House, inTransaction, type Origin } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { queueMail, queueSms } from "#server/services/outbox.ts";

const minuteMs = 60_000;

/** Its row in the outbox. Throws FORBIDDEN, INVALID_PHONE, and REQUESTS_EXCEEDED for a second one in a minute. */
export function sendTest({
  house,
  session,
  origin,
  channel,
}: {
  house: House;
  session: Session;
  origin: Origin;
  channel: Channel;
}): Promise<number> {
  return inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const { tx, who, now } = ctx;
      if (who.id === null || !["admin", "manager", "platform"].includes(who.role)) refuse("FORBIDDEN");
      const [me] = await tx<{ email: string; phone: string | null }[]>`
        select email, contact_number as phone from users where id = ${who.id} for update`;
      const event = `test:${channel}:${who.id}:${Math.floor(now.getTime() / minuteMs)}`;
      const message = { ctx, branch: who.branch, template: "test", values: {}, event } as const;
      const to = channel === "mail" ? me!.email : me!.phone;
      if (!to) refuse("INVALID_PHONE");
      const id = channel === "mail" ? await queueMail({ ...message, to }) : await queueSms({ ...message, to });
      return id ?? refuse("REQUESTS_EXCEEDED");
    },
  });
}
