// What a form shows after its action was queued, and once it was sent or refused.
import { Button } from "@mantine/core";
import { IconCloudCheck, IconCloudOff } from "@tabler/icons-react";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { useOwnQueue } from "#web/product/queue/use-queue.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface QueuedResultProps {
  plate: string;
  /** What follows once it is sent. */
  children: string;
  nextLabel: string;
  onNext: () => void;
}

export function QueuedResult({ plate, nextLabel, onNext, children }: QueuedResultProps) {
  const { path } = useBranch();
  const action = useOwnQueue(useRequiredSession()).findLast(({ title }) => title === plate);
  // The list of sent actions is emptied when it was looked at.
  const state = action?.state ?? "sent";
  const titles = { waiting: t("Waiting to be sent"), sent: t("Sent"), returned: t("Not accepted") };
  return (
    <Page title={titles[state]}>
      <Stack width="form" gap="lg">
        <Group justify="center">
          <Plate number={plate} size="large" />
        </Group>
        {state === "waiting" && (
          <Notice icon={IconCloudOff} role="status">
            {tNodes("No connection. This is kept on the device and sent when the connection returns. {children}", {
              children,
            })}
          </Notice>
        )}
        {state === "sent" && (
          <Notice
            c="green"
            icon={IconCloudCheck}
            role="status"
            actions={
              action &&
              action.rowId !== null && (
                <ButtonLink to={path(`${action.resultPage}${action.rowId}`)} variant="default">
                  {t("Open")}
                </ButtonLink>
              )
            }
          >
            {t("The connection is back, and this was sent.")}
          </Notice>
        )}
        {state === "returned" && (
          <Notice c="red" icon={IconCloudOff} role="alert">
            {action?.reason && <strong>{t(action.reason).replace(/^\*/, "")} </strong>}
            {t("Open the list above to edit it and send it again.")}
          </Notice>
        )}
      </Stack>
      <ActionBar>
        <Button color="marigold" size="xl" onClick={onNext} autoFocus>
          {nextLabel}
        </Button>
      </ActionBar>
    </Page>
  );
}
