// §1: the proposed change that waits for a second person, and those before it.
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import * as limits from "#domain/limits.ts";
import {
  type TwoPersonChangeStatus,
  twoPersonChangeStates,
  type TwoPersonSubject,
} from "#domain/platform/two-person-change.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

const fields = [
  "id",
  "subject",
  "branch",
  "platform_charges",
  "service_charges",
  "publishing_takes_two",
  "start_day",
  "reason",
  "previous",
  "status",
  "answer",
  "decided_by",
  "decided_at",
  "date_created",
  "user_created.id",
  "user_created.first_name",
] as const;
export type TwoPersonChange = WireRow<"Two_Person_Changes", typeof fields>;

interface TwoPersonChangesProps {
  subject: TwoPersonSubject;
  /** Whose fees change; without one the change is of the platform's settings. */
  branch?: number | undefined;
  /** What the change does, line by line. */
  describe: (change: TwoPersonChange) => readonly string[];
  /** Form that proposes a change; shown while none is pending. */
  children: ReactNode;
}

export function TwoPersonChanges({ subject, branch, describe, children }: TwoPersonChangesProps) {
  useLiveCollections("Two_Person_Changes", "Branch", "Configuration_Settings");
  const { data, error, refetch } = useQuery(
    itemsQuery("Two_Person_Changes", {
      filter: { subject: { _eq: subject }, ...(branch === undefined ? {} : { branch: { _eq: branch } }) },
      fields,
      sort: ["-id"],
      limit: 10,
    }),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={1} />;
  const proposed = data.find(({ status }) => status === "proposed");
  const decided = data.filter(({ status }) => status !== "proposed");
  return (
    <Stack>
      {proposed ? <ProposedChange key={proposed.id} change={proposed} lines={describe(proposed)} /> : children}
      {decided.length > 0 && (
        <RowList label="Earlier changes" isFramed={false}>
          {decided.map((change) => (
            <DecidedChange key={change.id} change={change} lines={describe(change)} />
          ))}
        </RowList>
      )}
    </Stack>
  );
}

interface ChangeProps {
  change: TwoPersonChange;
  lines: readonly string[];
}

function ProposedChange({ change, lines }: ChangeProps) {
  const { user } = useRequiredSession();
  const [answer, setAnswer] = useState("");
  const isOwn = change.user_created?.id === user.id;
  const decide = async (status: TwoPersonChangeStatus) => {
    try {
      await updateItem("Two_Person_Changes", change.id, isOwn ? { status } : { status, answer: answer.trim() || null });
      showSuccess(twoPersonChangeStates.states[status].name);
    } finally {
      // Refetched on errors too, to show a decision made meanwhile.
      await queryClient.invalidateQueries({ queryKey: ["items"] });
    }
  };
  return (
    <Stack>
      <Notice role="status">
        <Stack gap="2xs">
          <strong>Waiting for a second person</strong>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>Reason: {change.reason}</p>
          <p>
            Proposed by {isOwn ? "you" : (change.user_created?.first_name ?? "unknown user")},{" "}
            <DateTime at={change.date_created} />
          </p>
        </Stack>
      </Notice>
      {!isOwn && (
        <Textarea
          label="Answer (optional)"
          value={answer}
          maxLength={limits.reviewNote}
          autosize
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
      )}
      <Group gap="sm">
        {isOwn ? (
          <AsyncButton variant="default" onPress={() => decide("withdrawn")}>
            Withdraw
          </AsyncButton>
        ) : (
          <>
            <AsyncButton color="ink" onPress={() => decide("confirmed")}>
              Confirm change
            </AsyncButton>
            <AsyncButton variant="default" onPress={() => decide("declined")}>
              Decline
            </AsyncButton>
          </>
        )}
      </Group>
    </Stack>
  );
}

function DecidedChange({ change, lines }: ChangeProps) {
  const { name, colour } = twoPersonChangeStates.states[change.status];
  return (
    <Row trailing={<StatusBadge label={name} colour={colour} />}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Text c="dimmed">
        {change.reason}. Proposed by {change.user_created?.first_name ?? "unknown user"}
        {change.decided_by && `, ${name.toLowerCase()} by ${change.decided_by}`},{" "}
        <DateTime at={change.decided_at ?? change.date_created} />
      </Text>
      {change.answer && <Text c="dimmed">Answer: {change.answer}</Text>}
    </Row>
  );
}

/** Opens the form of a proposal. */
export function ProposeButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <Button variant="default" style={{ alignSelf: "start" }} onClick={onPress}>
      {children}
    </Button>
  );
}
