// Parts of forms for queued actions: filled in as before, with the reason of the refusal, or waiting.
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { StoredAction } from "#web/api/queue/queue-storage.ts";
import type { FormValues } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function toFormValues(returned: StoredAction | undefined): FormValues {
  return Object.fromEntries(Object.entries(returned?.form.values ?? {}).map(([name, value]) => [name, value ?? ""]));
}

export function ReturnedActionNotice({ returned }: { returned: StoredAction | undefined }) {
  if (!returned) return null;
  return (
    <Notice c="red" icon={IconAlertTriangle} role="status">
      {tNodes("Not accepted: {value}", { value: returned.reason && t(returned.reason).replace(/^\*/, "") })}
    </Notice>
  );
}

function describeWaiting({ summary }: StoredAction): ReactNode {
  return tNodes("{summary} is kept on this device and sent when the connection returns.", { summary });
}

/** On the page of an entry whose payment is waiting to be sent. */
export function WaitingPaymentNotice({ waiting }: { waiting: StoredAction }) {
  return (
    <Notice c="amber" icon={IconCloudOff} role="status">
      {describeWaiting(waiting)}
    </Notice>
  );
}

/** Replaces the form of a payment that is waiting to be sent, so that it is not collected twice. */
export function WaitingPaymentSheet({ waiting, onClose }: { waiting: StoredAction; onClose: () => void }) {
  return (
    <Sheet isOpen title={t("Waiting to be sent")} onClose={onClose}>
      <Stack>
        <p role="status">{describeWaiting(waiting)}</p>
        <Button size="xl" fullWidth onClick={onClose}>
          {t("Close")}
        </Button>
      </Stack>
    </Sheet>
  );
}
