// Approvals (ours, /{company}/{branch}/approvals): who asks to come in, live, each answered with one thumb.
import { useQuery } from "@tanstack/react-query";
import { IconUserCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useLive } from "#web/items/live.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { useNow } from "#web/ui/clock.ts";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AnsweredRow, RequestCard } from "#web/features/approvals/request-card.tsx";
import {
  answeredPasses,
  answeredVisits,
  byAnswer,
  byTime,
  requestOfPass,
  requestOfVisit,
  waitingPasses,
  waitingVisits,
} from "#web/features/approvals/requests.ts";
import styles from "#web/features/approvals/approvals.module.css";

export function ApprovalsPage() {
  useLive("Parking_Information", "Parking_Main_Information");
  return (
    <Page title="Approvals">
      <Waiting />
      <Answered />
    </Page>
  );
}

function Waiting() {
  const { branch } = useBranch();
  const { role } = useKnownSession();
  // Approvers answer by who it is and why; the pictures are the gate's.
  const visits = useQuery(waitingVisits({ branch: branch.id, withImages: role !== "approver" }));
  const passes = useQuery(waitingPasses(branch.id));
  const error = visits.error ?? passes.error;
  if (error && !(visits.data && passes.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([visits.refetch(), passes.refetch()])} />;
  if (!visits.data || !passes.data) return <SkeletonRows count={3} />;
  const requests = byTime([...visits.data.map(requestOfVisit), ...passes.data.map(requestOfPass)]);
  if (requests.length === 0)
    return (
      <EmptyState
        icon={IconUserCheck}
        title="Nobody waits"
        text="Who asks to come in shows here at once. You can leave this page open."
      />
    );
  return (
    <ul className={styles["requests"]} aria-label="Waiting for an answer">
      {requests.map((request) => (
        <RequestCard key={`${request.asked.kind}-${request.asked.id}`} request={request} />
      ))}
    </ul>
  );
}

function Answered() {
  const { branch, zone } = useBranch();
  // A query of its own for every minute would never be asked again by a live event: the day it began with will do.
  const [opened] = useState(() => new Date());
  const now = useNow();
  const today = { branch: branch.id, zone, now: opened };
  const { data: visits = [] } = useQuery(answeredVisits(today));
  const { data: passes = [] } = useQuery(answeredPasses(today));
  const requests = byAnswer([...visits.map(requestOfVisit), ...passes.map(requestOfPass)]);
  if (requests.length === 0) return null;
  return (
    <section className={styles["answered"]}>
      <h2 className={styles["heading"]}>Answered today</h2>
      <ul className={styles["rows"]}>
        {requests.map((request) => (
          <AnsweredRow key={`${request.asked.kind}-${request.asked.id}`} request={request} now={now} />
        ))}
      </ul>
    </section>
  );
}
