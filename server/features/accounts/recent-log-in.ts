// Accounts without a password: what others confirm with it needs a recent log-in.
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";

const recentLogInMs = 15 * 60_000;

/**
 * An account without a password is authenticated by its phone or card, so a recent log-in is required.
 * INVALID_CREDENTIALS.
 */
export async function assertRecentLogIn({
  services,
  userId,
  family,
  field,
}: {
  services: AppServices;
  userId: string;
  family: string | null;
  /** Field of the form that shows the error. */
  field: string;
}): Promise<void> {
  const earliestLogInAt = new Date(services.clock().getTime() - recentLogInMs);
  const found = await services.sql`
    select 1 from sessions where "user" = ${userId} and family = ${family} and coalesce(opened_at, created_at) > ${earliestLogInAt} limit 1`;
  const errorText = "*Log out and log in again with a code, then try again within 15 minutes";
  if (found.length === 0) throwApiError("INVALID_CREDENTIALS", { field }, errorText);
}
