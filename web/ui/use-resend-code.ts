// reading.md §6: a code can be resent after 30 s.
import { useState } from "react";
import { useNow } from "#web/ui/use-now.ts";
import { showError, showSuccess } from "#web/ui/feedback.ts";

interface ResendCode {
  /** Seconds until the code can be resent; 0 or less if it can. */
  secondsLeft: number;
  isBlocked: boolean;
  send: () => Promise<void>;
}

/** `availableAt` is the Unix time in ms from which the code can be resent; `onSend` resends it and resolves to the next such time. */
export function useResendCode({
  availableAt,
  success,
  onSend,
}: {
  availableAt: number;
  /** Code or text of the message. */
  success: string;
  onSend: () => Promise<number>;
}): ResendCode {
  const [nextSendAt, setNextSendAt] = useState(availableAt);
  const [isSending, setIsSending] = useState(false);
  const now = useNow(1_000);
  const secondsLeft = Math.ceil((nextSendAt - now.getTime()) / 1_000);

  async function send(): Promise<void> {
    setIsSending(true);
    try {
      setNextSendAt(await onSend());
      showSuccess(success);
    } catch (thrown) {
      showError(thrown);
    } finally {
      setIsSending(false);
    }
  }
  return { secondsLeft, isBlocked: secondsLeft > 0 || isSending, send };
}
