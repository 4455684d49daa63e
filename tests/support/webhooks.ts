// Webhook endpoints of a test: receivers, and deliveries at an injected time without the job queue.
import assert from "node:assert/strict";
import { after } from "node:test";
import type { Config } from "#server/config.ts";
import { createServices } from "#server/context.ts";
import { SessionLocks } from "#server/db/session-locks.ts";
import { deliverWebhooks } from "#server/features/integrations/webhooks/deliver.ts";
import { WebhookReceiver } from "#simulators/webhooks.ts";
import { type TestApp, type TestClient, testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";

export const webhookConfig: Config = { ...testConfig, hasLocalWebhooks: true };

export async function startReceiver(): Promise<WebhookReceiver> {
  const receiver = new WebhookReceiver();
  await receiver.start();
  after(() => receiver.stop());
  return receiver;
}

/** Creates an endpoint at a new receiver that knows its secret. */
export async function createEndpoint({
  admin,
  types,
  branches = null,
}: {
  admin: Pick<TestClient, "post">;
  types: readonly string[];
  branches?: number[] | null;
}): Promise<{ id: number; receiver: WebhookReceiver }> {
  const receiver = await startReceiver();
  const created = await admin.post("/actions/webhooks", { url: receiver.url, event_types: types, branches });
  assert.equal(created.status, 200, created.text);
  receiver.secrets = [created.data.secret];
  return { id: created.data.id, receiver };
}

export function createDeliverer({ sql, url, clock }: Pick<TestApp, "sql" | "url" | "clock">) {
  const services = createServices({ sql, config: webhookConfig, clock: () => clock.now ?? new Date() });
  const openLocks = (): SessionLocks => {
    const locks = new SessionLocks(url);
    beforeDatabaseCleanup(() => locks.end());
    return locks;
  };
  const ownLocks = openLocks();
  return {
    openLocks,
    deliver: (endpoint: number, locks: Pick<SessionLocks, "runWhileHeld"> = ownLocks): Promise<void> =>
      deliverWebhooks({ services, locks, endpoint }),
  };
}
