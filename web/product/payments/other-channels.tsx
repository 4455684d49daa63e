// Beside a payment in cash: the other channels of the branch, for a customer who wants to pay in another way.
import { Button } from "@mantine/core";
import { Group } from "#web/ui/layout.tsx";
import type { ChannelAction } from "#web/product/payments/channel-payment-sheet.tsx";
import { t } from "#web/languages/t.ts";

export function OtherChannels({ actions, onChoose }: { actions: readonly ChannelAction[]; onChoose: () => void }) {
  if (actions.length === 0) return null;
  return (
    <Group>
      {actions.map(({ shortLabel, icon: ActionIcon, onPress }) => (
        <Button
          key={shortLabel}
          variant="default"
          size="lg"
          leftSection={ActionIcon && <ActionIcon aria-hidden="true" />}
          onClick={() => {
            onChoose();
            void onPress();
          }}
        >
          {t(shortLabel)}
        </Button>
      ))}
    </Group>
  );
}
