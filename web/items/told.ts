// What one link is told of as it happens, where nobody is logged in: an entry's payer, a ticket's holder.
import { useEffect, useState } from "react";

/** Calls `onTold` with every change, and anew after every break; undefined is told of nothing. Answers whether it is connected. */
export function useTold({ address, onTold }: { address: string | undefined; onTold: () => void }): boolean {
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    if (address === undefined) return;
    const source = new EventSource(address);
    source.addEventListener("ready", () => {
      setIsConnected(true);
      onTold();
    });
    source.addEventListener("message", onTold);
    source.addEventListener("error", () => setIsConnected(false));
    return () => source.close();
  }, [address, onTold]);
  return isConnected;
}
