// Sends the queue of the session while a partner page is open, and gives forms their returned action.
import { useEffect } from "react";
import { useLocation } from "react-router";
import { liveConnectionStore, useLiveCollections } from "#web/api/live-updates.ts";
import { loadQueue, queueStore, sendQueue } from "#web/api/queue/queue.ts";
import type { StoredAction } from "#web/api/queue/queue-storage.ts";
import type { Session } from "#web/api/session.ts";
import { useStore } from "#web/store.ts";

const retryMs = 5_000;

/** Actions of the user on this device, in all of their branches. */
export function useOwnQueue({ user }: Session): readonly StoredAction[] {
  return (useStore(queueStore) ?? []).filter((action) => action.user === user.id);
}

/** Sends waiting actions at once, when the network returns, and every few seconds. */
export function useQueueSender(session: Session): void {
  const user = session.user.id;
  const branch = session.branch?.id ?? 0;
  const hasWaiting = useOwnQueue(session).some((action) => action.state === "waiting" && action.branch === branch);
  // Tells when the network is back, on pages without live data too.
  useLiveCollections(...(hasWaiting ? ["Parking_Information"] : []));
  useEffect(() => void loadQueue(), []);
  useEffect(() => {
    if (!hasWaiting) return;
    const send = (): void => void sendQueue({ user, branch }).catch(() => undefined);
    send();
    const timer = setInterval(send, retryMs);
    addEventListener("online", send);
    const unsubscribe = liveConnectionStore.subscribe(() => liveConnectionStore.get() === "live" && send());
    return () => {
      clearInterval(timer);
      removeEventListener("online", send);
      unsubscribe();
    };
  }, [user, branch, hasWaiting]);
}

/** State of a navigation that opens the form of a returned action. */
export interface ReturnedActionState {
  returnedAction: string;
}

/** The returned action of this path whose form the user opened; undefined for an empty form. */
export function useReturnedAction(path: string): StoredAction | undefined {
  const { state }: { state: Partial<ReturnedActionState> | null } = useLocation();
  const actions = useStore(queueStore);
  return actions?.find(
    (action) => action.key === state?.returnedAction && action.state === "returned" && action.path === path,
  );
}

/** The payment that waits to be sent, in cash or through another channel; `path` is that of the entry's actions. */
export function useWaitingPayment({ session, path }: { session: Session; path: string }): StoredAction | undefined {
  const paths = [`${path}/take-cash`, `${path}/take-payment`];
  return useOwnQueue(session).find((action) => action.state === "waiting" && paths.includes(action.path));
}
