// Copies a text to the clipboard; hidden if the browser has no clipboard.
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import type { SuccessCode } from "#domain/success-messages.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { t } from "#web/languages/t.ts";

interface CopyButtonProps extends ButtonProps {
  text: string;
  children: string;
  /** What the success message says was copied. */
  success?: SuccessCode;
}

export function CopyButton({ text, children, success, ...rest }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  if (!navigator.clipboard) return null;

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    showSuccess(success ?? t("Copied"));
  }

  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      {...rest}
      leftSection={<Icon size={18} aria-hidden="true" />}
      onClick={() => void copy().catch(() => undefined)}
    >
      {children}
    </Button>
  );
}
