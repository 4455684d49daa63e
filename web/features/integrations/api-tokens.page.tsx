// §7: static API tokens of other systems, for admins.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { IconCheck, IconPlugConnected, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { findRole, roles } from "#domain/access/roles.ts";
import { tokenAreas } from "#domain/integrations/token-areas.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useNow } from "#web/ui/use-now.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { NewTokenForm } from "#web/features/integrations/new-token.tsx";
import { Text } from "#web/ui/text.tsx";
import { Stack, Grid, Group } from "#web/ui/layout.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";

const collection = "Integration_Tokens";
const tokenFields = ["*", "user_created.first_name", "users.default_branch.name"] as const;
type ApiTokenRow = WireRow<typeof collection, typeof tokenFields>;
const tokensQuery = itemsQuery(collection, {
  fields: tokenFields,
  sort: ["-id"],
});

export function ApiTokensPage() {
  const { data: tokens, error, refetch } = useQuery(tokensQuery);
  const [isNew, setIsNew] = useState(false);
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiTokenRow | null>(null);

  async function revoke({ id }: ApiTokenRow): Promise<void> {
    await call({ route: "POST /actions/integrations/:id/revoke", id });
    await refreshItems(collection);
    setTokenToRevoke(null);
    showSuccess("Token revoked");
  }

  return (
    <Page
      title="API tokens"
      actions={
        <Button color="marigold" leftSection={<IconPlus aria-hidden="true" />} onClick={() => setIsNew(true)}>
          New token
        </Button>
      }
    >
      <Text c="dimmed">
        An API token lets another system, such as accounting software or a boom barrier, use the API for your branches.{" "}
        <Link to="/docs">API reference</Link>, <Link to="/docs/examples">examples</Link>
      </Text>
      {error && !tokens ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !tokens ? (
        <SkeletonRows count={3} />
      ) : tokens.length === 0 ? (
        <EmptyState
          icon={IconPlugConnected}
          title="No API tokens yet"
          text="Create a token and paste it into the settings of the other system."
        />
      ) : (
        <Grid minColumnWidth={340} fill>
          {tokens.map((token) => (
            <ApiTokenCard key={token.id} token={token} onRevoke={() => setTokenToRevoke(token)} />
          ))}
        </Grid>
      )}
      <Sheet isOpen={isNew} title="New token" onClose={() => setIsNew(false)}>
        <NewTokenForm onDone={() => setIsNew(false)} />
      </Sheet>
      <Sheet
        isOpen={tokenToRevoke !== null}
        title={`Revoke ${tokenToRevoke?.name ?? ""}?`}
        onClose={() => setTokenToRevoke(null)}
      >
        <Stack>
          <p>Requests with this token are refused immediately. You cannot undo this, but you can create a new token.</p>
          <AsyncButton size="xl" fullWidth color="red" onPress={() => revoke(tokenToRevoke!)}>
            Revoke token
          </AsyncButton>
        </Stack>
      </Sheet>
    </Page>
  );
}

function ApiTokenCard({ token, onRevoke }: { token: ApiTokenRow; onRevoke: () => void }) {
  const {
    name,
    role,
    token_start: start,
    users,
    last_used_at: usedAt,
    revoked_at: revokedAt,
    expires_at: expiresAt,
  } = token;
  const now = useNow();
  const isExpired = expiresAt !== null && new Date(expiresAt) <= now;
  const state = revokedAt ? "Revoked" : isExpired ? "Expired" : "Active";
  const branches = users.flatMap(({ default_branch: branch }) => branch?.name ?? []);
  return (
    <Card
      title={name}
      actions={
        <StatusBadge
          label={state}
          {...(state === "Active" ? { colour: "green", icon: IconCheck } : { colour: "grey" })}
        />
      }
    >
      <KeyValueList>
        <KeyValue label="Access">
          {roles[findRole(role)].name} at {branches.join(", ")}
        </KeyValue>
        <KeyValue label="Rights">
          {token.is_read_only ? "Read only" : "Read and write"}, {describeAreas(token.areas)}
        </KeyValue>
        <KeyValue label="Token">
          <code>{start}…</code>
        </KeyValue>
        <KeyValue label="Created">
          <DateTime at={token.date_created} /> by {token.user_created?.first_name ?? "former user"}
        </KeyValue>
        <KeyValue label="Last used">{usedAt ? <RelativeTime at={usedAt} /> : "Never"}</KeyValue>
        {expiresAt && (
          <KeyValue label="Expires">
            <DateTime at={expiresAt} />
          </KeyValue>
        )}
      </KeyValueList>
      {state === "Active" && (
        <Group>
          <Button variant="default" onClick={onRevoke} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        </Group>
      )}
    </Card>
  );
}

const describeAreas = (areas: readonly string[] | null): string =>
  areas === null ? "all areas" : areas.map((area) => (isKeyOf(tokenAreas, area) ? tokenAreas[area] : area)).join(", ");
