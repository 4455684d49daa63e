// Shared clock of the page, so that relative times and running charges update together.
import { useEffect, useState } from "react";

const listeners = new Set<(now: Date) => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let offsetMs = 0;

/** The time of the device, corrected to that of the server. */
export const readClock = (): Date => new Date(Date.now() + offsetMs);

function tick(): void {
  const now = readClock();
  for (const listener of listeners) listener(now);
}

/** Corrects the time by what the device's clock is behind the server's; negative if it is ahead. */
export function correctClock(behindMs: number): void {
  if (behindMs === offsetMs) return;
  offsetMs = behindMs;
  tick();
}

/** Current time, updated every `intervalMs` (default 15 s) while mounted. */
export function useNow(intervalMs = 15_000): Date {
  const [now, setNow] = useState(readClock);
  useEffect(() => {
    let last = 0;
    function update(at: Date) {
      if (Math.abs(at.getTime() - last) < intervalMs - 500) return;
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
