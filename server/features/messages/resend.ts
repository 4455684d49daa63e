// §7 §8 Outbox: resends a message of a branch.
import { can } from "#domain/access/capabilities.ts";
import { isInScope } from "#domain/access/roles.ts";
import { runInTransaction } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { resendMessage } from "#server/messaging/outbox.ts";

/** Throws FORBIDDEN for a message the actor may not read, MESSAGE_HAD_A_SECRET. */
export function resendOutboxMessage({ services, session, origin, id }: ActionContext & { id: number }): Promise<void> {
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const { tx, actor } = ctx;
      const [message] = await tx<{ company: number | null; branch: number | null }[]>`
        select company, branch from "Outbox" where id = ${id}`;
      if (!message || !can(actor, "message.manage") || !isInScope({ actor, ...message })) throwApiError("FORBIDDEN");
      await resendMessage({ ctx, id });
    },
  });
}
