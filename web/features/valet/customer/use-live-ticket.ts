// The customer's ticket: reloads on each live event and after each reconnect.
import { useCallback, useEffect, useState } from "react";
import { valetSequence } from "#domain/valet/states.ts";
import { useEventSource } from "#web/api/use-event-source.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { readTicketCopy, removeTicketCopy, storeTicketCopy } from "#web/features/valet/customer/offline-ticket.ts";
import { getTicketLivePath, readTicket } from "#web/features/valet/customer/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";

/** The position in the queue, and a tip that failed, change without an event of the own ticket. */
const queueRefreshMs = 20_000;

export interface LiveTicket {
  ticket: CustomerTicket | undefined;
  /** When the shown ticket was saved on this device, if the server did not answer since the page was opened. */
  savedAt: Date | undefined;
  error: unknown;
  isConnected: boolean;
  /** Increases with each load of the ticket. */
  eventCount: number;
  /** When the last load that succeeded was sent, in ms since the page was opened. */
  loadSentAt: number;
  update: (ticket: CustomerTicket) => void;
  retry: () => void;
}

export function useLiveTicket(token: string): LiveTicket {
  const [copy] = useState(() => readTicketCopy(token));
  const [loaded, setLoaded] = useState<CustomerTicket>();
  const ticket = loaded ?? copy?.ticket;
  const [error, setError] = useState<unknown>();
  const [eventCount, setEventCount] = useState(0);
  const [loadSentAt, setLoadSentAt] = useState(0);

  const load = useCallback(async () => {
    const sentAt = performance.now();
    try {
      const current = await readTicket(token);
      storeTicketCopy({ token, ticket: current });
      setLoaded(current);
      setLoadSentAt(sentAt);
      setError(undefined);
    } catch (thrown) {
      if (hasErrorCode(thrown, "INVALID_TOKEN")) removeTicketCopy(token);
      setError(thrown);
    }
    setEventCount((count) => count + 1);
  }, [token]);

  const reload = useCallback(() => void load(), [load]);
  useEffect(reload, [reload]);
  // The event stream can outlive a short outage, after which it sends nothing.
  useEffect(() => {
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [reload]);
  const isConnected = useEventSource({ url: getTicketLivePath(token), onMessage: reload });

  const isWaiting =
    ticket?.status.sequence === valetSequence.pickupRequested ||
    ticket?.status.sequence === valetSequence.onTheWay ||
    (ticket?.pending_tip ?? null) !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void load(), queueRefreshMs);
    return () => clearInterval(timer);
  }, [isWaiting, load]);

  return {
    ticket,
    savedAt: loaded || !copy ? undefined : new Date(copy.savedAt),
    error,
    isConnected,
    eventCount,
    loadSentAt,
    update: setLoaded,
    retry: reload,
  };
}
