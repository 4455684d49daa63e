// Highlights rows for a moment after a live change.
import { useCallback, useEffect, useRef, useState } from "react";
import { useLiveEvents } from "#web/api/live-updates.ts";
import type { LiveEvent } from "#web/api/live-updates.ts";

/** Covers the refetch of the list and the animation. */
const highlightMs = 2_400;

/** Returns whether a row of the collection is highlighted. */
export function useRowHighlight(collection: string): (id: number) => boolean {
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.collection !== collection) return;
        const id = String(event.id);
        setHighlighted((current) => new Set(current).add(id));
        const timer = setTimeout(() => {
          timers.current.delete(timer);
          setHighlighted((current) => new Set([...current].filter((other) => other !== id)));
        }, highlightMs);
        timers.current.add(timer);
      },
      [collection],
    ),
  );
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => clearTimeout(timer));
  }, []);
  return (id) => highlighted.has(String(id));
}
