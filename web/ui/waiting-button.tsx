// A button whose action takes time: it shows that it waits, cannot be pressed twice, and shows what went wrong.
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { showError } from "#web/ui/messages.ts";
import { usePress } from "#web/ui/use-press.ts";

interface WaitingButtonProps extends ButtonProps {
  onPress: () => Promise<unknown>;
  children: ReactNode;
  "aria-label"?: string;
}

export function WaitingButton({ onPress, children, ...rest }: WaitingButtonProps) {
  const { isWaiting, press } = usePress({ onPress, onFail: showError });
  return (
    <Button {...rest} type="button" loading={isWaiting} onClick={() => void press()}>
      {children}
    </Button>
  );
}
