// What is written about each row that the write path has written: security events, and events of webhooks.
import { recordWebhookEvents } from "#server/features/integrations/webhooks/record-events.ts";
import type { RowWriteListener } from "#server/items/write/write-context.ts";
import { recordSecurityChange } from "#server/security-log/change-events.ts";

/** Its result returns undefined synchronously if nothing is to be written, since every write calls it. */
export const onRowWrite: RowWriteListener = (write) => {
  const writeWebhookEvents = recordWebhookEvents(write);
  return (after) => {
    const [security, webhooks] = [recordSecurityChange({ ...write, after }), writeWebhookEvents?.(after)];
    return security && webhooks ? Promise.all([security, webhooks]).then(() => undefined) : (security ?? webhooks);
  };
};
