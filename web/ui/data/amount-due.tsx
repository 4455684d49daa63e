// An amount in large figures below its name.
import type { ReactNode } from "react";
import { Amount } from "#web/ui/data/amount.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";

interface AmountDueProps {
  caption: string;
  paise: number;
  /** The caption is the heading of the page. */
  isPage?: boolean;
  /** How the amount is made up. */
  children?: ReactNode;
}

export function AmountDue({ caption, paise, isPage = false, children }: AmountDueProps) {
  return (
    <Stack gap="2xs">
      {isPage ? (
        <Title order={1} size="md" c="dimmed">
          {caption}
        </Title>
      ) : (
        <Text c="dimmed" fw="medium">
          {caption}
        </Text>
      )}
      <p>
        <Amount paise={paise} size="huge" />
      </p>
      {children}
    </Stack>
  );
}
