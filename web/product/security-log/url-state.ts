// Filters of the security log, kept in the URL so that a link shows the same events.
import type { Filter } from "#domain/schema/collection.ts";
import { getDayRange, isDateString } from "#domain/dates.ts";
import { isSecurityEventKind, type SecurityEventKind } from "#domain/security/events.ts";

export interface SecurityLogUrlState {
  kind: SecurityEventKind | "";
  /** Part of a name or of the event's subject. */
  person: string;
  /** IP address, or part of one. */
  ip: string;
  /** 'YYYY-MM-DD', both inclusive, in the time zone of the branch. */
  from: string;
  to: string;
  /** From 1. */
  page: number;
  /** Id of the open event. */
  event: number | null;
}

export type UpdateSecurityLogUrlState = (next: Partial<SecurityLogUrlState>) => void;

export function parseSecurityLogUrlState(parameters: URLSearchParams): SecurityLogUrlState {
  const text = (name: string): string => parameters.get(name) ?? "";
  const day = (name: string): string => (isDateString(text(name)) ? text(name) : "");
  const number = (name: string): number | null => (/^[1-9]\d{0,8}$/.test(text(name)) ? Number(text(name)) : null);
  const kind = text("kind");
  return {
    kind: isSecurityEventKind(kind) ? kind : "",
    person: text("person").slice(0, 50),
    ip: text("ip").slice(0, 50),
    from: day("from"),
    to: day("to"),
    page: number("page") ?? 1,
    event: number("event"),
  };
}

/** Omits defaults. */
export function serializeSecurityLogUrlState({ page, event, ...filters }: SecurityLogUrlState): URLSearchParams {
  return new URLSearchParams({
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(event === null ? {} : { event: String(event) }),
  });
}

/** Whether any filter is set. */
export function isFiltered({ kind, person, ip, from, to }: SecurityLogUrlState): boolean {
  return [kind, person, ip, from, to].some((value) => value !== "");
}

/** A repeated event matches every day between its first and last occurrence. */
export function toSecurityEventFilter({
  urlState,
  zone,
}: {
  urlState: SecurityLogUrlState;
  zone?: string | undefined;
}): Filter {
  const { kind, person, ip, from, to } = urlState;
  const matchesPerson = { _icontains: person.trim() };
  return {
    ...(kind ? { kind: { _eq: kind } } : {}),
    ...(ip ? { ip: { _icontains: ip.trim() } } : {}),
    ...(from ? { last_at: { _gte: getDayRange({ day: from, zone }).from.toISOString() } } : {}),
    ...(to ? { first_at: { _lt: getDayRange({ day: to, zone }).to.toISOString() } } : {}),
    ...(person.trim()
      ? {
          _or: [
            { subject: matchesPerson },
            { person: { first_name: matchesPerson } },
            { account: { first_name: matchesPerson } },
          ],
        }
      : {}),
  };
}
