// One clock for the whole page: what shows "2 min ago" or a running charge ticks together.
import { useEffect, useState } from "react";

const tellers = new Set<(now: Date) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const now = new Date();
  for (const tell of tellers) tell(now);
}

/** The time now, renewed every `everyMs` (default 15 s) while the component is shown. */
export function useNow(everyMs = 15_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let last = 0;
    function tell(at: Date) {
      if (at.getTime() - last < everyMs - 500) return;
      last = at.getTime();
      setNow(at);
    }
    tellers.add(tell);
    timer ??= setInterval(tick, 1_000);
    return () => {
      tellers.delete(tell);
      if (tellers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, [everyMs]);
  return now;
}
