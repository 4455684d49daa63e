// Outbox (ours, /{company}/{branch}/outbox): every mail and SMS of the branch, live: what was sent, what waits and what was not.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconMailCheck, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useLive } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { MessageRow } from "#web/features/outbox/message-row.tsx";
import { MessageSheet } from "#web/features/outbox/message-sheet.tsx";
import {
  choices,
  messagesQuery,
  notSentQuery,
  type OutboxAddress,
  readAddress,
  writeAddress,
} from "#web/features/outbox/messages.ts";
import { TestSheet } from "#web/features/outbox/test-sheet.tsx";
import rows from "#web/ui/rows.module.css";
import styles from "#web/features/outbox/outbox.module.css";

export function OutboxPage() {
  useLive("Outbox");
  const [parameters, setParameters] = useSearchParams();
  const [isTesting, setIsTesting] = useState(false);
  const address = readAddress(parameters);
  const show = (next: OutboxAddress) => setParameters(writeAddress(next), { preventScrollReset: true });
  return (
    <Page
      title="Outbox"
      actions={
        <Button
          variant="default"
          size="lg"
          leftSection={<IconSend size={20} aria-hidden="true" />}
          onClick={() => setIsTesting(true)}
        >
          Send a test
        </Button>
      }
    >
      <Filters address={address} onShow={show} />
      <List address={address} onShow={show} />
      <TestSheet isOpen={isTesting} onClose={() => setIsTesting(false)} />
    </Page>
  );
}

interface Shown {
  address: OutboxAddress;
  onShow: (next: OutboxAddress) => void;
}

function Filters({ address, onShow }: Shown) {
  const { branch } = useBranch();
  const { data: notSent = 0 } = useQuery(notSentQuery(branch.id));
  return (
    <Chips label="Show">
      {choices.map(({ value, label }) => (
        <Chip
          key={value}
          label={label}
          count={value === "failed" && notSent > 0 ? notSent : undefined}
          isChosen={address.show === value}
          onPress={() => onShow({ show: value, page: 1 })}
        />
      ))}
    </Chips>
  );
}

function List({ address, onShow }: Shown) {
  const { branch } = useBranch();
  const [opened, setOpened] = useState<number | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...messagesQuery({ branch: branch.id, ...address }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.data.length === 0) return <Nothing show={address.show} />;
  const message = data.data.find(({ id }) => id === opened);
  return (
    <div aria-busy={isPlaceholderData} className={styles["list"]}>
      <ul className={rows["rows"]} aria-label="Messages">
        {data.data.map((each) => (
          <MessageRow key={each.id} message={each} onOpen={() => setOpened(each.id)} />
        ))}
      </ul>
      <Pages page={address.page} count={data.count} onOpen={(page) => onShow({ ...address, page })} />
      {message && <MessageSheet message={message} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Nothing({ show }: Pick<OutboxAddress, "show">) {
  if (show === "failed")
    return (
      <EmptyState
        icon={IconMailCheck}
        title="Everything was sent"
        text="Mails and SMS that could not be sent show here."
      />
    );
  return (
    <EmptyState
      icon={IconMailCheck}
      title={show ? "None of these now" : "Nothing was sent yet"}
      text="Mails and SMS of this branch show here as they are sent. You can leave this page open."
    />
  );
}
