// Approvals page (addition to §2, /{company}/{branch}/approvals): live list of pending requests and today's decisions.
import { useQuery } from "@tanstack/react-query";
import { IconUserCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { useNow } from "#web/ui/use-now.ts";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { RowList } from "#web/ui/data/row-list.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DecidedRow, RequestCard } from "#web/features/approvals/request-card.tsx";
import { isApprover } from "#domain/access/capabilities.ts";
import {
  answerTimesQuery,
  decidedPassesQuery,
  decidedEntriesQuery,
  sortByDecisionTime,
  sortByUrgency,
  toPassRequest,
  toEntryRequest,
  pendingPassesQuery,
  pendingEntriesQuery,
} from "#web/features/approvals/requests.ts";

export function ApprovalsPage() {
  useLiveCollections("Parking_Information", "Parking_Main_Information");
  return (
    <Page title="Approvals">
      <PendingRequests />
      <DecidedRequests />
    </Page>
  );
}

function PendingRequests() {
  const { branch } = useBranch();
  const session = useRequiredSession();
  // Approvers decide by visitor and purpose and have no access to the photos.
  const entries = useQuery(pendingEntriesQuery({ branch: branch.id, withImages: !isApprover(session) }));
  const passes = useQuery(pendingPassesQuery(branch.id));
  const error = entries.error ?? passes.error;
  if (error && !(entries.data && passes.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([entries.refetch(), passes.refetch()])} />;
  if (!entries.data || !passes.data) return <SkeletonRows count={3} />;
  const requests = sortByUrgency([...entries.data.map(toEntryRequest), ...passes.data.map(toPassRequest)]);
  if (requests.length === 0)
    return (
      <EmptyState icon={IconUserCheck} title="No pending requests" text="New requests appear here automatically." />
    );
  return (
    <Grid component="ul" minColumnWidth={380} gap="sm" fill aria-label="Pending requests">
      {requests.map((request) => (
        <RequestCard key={`${request.ref.kind}-${request.ref.id}`} request={request} />
      ))}
    </Grid>
  );
}

/** The median of today's requests of visitors at the gate. */
function AnswerTime() {
  const { data } = useQuery(answerTimesQuery);
  if (!data || data.median_seconds === null) return null;
  const requests = data.decided === 1 ? "1 request" : `${data.decided} requests`;
  return (
    <Text c="dimmed">
      Median time to answer: <span className="figures">{formatSeconds(data.median_seconds)}</span> ({requests} at the
      gate)
    </Text>
  );
}

function formatSeconds(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function DecidedRequests() {
  const { branch, zone } = useBranch();
  // The query key must not change every minute, so the day is fixed when the page opens.
  const [openedAt] = useState(() => new Date());
  const now = useNow();
  const today = { branch: branch.id, zone, now: openedAt };
  const { data: entries = [] } = useQuery(decidedEntriesQuery(today));
  const { data: passes = [] } = useQuery(decidedPassesQuery(today));
  const requests = sortByDecisionTime([...entries.map(toEntryRequest), ...passes.map(toPassRequest)]);
  if (requests.length === 0) return null;
  return (
    <Stack component="section" gap="sm" width="reading">
      <Title>Decided today</Title>
      <AnswerTime />
      <RowList label="Decided today">
        {requests.map((request) => (
          <DecidedRow key={`${request.ref.kind}-${request.ref.id}`} request={request} now={now} />
        ))}
      </RowList>
    </Stack>
  );
}
