// The customer's ticket: reloads on each live event and after each reconnect.
import { useCallback, useEffect, useState } from "react";
import { valetSequence } from "#domain/valet/states.ts";
import { useEventSource } from "#web/api/use-event-source.ts";
import { getTicketLivePath, readTicket } from "#web/features/valet/customer/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";

/** The position in the queue changes without an event of the own ticket. */
const queueRefreshMs = 20_000;

export interface LiveTicket {
  ticket: CustomerTicket | undefined;
  error: unknown;
  isConnected: boolean;
  /** Increases with each load of the ticket. */
  eventCount: number;
  update: (ticket: CustomerTicket) => void;
  retry: () => void;
}

export function useLiveTicket(token: string): LiveTicket {
  const [ticket, setTicket] = useState<CustomerTicket>();
  const [error, setError] = useState<unknown>();
  const [eventCount, setEventCount] = useState(0);

  const load = useCallback(async () => {
    try {
      setTicket(await readTicket(token));
      setError(undefined);
    } catch (thrown) {
      setError(thrown);
    }
    setEventCount((count) => count + 1);
  }, [token]);

  const reload = useCallback(() => void load(), [load]);
  useEffect(reload, [reload]);
  const isConnected = useEventSource({ url: getTicketLivePath(token), onMessage: reload });

  const isWaiting =
    ticket?.status.sequence === valetSequence.pickupRequested || ticket?.status.sequence === valetSequence.onTheWay;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void load(), queueRefreshMs);
    return () => clearInterval(timer);
  }, [isWaiting, load]);

  return { ticket, error, isConnected, eventCount, update: setTicket, retry: reload };
}
