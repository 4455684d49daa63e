// Settings of data retention, from the environment.
import { maxRetentionDays, type RetentionDays, toRetentionDays } from "#domain/privacy/retention.ts";

/** Adds a line to `errors` for every setting that is not a number of days or below its minimum. */
export function parseRetention({
  env,
  errors,
}: {
  env: { [name: string]: string | undefined };
  errors: string[];
}): RetentionDays {
  return toRetentionDays(({ setting, days: defaultDays, least }) => {
    const text = env[setting];
    if (!text) return defaultDays;
    const days = Number(text);
    if (/^\d{1,5}$/.test(text) && days >= least && days <= maxRetentionDays) return days;
    errors.push(`${setting} is "${text}": give a whole number of days from ${least} to ${maxRetentionDays}.`);
    return defaultDays;
  });
}
