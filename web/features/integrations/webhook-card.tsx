// One webhook: its state, what it receives, and what can be done with it.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ShownOnce } from "#web/features/integrations/shown-once.tsx";
import { endpointBadges, endpointCollection, type WebhookEndpoint } from "#web/features/integrations/webhook-api.ts";
import { WebhookForm } from "#web/features/integrations/webhook-form.tsx";
import { WebhookLog } from "#web/features/integrations/webhook-log.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";

type OpenSheet = "log" | "change" | "secret" | "delete";
const sheetTitles: { [sheet in OpenSheet]: string } = {
  log: "Deliveries",
  change: "Change webhook",
  secret: "New signing secret",
  delete: "Delete this webhook?",
};

export function WebhookCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { zone } = useBranch();
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const { id, url, description, event_types: types, state, failing_since: failingSince } = endpoint;
  const title = description ?? new URL(url).host;
  const isActive = state === "active";

  async function switchState(): Promise<void> {
    if (isActive) await call({ route: "POST /actions/webhooks/:id/pause", id });
    else await call({ route: "POST /actions/webhooks/:id/resume", id });
    await refreshItems(endpointCollection);
    showSuccess(isActive ? "Webhook paused" : "Webhook resumed");
  }

  return (
    <Card title={title} actions={<StatusBadge {...endpointBadges[state]} />}>
      {failingSince && (
        <Notice c="red">
          The receiver has accepted nothing since <DateTime at={failingSince} zone={zone} />. Its answers are under
          Deliveries.
        </Notice>
      )}
      <KeyValueList>
        <KeyValue label="Address">{url}</KeyValue>
        <KeyValue label="Events">{types.join(", ")}</KeyValue>
        <KeyValue label="Branches">
          <BranchNames ids={endpoint.branches} />
        </KeyValue>
        <KeyValue label="Created">
          <DateTime at={endpoint.date_created} zone={zone} />
        </KeyValue>
      </KeyValueList>
      <Group>
        <Button variant="default" onClick={() => setSheet("log")} aria-label={`Deliveries of ${title}`}>
          Deliveries
        </Button>
        <Button variant="default" onClick={() => setSheet("change")} aria-label={`Change ${title}`}>
          Change
        </Button>
        <AsyncButton variant="default" onPress={switchState} aria-label={`${isActive ? "Pause" : "Resume"} ${title}`}>
          {isActive ? "Pause" : "Resume"}
        </AsyncButton>
        <Button variant="default" onClick={() => setSheet("secret")} aria-label={`New secret for ${title}`}>
          New secret
        </Button>
        <Button variant="default" onClick={() => setSheet("delete")} aria-label={`Delete ${title}`}>
          Delete
        </Button>
      </Group>
      <Sheet isOpen={sheet !== null} title={sheet ? sheetTitles[sheet] : ""} onClose={() => setSheet(null)}>
        {sheet === "log" && <WebhookLog endpoint={endpoint} />}
        {sheet === "change" && <WebhookForm endpoint={endpoint} onDone={() => setSheet(null)} />}
        {sheet === "secret" && <NewSecret id={id} onDone={() => setSheet(null)} />}
        {sheet === "delete" && <DeleteWebhook id={id} />}
      </Sheet>
    </Card>
  );
}

function BranchNames({ ids }: { ids: readonly number[] | null }) {
  const query = itemsQuery("Branch", { fields: ["id", "name"], filter: { id: { _in: [...(ids ?? [])] } }, limit: -1 });
  const { data: branches = [] } = useQuery({ ...query, enabled: ids !== null });
  return ids === null ? "All" : branches.map(({ name }) => name).join(", ");
}

function NewSecret({ id, onDone }: { id: number; onDone: () => void }) {
  const [secret, setSecret] = useState("");
  const replace = async (): Promise<void> =>
    setSecret((await call({ route: "POST /actions/webhooks/:id/rotate", id })).secret);
  if (secret)
    return (
      <ShownOnce noun="signing secret" value={secret} onDone={onDone}>
        Change the receiver to it within 24 hours.
      </ShownOnce>
    );
  return (
    <Stack>
      <p>The present secret also signs for 24 hours, so that the receiver loses nothing.</p>
      <AsyncButton size="xl" fullWidth color="marigold" onPress={replace}>
        Create new secret
      </AsyncButton>
    </Stack>
  );
}

function DeleteWebhook({ id }: { id: number }) {
  async function remove(): Promise<void> {
    await call({ route: "POST /actions/webhooks/:id/delete", id });
    await refreshItems(endpointCollection);
    showSuccess("Webhook deleted");
  }
  return (
    <Stack>
      <p>Nothing more is sent to its address, and its log is deleted.</p>
      <AsyncButton size="xl" fullWidth color="red" onPress={remove}>
        Delete webhook
      </AsyncButton>
    </Stack>
  );
}
