// Moments as §9 writes them, in the branch's zone; and how long ago, in words.
import { defaultZone, formatDateTime, formatDateTime12 } from "#domain/rules/dates.ts";
import { useNow } from "#web/ui/clock.ts";

interface MomentProps {
  /** ISO 8601 as the wire has it. */
  at: string | Date | null | undefined;
  /** An IANA zone: the branch's. */
  zone?: string | undefined;
}

/** '2026/11/21 10:40 AM'; `is24Hour` gives '2026-11-21 10:40'. */
export function Moment({ at, zone = defaultZone, is24Hour = false }: MomentProps & { is24Hour?: boolean }) {
  if (!at) return <span>–</span>;
  const moment = { at: new Date(at), zone };
  return (
    <time className="figures" dateTime={moment.at.toISOString()}>
      {is24Hour ? formatDateTime(moment) : formatDateTime12(moment)}
    </time>
  );
}

/** 'just now', '2 min ago', '3 h 05 min ago', '4 days ago'. */
export function Since({ at, zone = defaultZone }: MomentProps) {
  const now = useNow();
  if (!at) return <span>–</span>;
  const then = new Date(at);
  return (
    <time className="figures" dateTime={then.toISOString()} title={formatDateTime12({ at: then, zone })}>
      {agoOf({ at: then, now })}
    </time>
  );
}

export function agoOf({ at, now }: { at: Date; now: Date }): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  return minutes < 1 ? "just now" : `${showMinutes(minutes)} ago`;
}

/** How long something has lasted until `until`, or until now while it goes on. */
export function Lasting({
  from,
  until,
}: {
  from: string | Date | null | undefined;
  until?: string | Date | null | undefined;
}) {
  const now = useNow();
  if (!from) return <span>–</span>;
  const end = until ? new Date(until) : now;
  return (
    <span className="figures">
      {showMinutes(Math.max(0, Math.ceil((end.getTime() - new Date(from).getTime()) / 60_000)))}
    </span>
  );
}

/** 5 → '5 min', 65 → '1 h 05 min', 2 days and more → '2 days'. */
export function showMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${Math.floor(minutes / 1_440)} days`;
}
