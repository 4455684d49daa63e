// §1: suspension of a company by the platform, with a reason that its admins are emailed.
import { Branch } from "#domain/branches/branch.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import type { companyActions } from "#domain/platform/actions.ts";
import { runInTransaction } from "#server/context.ts";
import { loadAdmins } from "#server/features/onboarding/onboarding-messages.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { queueMail } from "#server/messaging/outbox.ts";

/** Throws CHANGE_REASON_REQUIRED, NO_MATCH_FOUND, STATUS_ALREADY_UPDATED, and NO_NEXT_STATUS for a company that is not published. */
export async function changeSuspension({
  id,
  isSuspended,
  body,
  ...context
}: ContractCall<typeof companyActions.suspend> & { isSuspended: boolean }): Promise<void> {
  const reason = requireChangeReason(body.reason);
  const { publicUrl } = context.services.config;
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const [company] = await ctx.tx<{ name: string }[]>`select name from "Companies" where id = ${id} for update`;
      if (!company) throwApiError("NO_MATCH_FOUND");
      const systemValues = {
        suspended_at: isSuspended ? ctx.now : null,
        suspension_reason: isSuspended ? reason : null,
      };
      await updateItem({ ctx, collection: Companies, id, payload: {}, systemValues, bypassAccess: true });
      const branches = await ctx.tx<{ id: number }[]>`
        select id from "Branch" where company = ${id} and is_suspended <> ${isSuspended} order by id`;
      for (const branch of branches)
        await updateItem({
          ctx,
          collection: Branch,
          id: branch.id,
          payload: {},
          systemValues: { is_suspended: isSuspended },
          bypassAccess: true,
        });
      for (const { name, email: to } of await loadAdmins({ ctx, company: id })) {
        const values = { name, place: company.name, reason };
        if (isSuspended) await queueMail({ ctx, branch: null, to, template: "company-suspended", values });
        else
          await queueMail({
            ctx,
            branch: null,
            to,
            template: "company-resumed",
            values: { ...values, log_in_link: `${publicUrl}/partner-with-us` },
          });
      }
    },
  });
}
