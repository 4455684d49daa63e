// What one entry owes, kept true: read anew when the server tells of a change; while the payer waits, the provider is asked.
import { useCallback, useEffect, useState } from "react";
import { hasCode } from "#web/items/api-error.ts";
import type { PayWire } from "#web/items/payments.ts";
import { useTold } from "#web/items/told.ts";
import { checkPay, payLive, readPay } from "#web/features/payments/link-api.ts";

const askEveryMs = 4_000;

export interface LivePay {
  pay: PayWire | undefined;
  error: unknown;
  isConnected: boolean;
  show: (pay: PayWire) => void;
  retry: () => void;
}

/** `isWaiting`: an undecided payment is shown, which the provider is asked about until it is decided. */
export function useLivePay({ token, isWaiting }: { token: string; isWaiting: (pay: PayWire) => boolean }): LivePay {
  const [pay, setPay] = useState<PayWire>();
  const [error, setError] = useState<unknown>();

  const read = useCallback(
    async (ask: (token: string) => Promise<PayWire> = readPay) => {
      try {
        setPay(await ask(token));
        setError(undefined);
      } catch (thrown) {
        setError(thrown);
      }
    },
    [token],
  );

  const isOver = hasCode(error, "INVALID_TOKEN");
  const readAgain = useCallback(() => void read(), [read]);
  const isConnected = useTold({ address: isOver ? undefined : payLive(token), onTold: readAgain });

  useEffect(readAgain, [readAgain]);

  const waits = pay !== undefined && isWaiting(pay);
  useEffect(() => {
    if (!waits) return;
    void read(checkPay);
    const timer = setInterval(() => void read(checkPay), askEveryMs);
    return () => clearInterval(timer);
  }, [waits, read]);

  return { pay, error, isConnected, show: setPay, retry: readAgain };
}
