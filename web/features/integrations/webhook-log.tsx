// Log of a webhook: its latest deliveries with the receiver's responses, resend, and a test event.
import { IconRefresh, IconSend, IconWebhook } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { useBranch } from "#web/api/use-session.ts";
import {
  deliveriesQuery,
  deliveryBadges,
  describeEvent,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "#web/features/integrations/webhook-api.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

export function WebhookLog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const query = deliveriesQuery(endpoint.id);
  const { data: deliveries, error, refetch } = useQuery(query);
  const [openId, setOpenId] = useState<number | null>(null);

  async function sendTest(): Promise<void> {
    await call({ route: "POST /actions/webhooks/:id/test", id: endpoint.id });
    showSuccess("Test event sent");
    await refetch();
  }

  return (
    <Stack>
      <AsyncButton size="lg" variant="default" leftSection={<IconSend aria-hidden="true" />} onPress={sendTest}>
        Send test event
      </AsyncButton>
      {error && !deliveries ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !deliveries ? (
        <SkeletonRows count={3} />
      ) : deliveries.length === 0 ? (
        <EmptyState
          icon={IconWebhook}
          title="Nothing sent yet"
          text="Deliveries of the last 30 days are listed here."
        />
      ) : (
        <RowList label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isOpen={openId === delivery.id}
              onOpen={() => setOpenId(openId === delivery.id ? null : delivery.id)}
            />
          ))}
        </RowList>
      )}
    </Stack>
  );
}

function DeliveryRow({ delivery, isOpen, onOpen }: { delivery: WebhookDelivery; isOpen: boolean; onOpen: () => void }) {
  const { zone } = useBranch();
  const { event, state, attempted_at: attemptedAt } = delivery;
  return (
    // Open, the row has the badge among its values, which need the width of a phone.
    <Row trailing={!isOpen && <StatusBadge {...deliveryBadges[state]} />}>
      <RowButton onPress={onOpen}>{describeEvent(event.type)}</RowButton>
      <Text size="sm" c="dimmed">
        <DateTime at={attemptedAt ?? delivery.date_created} zone={zone} /> · {event.subject.replace(":", " ")}
      </Text>
      {isOpen && <DeliveryDetails delivery={delivery} />}
    </Row>
  );
}

function DeliveryDetails({ delivery }: { delivery: WebhookDelivery }) {
  const { zone } = useBranch();
  const client = useQueryClient();
  const { id, endpoint, event, attempts, status_code: status, response, next_try_at: nextTryAt, state } = delivery;

  async function resend(): Promise<void> {
    await call({ route: "POST /actions/webhooks/deliveries/:id/resend", id });
    showSuccess("Event sent again");
    await client.invalidateQueries(deliveriesQuery(endpoint));
  }

  return (
    <Stack gap="xs">
      <KeyValueList>
        <KeyValue label="Event">
          <code>{event.type}</code>
        </KeyValue>
        <KeyValue label="Id">
          <code>{event.key}</code>
        </KeyValue>
        <KeyValue label="Status">
          <StatusBadge {...deliveryBadges[state]} />
        </KeyValue>
        <KeyValue label="Attempts">{attempts}</KeyValue>
        {status !== null && <KeyValue label="Status code">{status}</KeyValue>}
        {response && <KeyValue label="Response">{response}</KeyValue>}
        {nextTryAt && (
          <KeyValue label="Next attempt">
            <DateTime at={nextTryAt} zone={zone} />
          </KeyValue>
        )}
      </KeyValueList>
      <Group>
        <AsyncButton variant="default" leftSection={<IconRefresh aria-hidden="true" />} onPress={resend}>
          {state === "waiting" ? "Try now" : "Resend"}
        </AsyncButton>
      </Group>
    </Stack>
  );
}
