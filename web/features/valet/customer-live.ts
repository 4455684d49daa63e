// The customer's ticket, kept true: read anew whenever the server tells of a change, and after every break.
import { useCallback, useEffect, useState } from "react";
import { valetSequence } from "#domain/states/valet.ts";
import { useTold } from "#web/items/told.ts";
import { liveAddress, readTicket } from "#web/features/valet/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer-api.ts";

/** The queue before one's own car moves without a change of one's own ticket. */
const queueMs = 20_000;

export interface LiveTicket {
  ticket: CustomerTicket | undefined;
  error: unknown;
  isConnected: boolean;
  /** Goes up with everything that was heard. */
  heard: number;
  show: (ticket: CustomerTicket) => void;
  retry: () => void;
}

export function useLiveTicket(token: string): LiveTicket {
  const [ticket, setTicket] = useState<CustomerTicket>();
  const [error, setError] = useState<unknown>();
  const [heard, setHeard] = useState(0);

  const read = useCallback(async () => {
    try {
      setTicket(await readTicket(token));
      setError(undefined);
    } catch (thrown) {
      setError(thrown);
    }
    setHeard((times) => times + 1);
  }, [token]);

  const readAgain = useCallback(() => void read(), [read]);
  useEffect(readAgain, [readAgain]);
  const isConnected = useTold({ address: liveAddress(token), onTold: readAgain });

  const isWaiting =
    ticket?.status.sequence === valetSequence.pickupRequested || ticket?.status.sequence === valetSequence.onTheWay;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void read(), queueMs);
    return () => clearInterval(timer);
  }, [isWaiting, read]);

  return { ticket, error, isConnected, heard, show: setTicket, retry: readAgain };
}
