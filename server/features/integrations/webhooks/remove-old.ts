// reading.md §10: daily deletion of old webhook events with their deliveries, also of those that still wait.
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes them in batches, so that locks stay short. */
export async function removeOldWebhookEvents({ services }: { services: AppServices }): Promise<void> {
  const cutoff = new Date(services.clock().getTime() - services.config.retention.webhooks * dayMs);
  for (let removed: number = limits.removedAtATime; removed >= limits.removedAtATime;)
    removed = (
      await services.sql`
        delete from "Webhook_Events" where id in (
          select id from "Webhook_Events" where occurred_at < ${cutoff} order by id limit ${limits.removedAtATime}
          for update skip locked)`
    ).count;
}
