// Dates and times in the formats of §9, relative times and durations.
import { defaultTimeZone, formatDateTime, formatDateTime12 } from "#domain/dates.ts";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

interface DateTimeProps {
  /** ISO 8601. */
  at: string | Date | null | undefined;
  /** IANA zone of the branch. */
  zone?: string | undefined;
}

/** '2026/11/21 10:40 AM'; `is24Hour` gives '2026-11-21 10:40'. */
export function DateTime({ at, zone = defaultTimeZone, is24Hour = false }: DateTimeProps & { is24Hour?: boolean }) {
  if (!at) return <span>–</span>;
  const zonedTime = { at: new Date(at), zone };
  return (
    // A range of two times breaks between them; one breaks only where it does not fit, between date and time, and then
    // stands beside its label by the first line.
    <time
      className="figures"
      style={{ display: "inline-block", verticalAlign: "top", overflowWrap: "break-word" }}
      dateTime={zonedTime.at.toISOString()}
    >
      {is24Hour ? formatDateTime(zonedTime) : formatDateTime12(zonedTime)}
    </time>
  );
}

/** 'just now', '2 min ago', '3 h 05 min ago', '4 days ago'. */
export function RelativeTime({ at, zone = defaultTimeZone }: DateTimeProps) {
  const now = useNow();
  if (!at) return <span>–</span>;
  const date = new Date(at);
  return (
    <time className="figures" dateTime={date.toISOString()} title={formatDateTime12({ at: date, zone })}>
      {formatRelativeTime({ at: date, now })}
    </time>
  );
}

export function formatRelativeTime({ at, now }: { at: Date; now: Date }): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  return minutes < 1 ? t("just now") : t("{time} ago", { time: formatMinutes(minutes) });
}

/** Time from `from` until `until`, or until now. */
export function Duration({
  from,
  until,
  now,
}: {
  from: string | Date | null | undefined;
  until?: string | Date | null | undefined;
  /** The time of the page, where it shows what depends on the duration as well. */
  now?: Date;
}) {
  const ownNow = useNow();
  if (!from) return <span>–</span>;
  const end = until ? new Date(until) : (now ?? ownNow);
  return (
    <span className="figures">
      {formatMinutes(Math.max(0, Math.ceil((end.getTime() - new Date(from).getTime()) / 60_000)))}
    </span>
  );
}

/** 5 → '5 min', 65 → '1 h 05 min', 2 days and more → '2 days'. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return t("{minutes} min", { minutes });
  if (minutes < 48 * 60)
    return t("{hours} h {minutes} min", {
      hours: Math.floor(minutes / 60),
      minutes: String(minutes % 60).padStart(2, "0"),
    });
  return t("{value} days", { value: Math.floor(minutes / 1_440) });
}
