// reading.md §6: a code is sent again after 30 s, and not before.
import { useState } from "react";
import { useNow } from "#web/ui/clock.ts";
import { showError, showSuccess } from "#web/ui/messages.ts";

interface SendAgain {
  /** Seconds until it may be sent again; zero or less when it may. */
  wait: number;
  isBlocked: boolean;
  send: () => Promise<void>;
}

/** `from` is when it may be sent again, in ms since 1970; `onSend` sends it and answers the same for the next time. */
export function useSendAgain({
  from,
  said,
  onSend,
}: {
  from: number;
  said: "OTP_SENT_PHONE" | "OTP_SENT_MAIL";
  onSend: () => Promise<number>;
}): SendAgain {
  const [again, setAgain] = useState(from);
  const [isSending, setIsSending] = useState(false);
  const now = useNow(1_000);
  const wait = Math.ceil((again - now.getTime()) / 1_000);

  async function send(): Promise<void> {
    setIsSending(true);
    try {
      setAgain(await onSend());
      showSuccess(said);
    } catch (thrown) {
      showError(thrown);
    } finally {
      setIsSending(false);
    }
  }
  return { wait, isBlocked: wait > 0 || isSending, send };
}
