// /{company}/{branch}/outbox (beyond the specification): emails and SMS of the branch with their status, live.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconMailCheck, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { RowList } from "#web/ui/data/row-list.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { MessageRow } from "#web/features/messages/message-row.tsx";
import { MessageSheet } from "#web/features/messages/message-sheet.tsx";
import {
  messageFilters,
  messagesQuery,
  notSentQuery,
  type OutboxUrlState,
  parseOutboxUrlState,
  serializeOutboxUrlState,
} from "#web/features/messages/api.ts";
import { MessageUsage } from "#web/features/messages/message-usage.tsx";
import { TestMessageSheet } from "#web/features/messages/test-message-sheet.tsx";

export function OutboxPage() {
  useLiveCollections("Outbox");
  const [parameters, setParameters] = useSearchParams();
  const [isTesting, setIsTesting] = useState(false);
  const urlState = parseOutboxUrlState(parameters);
  const setUrlState = (next: OutboxUrlState) =>
    setParameters(serializeOutboxUrlState(next), { preventScrollReset: true });
  return (
    <Page
      title="Message outbox"
      actions={
        <Button
          variant="default"
          size="lg"
          leftSection={<IconSend size={20} aria-hidden="true" />}
          onClick={() => setIsTesting(true)}
        >
          Send test message
        </Button>
      }
    >
      <MessageUsage />
      <OutboxFilters urlState={urlState} onShow={setUrlState} />
      <MessageList urlState={urlState} onShow={setUrlState} />
      <TestMessageSheet isOpen={isTesting} onClose={() => setIsTesting(false)} />
    </Page>
  );
}

interface OutboxViewProps {
  urlState: OutboxUrlState;
  onShow: (next: OutboxUrlState) => void;
}

function OutboxFilters({ urlState, onShow }: OutboxViewProps) {
  const { branch } = useBranch();
  const { data: notSent = 0 } = useQuery(notSentQuery(branch.id));
  return (
    <FilterChipGroup label="Status">
      {messageFilters.map(({ value, label }) => (
        <FilterChip
          key={value}
          label={label}
          count={value === "failed" && notSent > 0 ? notSent : undefined}
          isChosen={urlState.show === value}
          onPress={() => onShow({ show: value, page: 1 })}
        />
      ))}
    </FilterChipGroup>
  );
}

function MessageList({ urlState, onShow }: OutboxViewProps) {
  const { branch } = useBranch();
  const [opened, setOpened] = useState<number | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...messagesQuery({ branch: branch.id, ...urlState }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.count === 0) return <EmptyOutbox show={urlState.show} />;
  const message = data.data.find(({ id }) => id === opened);
  return (
    <Stack aria-busy={isPlaceholderData}>
      <RowList label="Messages">
        {data.data.map((row) => (
          <MessageRow key={row.id} message={row} onOpen={() => setOpened(row.id)} />
        ))}
      </RowList>
      <Pagination page={urlState.page} count={data.count} onPageChange={(page) => onShow({ ...urlState, page })} />
      {message && <MessageSheet message={message} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

function EmptyOutbox({ show }: Pick<OutboxUrlState, "show">) {
  if (show === "failed")
    return (
      <EmptyState
        icon={IconMailCheck}
        title="No undelivered messages"
        text="Emails and SMS that could not be sent appear here."
      />
    );
  return (
    <EmptyState
      icon={IconMailCheck}
      title={show ? "No matching messages" : "No messages sent yet"}
      text="Emails and SMS of this branch appear here automatically."
    />
  );
}
