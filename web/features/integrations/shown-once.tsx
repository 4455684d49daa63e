// A token or signing secret, which is shown once only.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";

interface ShownOnceProps {
  /** What it is, as in "Copy this token now". */
  noun: string;
  value: string;
  /** How it is used. */
  children: ReactNode;
  onDone: () => void;
}

export function ShownOnce({ noun, value, children, onDone }: ShownOnceProps) {
  return (
    <Stack>
      <p>Copy this {noun} now. It is shown only once.</p>
      <Notice c="grey">
        <code>{value}</code>
      </Notice>
      <CopyButton text={value} size="lg">
        {`Copy ${noun}`}
      </CopyButton>
      <Text c="dimmed">{children}</Text>
      <Button size="xl" fullWidth color="marigold" onClick={onDone}>
        Done
      </Button>
    </Stack>
  );
}
