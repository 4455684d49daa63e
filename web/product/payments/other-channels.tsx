// Beside a payment in cash: the other channels of the branch, for a customer who wants to pay in another way.
import { Button } from "@mantine/core";
import { Group } from "#web/ui/layout.tsx";
import type { FurtherAction } from "#web/ui/overlays/more-actions.tsx";
import { t } from "#web/languages/t.ts";

export function OtherChannels({ actions, onChoose }: { actions: readonly FurtherAction[]; onChoose: () => void }) {
  if (actions.length === 0) return null;
  return (
    <Group>
      {actions.map(({ label, icon: ActionIcon, onPress }) => (
        <Button
          key={label}
          variant="default"
          size="lg"
          leftSection={ActionIcon && <ActionIcon aria-hidden="true" />}
          onClick={() => {
            onChoose();
            void onPress();
          }}
        >
          {t(label)}
        </Button>
      ))}
    </Group>
  );
}
