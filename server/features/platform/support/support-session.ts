// §1: a session of the platform enters a branch as support (docs/rules/support-access.md).
import { isSupportOpen } from "#domain/platform/support-access.ts";
import { SupportAccess } from "#domain/platform/support-access.collection.ts";
import type { supportActions } from "#domain/platform/support-actions.ts";
import { lockSupportAccess } from "#server/auth/gating/leave-support.ts";
import { runInTransaction } from "#server/context.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * Only whoever opened it enters, once, with a session that can leave it again. FORBIDDEN, NO_MATCH_FOUND,
 * STATUS_ALREADY_UPDATED.
 */
export function enterSupportAccess({ id, ...context }: ContractCall<typeof supportActions.enter>) {
  const { family } = context.session;
  if (family === null) return throwApiError("FORBIDDEN");
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const access = await lockSupportAccess({ tx: ctx.tx, id });
      const { supporter, status, expires_at: expiresAt, entered_at: enteredAt, company, branch } = access;
      if (supporter !== ctx.actor.id) throwApiError("FORBIDDEN");
      if (!expiresAt || enteredAt || !isSupportOpen({ status, expiresAt, now: ctx.now }))
        throwApiError("STATUS_ALREADY_UPDATED");
      const systemValues = { session_family: family, entered_at: ctx.now };
      await updateItem({ ctx, collection: SupportAccess, id, payload: {}, systemValues, bypassAccess: true });
      return { id, company, branch, expires_at: expiresAt };
    },
  });
}
