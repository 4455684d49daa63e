// A button whose action takes time: it shows that it waits, cannot be pressed twice, and shows what went wrong.
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { showError } from "#web/ui/messages.ts";

interface WaitingButtonProps extends ButtonProps {
  onPress: () => Promise<unknown>;
  children: ReactNode;
  "aria-label"?: string;
}

export function WaitingButton({ onPress, children, ...rest }: WaitingButtonProps) {
  const [isWaiting, setIsWaiting] = useState(false);
  const isUnderWay = useRef(false);

  async function press(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsWaiting(true);
    try {
      await onPress();
    } catch (thrown) {
      showError(thrown);
    } finally {
      isUnderWay.current = false;
      setIsWaiting(false);
    }
  }

  return (
    <Button {...rest} type="button" loading={isWaiting} onClick={() => void press()}>
      {children}
    </Button>
  );
}
