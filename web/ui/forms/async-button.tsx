// Button with an async action: shows a loader, ignores repeated clicks and reports errors.
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { showError } from "#web/ui/feedback.ts";
import { useAsyncAction } from "#web/ui/forms/use-async-action.ts";

interface AsyncButtonProps extends ButtonProps {
  onPress: () => Promise<unknown>;
  children: ReactNode;
  "aria-label"?: string;
}

export function AsyncButton({ onPress, children, ...rest }: AsyncButtonProps) {
  const { isPending, run } = useAsyncAction({ action: onPress, onError: showError });
  return (
    <Button {...rest} type="button" loading={isPending} onClick={() => void run()}>
      {children}
    </Button>
  );
}
