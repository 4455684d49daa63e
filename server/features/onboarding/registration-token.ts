// §2 /success-registration: token that shows the registration status to the applicant without a log-in, which is not
// possible before approval.
import type { AppServices } from "#server/context.ts";

const purpose = "application-state";
const ttlMs = 30 * 24 * 3_600_000;

/** Grants read access to the status of the admin's registration only, for 30 days. */
export function issueRegistrationToken({
  services,
  userId,
  now,
}: {
  services: AppServices;
  userId: string;
  now: Date;
}): Promise<string> {
  return services.tokens.signForPurpose({ purpose, subject: userId, now, lifeMs: ttlMs });
}

/** Throws INVALID_TOKEN, TOKEN_EXPIRED. */
export function resolveRegistrationToken({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<string> {
  return services.tokens.verifyForPurpose({
    purpose,
    token: typeof token === "string" ? token : "",
    now: services.clock(),
  });
}
