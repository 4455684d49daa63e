// §7: webhooks of the company, for admins.
import { Button } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { WebhookCard } from "#web/features/integrations/webhook-card.tsx";
import { webhooksQuery } from "#web/features/integrations/webhook-api.ts";
import { WebhookForm } from "#web/features/integrations/webhook-form.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

export function WebhooksPage() {
  useLiveCollections("Webhook_Endpoints");
  const { data: endpoints, error, refetch } = useQuery(webhooksQuery);
  const [isNew, setIsNew] = useState(false);
  return (
    <Page
      title="Webhooks"
      actions={
        <Button color="marigold" leftSection={<IconPlus aria-hidden="true" />} onClick={() => setIsNew(true)}>
          New webhook
        </Button>
      }
    >
      <Text c="dimmed">
        A webhook tells another system about entries, payments, valet tickets and passes as they happen.{" "}
        <Link to="/docs">API reference</Link>, <Link to="/docs/examples">examples</Link>
      </Text>
      {error && !endpoints ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !endpoints ? (
        <SkeletonRows count={3} />
      ) : endpoints.length === 0 ? (
        <EmptyState
          icon={IconWebhook}
          title="No webhooks yet"
          text="Create one with the address at which the other system receives events."
        />
      ) : (
        <Grid minColumnWidth={340} fill>
          {endpoints.map((endpoint) => (
            <WebhookCard key={endpoint.id} endpoint={endpoint} />
          ))}
        </Grid>
      )}
      <Sheet isOpen={isNew} title="New webhook" onClose={() => setIsNew(false)}>
        <WebhookForm onDone={() => setIsNew(false)} />
      </Sheet>
    </Page>
  );
}
