// Live payment state of one entry: refetched on changes; while a payment is pending, the server polls the provider.
import { useCallback, useEffect, useState } from "react";
import type { PaymentPage } from "#domain/payments/payment-page.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { useEventSource } from "#web/api/use-event-source.ts";
import { checkPayment, getPaymentLivePath, readPayment } from "#web/features/payments/payment-link-api.ts";

const pollIntervalMs = 4_000;

export interface LivePayment {
  payment: PaymentPage | undefined;
  error: unknown;
  isConnected: boolean;
  update: (pay: PaymentPage) => void;
  retry: () => void;
}

/** While `isWaiting` returns true, the payment's state is checked with the provider. */
export function useLivePayment({
  token,
  isWaiting,
}: {
  token: string;
  isWaiting: (pay: PaymentPage) => boolean;
}): LivePayment {
  const [payment, setPayment] = useState<PaymentPage>();
  const [error, setError] = useState<unknown>();

  const read = useCallback(
    async (fetchPayment: (token: string) => Promise<PaymentPage> = readPayment) => {
      try {
        setPayment(await fetchPayment(token));
        setError(undefined);
      } catch (thrown) {
        setError(thrown);
      }
    },
    [token],
  );

  const isInvalid = hasErrorCode(error, "INVALID_TOKEN") || hasErrorCode(error, "PAY_LINK_ENDED");
  const refresh = useCallback(() => void read(), [read]);
  const isConnected = useEventSource({ url: isInvalid ? undefined : getPaymentLivePath(token), onMessage: refresh });

  useEffect(refresh, [refresh]);

  const isPolling = payment !== undefined && isWaiting(payment);
  useEffect(() => {
    if (!isPolling) return;
    void read(checkPayment);
    const timer = setInterval(() => void read(checkPayment), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isPolling, read]);

  return { payment, error, isConnected, update: setPayment, retry: refresh };
}
