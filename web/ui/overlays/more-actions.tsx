// The further actions of an `ActionBar`: beside the main action where they fit, otherwise behind one button.
import type { Icon } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import { useState } from "react";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { t } from "#web/languages/t.ts";

export interface FurtherAction {
  label: string;
  icon?: Icon | undefined;
  /** What it does, below its button in the sheet. */
  description?: string | undefined;
  /** The sheet closes once it has succeeded. */
  onPress: () => Promise<unknown> | void;
}

const maxBesideMain = { phone: 1, desktop: 2 } as const;

export function MoreActions({ actions }: { actions: readonly FurtherAction[] }) {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const limit = isPhone ? maxBesideMain.phone : maxBesideMain.desktop;
  // With more of them, one place is taken by the button that opens the others.
  const shown = actions.length <= limit ? actions : actions.slice(0, limit - 1);
  const others = actions.slice(shown.length);
  return (
    <>
      {others.length > 0 && (
        <Button variant="default" size="xl" onClick={() => setIsOpen(true)}>
          <span className="visually-hidden">{t("More")} </span>
          {t("Actions")}
        </Button>
      )}
      {shown.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      <Sheet isOpen={isOpen && others.length > 0} title={t("More actions")} onClose={() => setIsOpen(false)}>
        <Stack>
          {others.map((action) => (
            <Stack key={action.label} gap="xs">
              <ActionButton action={action} onDone={() => setIsOpen(false)} />
              {action.description && <Text c="dimmed">{t(action.description)}</Text>}
            </Stack>
          ))}
        </Stack>
      </Sheet>
    </>
  );
}

function ActionButton({
  action: { label, icon: ActionIcon, onPress },
  onDone,
}: {
  action: FurtherAction;
  onDone?: (() => void) | undefined;
}) {
  async function press(): Promise<void> {
    const running = onPress();
    // An action that opens a dialog closes this one in the same render.
    if (running) await running;
    onDone?.();
  }
  return (
    <AsyncButton
      className="figures"
      variant="default"
      size="xl"
      leftSection={ActionIcon && <ActionIcon aria-hidden="true" />}
      onPress={press}
    >
      {t(label)}
    </AsyncButton>
  );
}
