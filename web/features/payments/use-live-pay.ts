// What one entry owes, kept true: read anew when the server tells of a change; while the payer waits, the provider is asked.
import { useCallback, useEffect, useState } from "react";
import { hasCode } from "#web/items/api-error.ts";
import type { PayWire } from "#web/items/payments.ts";
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
  const [isConnected, setIsConnected] = useState(true);

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
  useEffect(() => {
    if (isOver) return;
    const source = new EventSource(payLive(token));
    source.addEventListener("ready", () => {
      setIsConnected(true);
      void read();
    });
    source.addEventListener("message", () => void read());
    source.addEventListener("error", () => setIsConnected(false));
    return () => source.close();
  }, [token, read, isOver]);

  useEffect(() => void read(), [read]);

  const waits = pay !== undefined && isWaiting(pay);
  useEffect(() => {
    if (!waits) return;
    void read(checkPay);
    const timer = setInterval(() => void read(checkPay), askEveryMs);
    return () => clearInterval(timer);
  }, [waits, read]);

  return { pay, error, isConnected, show: setPay, retry: () => void read() };
}
