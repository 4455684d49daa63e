// The first email of staff who work without one: they confirm it by the link, and then log in with it. See
// docs/rules/staff-log-in.md.
import type { Row } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import { normaliseNewEmail, startEmailChange } from "#server/auth/email/email-change.ts";
import { lockManagedStaff } from "#server/features/people/log-in-card.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** FORBIDDEN for users the actor does not manage, who have an email or are not active; FAILED_VALIDATION, EMAIL_IN_USE. */
export async function giveEmail({
  person,
  body,
  ...context
}: ActionContext & { person: string; body: Row }): Promise<void> {
  const email = normaliseNewEmail(body["email"]);
  const { services } = context;
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const { status } = await lockManagedStaff({ ctx, id: person });
      if (status !== "active") throwApiError("FORBIDDEN");
      await startEmailChange({ services, ctx, userId: person, email });
    },
  });
}
