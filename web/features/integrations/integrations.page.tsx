// §7: an admin's page of static tokens: what other programs may do here, until they are stopped.
import { Button } from "@mantine/core";
import { IconCheck, IconPlugConnected, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleOf, roles } from "#domain/roles.ts";
import { request } from "#web/items/client.ts";
import { itemsQuery } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useNow } from "#web/ui/clock.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment, Since } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { NewToken } from "#web/features/integrations/new-token.tsx";
import styles from "#web/features/integrations/integrations.module.css";

interface Token {
  id: number;
  name: string;
  role: string;
  token_start: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  date_created: string;
  user_created: { first_name: string } | null;
  users: { default_branch: { name: string } | null }[];
}

const collection = "Integration_Tokens";
const tokensQuery = itemsQuery<Token>(collection, {
  fields: ["*", "user_created.first_name", "users.default_branch.name"],
  sort: ["-id"],
});

export function IntegrationsPage() {
  const { data: tokens, error, refetch } = useQuery(tokensQuery);
  const [isNew, setIsNew] = useState(false);
  const [stopping, setStopping] = useState<Token | null>(null);

  async function stop({ id }: Token): Promise<void> {
    await request(`/actions/integrations/${id}/revoke`, { method: "POST", body: {} });
    await queryClient.invalidateQueries({ queryKey: ["items", collection] });
    setStopping(null);
    showSuccess("The token is worth nothing any more");
  }

  return (
    <Page
      title="Integrations"
      actions={
        <Button color="marigold" leftSection={<IconPlus aria-hidden="true" />} onClick={() => setIsNew(true)}>
          New token
        </Button>
      }
    >
      <p className={styles["lead"]}>
        A token lets another program, such as your accounts or a barrier, work with your branches through the API.
      </p>
      {error && !tokens ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !tokens ? (
        <SkeletonRows count={3} />
      ) : tokens.length === 0 ? (
        <EmptyState
          icon={IconPlugConnected}
          title="No program works here yet"
          text="Make a token for the program, and paste it into its settings."
        />
      ) : (
        <div className={styles["tokens"]}>
          {tokens.map((token) => (
            <TokenCard key={token.id} token={token} onStop={() => setStopping(token)} />
          ))}
        </div>
      )}
      <Sheet isOpen={isNew} title="New token" onClose={() => setIsNew(false)}>
        <NewToken onDone={() => setIsNew(false)} />
      </Sheet>
      <Sheet isOpen={stopping !== null} title={`Stop ${stopping?.name ?? ""}?`} onClose={() => setStopping(null)}>
        <div className={styles["form"]}>
          <p>
            The program that uses this token is refused from its next request on. This cannot be undone: for a fresh
            start you make a new one.
          </p>
          <WaitingButton size="xl" fullWidth color="red" onPress={() => stop(stopping!)}>
            Stop it
          </WaitingButton>
        </div>
      </Sheet>
    </Page>
  );
}

function TokenCard({ token, onStop }: { token: Token; onStop: () => void }) {
  const {
    name,
    role,
    token_start: start,
    users,
    last_used_at: usedAt,
    revoked_at: stoppedAt,
    expires_at: endsAt,
  } = token;
  const now = useNow();
  const isOver = endsAt !== null && new Date(endsAt) <= now;
  const state = stoppedAt ? "Stopped" : isOver ? "Run out" : "Works";
  const branches = users.flatMap(({ default_branch: branch }) => branch?.name ?? []);
  return (
    <Card className={stoppedAt || isOver ? styles["over"] : undefined}>
      <div className={styles["head"]}>
        <h2 className={styles["name"]}>{name}</h2>
        <StatusBadge
          label={state}
          {...(state === "Works" ? { colour: "green", icon: IconCheck } : { colour: "grey" })}
        />
      </div>
      <dl className={styles["facts"]}>
        <dt>May do</dt>
        <dd>
          what {roles[roleOf(role)].name.toLowerCase()} may, at {branches.join(", ")}
        </dd>
        <dt>Token</dt>
        <dd className={styles["mono"]}>{start}…</dd>
        <dt>Made</dt>
        <dd>
          <Moment at={token.date_created} /> by {token.user_created?.first_name ?? "somebody who has left"}
        </dd>
        <dt>Last used</dt>
        <dd>{usedAt ? <Since at={usedAt} /> : "never"}</dd>
        {endsAt && (
          <>
            <dt>Until</dt>
            <dd>
              <Moment at={endsAt} />
            </dd>
          </>
        )}
      </dl>
      {state === "Works" && (
        <Button variant="default" onClick={onStop} aria-label={`Stop ${name}`}>
          Stop
        </Button>
      )}
    </Card>
  );
}
