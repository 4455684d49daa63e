// §7 §8 Outbox: resends a message of a branch.
import { type AppServices, runInTransaction, type RequestOrigin } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { resendMessage } from "#server/messaging/outbox.ts";

/** Throws FORBIDDEN for a message the actor may not read, MESSAGE_HAD_A_SECRET. */
export function resendOutboxMessage({
  services,
  session,
  origin,
  id,
}: {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
  id: number;
}): Promise<void> {
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const { tx, actor } = ctx;
      const isPlatform = actor.role === "platform";
      const [branch, company] = [
        actor.role === "manager" ? actor.branch : null,
        actor.role === "admin" ? actor.company : null,
      ];
      const visible = await tx`
        select 1 from "Outbox" where id = ${id} and (${isPlatform} or branch = ${branch} or company = ${company})`;
      if (visible.length === 0) throwApiError("FORBIDDEN");
      await resendMessage({ ctx, id });
    },
  });
}
