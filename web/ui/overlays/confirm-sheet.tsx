// Asks before an action that ends something, or that others are told of.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

interface ConfirmSheetProps {
  isOpen: boolean;
  title: string;
  /** What the action does. */
  children: ReactNode;
  /** Label of the button that does it. */
  action: string;
  /** Of that button; default: red. */
  colour?: "marigold" | "red";
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmSheet({
  isOpen,
  title,
  children,
  action,
  colour = "red",
  onConfirm,
  onClose,
}: ConfirmSheetProps) {
  return (
    <Sheet isOpen={isOpen} title={title} onClose={onClose}>
      <Stack>
        <Text component="div">{children}</Text>
        <Group>
          <Button variant="default" size="lg" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <AsyncButton color={colour} size="lg" onPress={onConfirm}>
            {action}
          </AsyncButton>
        </Group>
      </Stack>
    </Sheet>
  );
}
