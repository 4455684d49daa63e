// What waits for the network, what the server refused, and what was sent meanwhile: on every partner page.
import { Button } from "@mantine/core";
import { IconCloudCheck, IconCloudOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { formatDateTime12 } from "#domain/dates.ts";
import { getErrorText } from "#domain/errors.ts";
import { describeQueue } from "#domain/queue/queued-action.ts";
import { removeFromQueue } from "#web/api/queue/queue.ts";
import type { StoredAction } from "#web/api/queue/queue-storage.ts";
import type { Session } from "#web/api/session.ts";
import { useBranch } from "#web/api/use-session.ts";
import { type ReturnedActionState, useOwnQueue, useQueueSender } from "#web/product/queue/use-queue.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** How long it is shown in ms that everything was sent: long enough to open a new entry, whose slot is known only then. */
const sentNoticeMs = 120_000;

export function QueueNotice({ session }: { session: Session }) {
  useQueueSender(session);
  const actions = useOwnQueue(session);
  const [isOpen, setIsOpen] = useState(false);
  const isComplete = actions.every(({ state }) => state === "sent");
  const isRefused = actions.some(({ state }) => state === "returned");

  const sentKeys = actions.filter(({ state }) => state === "sent").map(({ key }) => key);

  async function close(): Promise<void> {
    setIsOpen(false);
    await removeFromQueue(...sentKeys);
  }

  // A success needs no answer; what was refused stays until somebody decides.
  const forgotten = isComplete && !isOpen ? sentKeys.join() : "";
  useEffect(() => {
    if (forgotten === "") return;
    const timer = setTimeout(() => void removeFromQueue(...forgotten.split(",")), sentNoticeMs);
    return () => clearTimeout(timer);
  }, [forgotten]);

  return (
    <>
      <div role="status">
        {actions.length > 0 && (
          <Notice
            c={isRefused ? "red" : isComplete ? "green" : "amber"}
            icon={isComplete ? IconCloudCheck : IconCloudOff}
            actions={
              <Button variant="default" onClick={() => setIsOpen(true)}>
                {t("View")}
              </Button>
            }
          >
            <strong>
              {describeQueue(actions)
                .map(({ text, count }) => t(text).replace("{count}", String(count)))
                .join(", ")}
            </strong>
          </Notice>
        )}
      </div>
      {actions.length > 0 && (
        <Sheet isOpen={isOpen} title={t("Entered without a connection")} onClose={() => void close()}>
          <RowList label={t("Entered without a connection")}>
            {actions.map((action) => (
              <QueuedActionRow key={action.key} action={action} onOpen={() => setIsOpen(false)} />
            ))}
          </RowList>
        </Sheet>
      )}
    </>
  );
}

function QueuedActionRow({ action, onOpen }: { action: StoredAction; onOpen: () => void }) {
  const { branch, path, zone } = useBranch();
  const navigate = useNavigate();
  const { key, state, reason, rowId, title, summary, queuedAt, form, resultPage } = action;
  const isHere = action.branch === branch.id;
  // Somebody else has collected meanwhile: there is nothing to send again.
  const isPaidMeanwhile = reason === getErrorText("ALREADY_PAID");

  async function edit(): Promise<void> {
    const navigation: ReturnedActionState = { returnedAction: key };
    onOpen();
    await navigate(path(form.page), { state: navigation });
  }

  return (
    <Row>
      <Stack gap="xs">
        <div>
          <strong>{title}</strong> <Text component="span">{t(summary)}</Text>
          <Text c="dimmed" size="sm" isFigures>
            {formatDateTime12({ at: new Date(queuedAt), zone })}
            {!isHere && `, ${action.branchName}`}
          </Text>
        </div>
        {state === "waiting" && (
          <Text c="amber">
            {isHere
              ? t("Waiting for the connection")
              : t("Sent when you open {branchName} again", { branchName: action.branchName })}
          </Text>
        )}
        {state === "returned" && (
          <>
            <Text c="red" role="alert">
              {reason && t(reason).replace(/^\*/, "")}
              {isPaidMeanwhile && ` ${t("If cash was taken for it, return it to the customer.")}`}
            </Text>
            <Group>
              {isHere && !isPaidMeanwhile && <AsyncButton onPress={edit}>{t("Edit and send")}</AsyncButton>}
              <AsyncButton variant="default" onPress={() => removeFromQueue(key)}>
                {t("Remove")}
              </AsyncButton>
            </Group>
          </>
        )}
        {state === "sent" && (
          <Group>
            <Text c="green">{t("Sent")}</Text>
            {isHere && rowId !== null && (
              <ButtonLink to={path(`${resultPage}${rowId}`)} variant="default">
                {t("Open")}
              </ButtonLink>
            )}
          </Group>
        )}
      </Stack>
    </Row>
  );
}
