// Deletes security events older than SECURITY_LOG_DAYS in batches, so that locks stay short.
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the number of deleted events. */
export async function removeOldSecurityEvents({ services }: { services: AppServices }): Promise<number> {
  const cutoff = new Date(services.clock().getTime() - services.config.observability.securityLogDays * dayMs);
  for (let total = 0; ;) {
    const { count } = await services.sql`
      delete from "Security_Events" where id in (
        select id from "Security_Events" where last_at < ${cutoff} order by last_at limit ${limits.removedAtATime})`;
    total += count;
    if (count < limits.removedAtATime) return total;
  }
}
