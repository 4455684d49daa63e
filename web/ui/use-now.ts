// Shared clock of the page, so that relative times and running charges update together.
import { useEffect, useState } from "react";

const listeners = new Set<(now: Date) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const now = new Date();
  for (const listener of listeners) listener(now);
}

/** Current time, updated every `intervalMs` (default 15 s) while mounted. */
export function useNow(intervalMs = 15_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let last = 0;
    function update(at: Date) {
      if (at.getTime() - last < intervalMs - 500) return;
      last = at.getTime();
      setNow(at);
    }
    listeners.add(update);
    timer ??= setInterval(tick, 1_000);
    return () => {
      listeners.delete(update);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, [intervalMs]);
  return now;
}
