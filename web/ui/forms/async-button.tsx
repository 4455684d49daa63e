// Button with an async action: shows a loader, ignores repeated clicks and reports errors.
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import { useContext, type ReactNode } from "react";
import { showError } from "#web/ui/feedback.ts";
import { ReadOnlyContext } from "#web/ui/forms/read-only.ts";
import { useAsyncAction } from "#web/ui/forms/use-async-action.ts";

interface AsyncButtonProps extends ButtonProps {
  onPress: () => Promise<unknown>;
  children: ReactNode;
  /** Writes nothing, so that it works also where everything is read-only. */
  isReading?: boolean;
  "aria-label"?: string;
}

export function AsyncButton({ onPress, children, isReading = false, disabled = false, ...rest }: AsyncButtonProps) {
  const isReadOnly = useContext(ReadOnlyContext) && !isReading;
  const { isPending, run } = useAsyncAction({ action: onPress, onError: showError });
  return (
    <Button {...rest} type="button" disabled={disabled || isReadOnly} loading={isPending} onClick={() => void run()}>
      {children}
    </Button>
  );
}
