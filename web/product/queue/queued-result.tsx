// What a form shows after its action was queued.
import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { Plate } from "#web/product/vehicles/plate.tsx";
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
  return (
    <Page title={t("Waiting to be sent")}>
      <Stack width="form" gap="lg">
        <Group justify="center">
          <Plate number={plate} size="large" />
        </Group>
        <Notice icon={IconCloudOff} role="status">
          {tNodes("No connection. This is kept on the device and sent when the connection returns. {children}", {
            children,
          })}
        </Notice>
      </Stack>
      <ActionBar>
        <Button color="marigold" size="xl" onClick={onNext} autoFocus>
          {nextLabel}
        </Button>
      </ActionBar>
    </Page>
  );
}
