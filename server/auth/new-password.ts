// §5 password: changes of a user's own password: with the current one, by a link, or at registration.
import { verifyPassword } from "#server/auth/password-hash.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { Users } from "#domain/people/users.collection.ts";
import { requiredMessage } from "#domain/schema/fields.ts";
import type { AppServices } from "#server/context.ts";
import { twoFactorLimit } from "#domain/accounts/attempt-limits.ts";
import type { UserAccount } from "#server/auth/as-user.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { findRole, isCustomer } from "#domain/access/roles.ts";

/** Returns the page on which the user can reset the password, on the user's own log-in side. */
export function getResetPagePath({ services, role }: { services: AppServices; role: string }): string {
  const side = isCustomer({ role: findRole(role) }) ? "customer" : "partner";
  return `${services.config.publicUrl}/${side}/reset-password`;
}

/** Sets the password and `systemValues`, ends all sessions (§4), and notifies the user. Throws FAILED_VALIDATION. */
export async function setPassword({
  services,
  ctx,
  user,
  password,
  systemValues = {},
}: {
  services: AppServices;
  ctx: WriteContext;
  user: UserAccount;
  password: unknown;
  systemValues?: { [field: string]: unknown };
}): Promise<void> {
  const { id, first_name: name, email, role, default_branch: branch } = user;
  if (password === undefined || password === null || password === "") {
    const text = requiredMessage("password", Users.fields["password"]!);
    throwApiError("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, text);
  }
  await updateItem({ ctx, collection: Users, id, payload: { password }, systemValues, bypassAccess: true });
  const values = { name, reset_page: getResetPagePath({ services, role }) };
  await queueMail({ ctx, branch, to: email, template: "password-changed", values });
}

/**
 * Verifies the current password. Throws INVALID_CREDENTIALS for `field`, REQUESTS_EXCEEDED after too many wrong
 * attempts.
 */
export async function assertPassword({
  services,
  userId,
  password,
  field = "password",
}: {
  services: AppServices;
  userId: string;
  password: unknown;
  field?: string;
}): Promise<void> {
  const keys = [{ key: `own-password:${userId}`, limit: twoFactorLimit }];
  await services.throttle.count({ keys, now: services.clock() });
  const [row] = await services.sql<{ password: string | null }[]>`select password from users where id = ${userId}`;
  const typed = typeof password === "string" ? password.slice(0, 1000) : "";
  if (!(await verifyPassword({ password: typed, hashed: row?.password ?? null })))
    throwApiError("INVALID_CREDENTIALS", { field }, "*Incorrect password. Enter your current password");
  await services.throttle.reset(keys, { isAll: true });
}
