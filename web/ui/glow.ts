// Rows that have just been changed glow once, whoever changed them.
import { useCallback, useEffect, useRef, useState } from "react";
import { useLiveEvents } from "#web/items/live.ts";
import type { LiveEvent } from "#web/items/live.ts";

/** Long enough for the list to be read again and for the glow to settle. */
const glowMs = 2_400;

/** Whether this row of the collection glows now. */
export function useGlow(collection: string): (id: number) => boolean {
  const [glowing, setGlowing] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.collection !== collection) return;
        const id = String(event.id);
        setGlowing((known) => new Set(known).add(id));
        const timer = setTimeout(() => {
          timers.current.delete(timer);
          setGlowing((known) => new Set([...known].filter((other) => other !== id)));
        }, glowMs);
        timers.current.add(timer);
      },
      [collection],
    ),
  );
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => clearTimeout(timer));
  }, []);
  return (id) => glowing.has(String(id));
}
