// §1: support accesses to a branch, or to all branches of a company, the newest first.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { supportAccessStates } from "#domain/platform/support-access.ts";
import type { Filter } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";

const fields = [
  "id",
  "branch",
  "reason",
  "asks_consent",
  "status",
  "supporter",
  "supporter_name",
  "decided_by",
  "decided_at",
  "opened_at",
  "expires_at",
  "ended_by",
  "ended_at",
  "entered_at",
  "date_created",
] as const;
export type LoggedAccess = WireRow<"Support_Access", typeof fields>;

interface SupportLogProps {
  filter: Filter;
  zone?: string | undefined;
  getPlace?: (branch: number) => string | undefined;
  /** Button of an access. */
  renderAction?: (access: LoggedAccess) => ReactNode;
}

export function SupportLog({ filter, zone, getPlace, renderAction }: SupportLogProps) {
  useLiveCollections("Support_Access");
  const { data, error, refetch } = useQuery(itemsQuery("Support_Access", { filter, fields, sort: ["-id"], limit: 50 }));
  return (
    <Card title="Support access">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.length === 0 && <Text c="dimmed">Nobody of the platform has opened a branch here.</Text>}
      {data && data.length > 0 && (
        <RowList label="Support access" isFramed={false}>
          {data.map((access) => (
            <LogRow
              key={access.id}
              access={access}
              zone={zone}
              place={getPlace?.(access.branch)}
              action={renderAction?.(access)}
            />
          ))}
        </RowList>
      )}
    </Card>
  );
}

function LogRow({
  access,
  zone,
  place,
  action,
}: {
  access: LoggedAccess;
  zone: string | undefined;
  place: string | undefined;
  action: ReactNode;
}) {
  const now = useNow();
  const { status, reason, supporter_name, decided_by, decided_at, opened_at, expires_at, ended_by, ended_at } = access;
  const isExpired = status === "open" && expires_at !== null && now >= new Date(expires_at);
  const { name, colour } = supportAccessStates.states[isExpired ? "ended" : status];
  return (
    <Row
      trailing={
        <Group gap="xs">
          {action}
          <StatusBadge label={name} colour={colour} />
        </Group>
      }
    >
      <Text fw="bold">{[supporter_name ?? "–", place].filter(Boolean).join(", ")}</Text>
      <Text>{reason}</Text>
      <Text component="span" c="dimmed">
        {access.asks_consent ? "Asked" : "Opened without asking"} <DateTime at={access.date_created} zone={zone} />
        {decided_by && (
          <>
            . {opened_at ? "Approved" : name} by {decided_by} <DateTime at={decided_at} zone={zone} />
          </>
        )}
        {opened_at && (
          <>
            . {status === "ended" ? `Ended by ${ended_by ?? "–"}` : isExpired ? "Ended" : "Ends"}{" "}
            <DateTime at={ended_at ?? expires_at} zone={zone} />
          </>
        )}
      </Text>
    </Row>
  );
}
