// Live updates of public links without a session: pay pages and valet tickets.
import { toServerUrl } from "#web/api/shell.ts";
import { useEffect, useState } from "react";

/** Calls `onMessage` on every change and after every reconnection; does nothing without `url`. Returns whether it is connected. */
export function useEventSource({ url, onMessage }: { url: string | undefined; onMessage: () => void }): boolean {
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    if (url === undefined) return;
    return openEventSource({ url, onMessage, setIsConnected });
  }, [url, onMessage]);
  return isConnected;
}

/** Browsers reconnect after an interruption, but not after an error response (too many streams, server restart). */
const reconnectAfterRefusalMs = 15_000;

/** Returns the function that closes it. */
function openEventSource({
  url,
  onMessage,
  setIsConnected,
}: {
  url: string;
  onMessage: () => void;
  setIsConnected: (isConnected: boolean) => void;
}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  function open(): void {
    source = new EventSource(toServerUrl(url));
    source.addEventListener("ready", () => {
      setIsConnected(true);
      onMessage();
    });
    source.addEventListener("message", onMessage);
    source.addEventListener("error", () => {
      setIsConnected(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectAfterRefusalMs);
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
