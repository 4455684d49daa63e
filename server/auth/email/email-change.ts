// §8 A new email of an account: used once the link sent to it is opened. Asked for by the user, or by who manages staff
// without an email.
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { Users } from "#domain/people/users.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { loadUser } from "#server/auth/as-user.ts";
import { issueMailLink } from "#server/auth/links.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueMail } from "#server/messaging/outbox.ts";

/** FAILED_VALIDATION. */
export function normaliseNewEmail(typed: unknown): string {
  const field = Users.fields["email"]!;
  const emailError = checkField({ name: "email", field, value: typed });
  if (emailError || isPlaceholderEmail(String(typed)))
    throwApiError("FAILED_VALIDATION", { field: "email", path: ["email"] }, emailError ?? "*Invalid email");
  return field.normalise!(String(typed));
}

/** Mails the link that confirms the address. EMAIL_SAME_AS_OLD, EMAIL_IN_USE. */
export async function startEmailChange({
  services,
  ctx,
  userId,
  email,
}: {
  services: AppServices;
  ctx: WriteContext;
  userId: string;
  email: string;
}): Promise<void> {
  const person = (await loadUser({ tx: ctx.tx, userId }))!;
  if (person.email.toLowerCase() === email.toLowerCase()) throwApiError("EMAIL_SAME_AS_OLD", { field: "email" });
  const existing = await ctx.tx`select 1 from users where lower(email) = ${email.toLowerCase()}`;
  if (existing.length > 0) throwApiError("EMAIL_IN_USE", { field: "email" });
  const systemValues = { temporary_email: email };
  await updateItem({ ctx, collection: Users, id: userId, payload: {}, systemValues, bypassAccess: true });
  const token = await issueMailLink({ services, tx: ctx.tx, purpose: "email-change", userId, email, now: ctx.now });
  const values = {
    name: person.first_name,
    confirm_link: `${services.config.publicUrl}/email-change-request?token=${token}`,
  };
  await queueMail({
    ctx,
    branch: person.default_branch,
    to: email,
    account: userId,
    template: "confirm-email",
    values,
  });
}
