// Validity period of an invite: some hours from now, until tonight, or a custom period.
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { requiredMessage } from "#domain/schema/fields.ts";
import { endOfDay } from "#domain/dates.ts";
import { checkInvitePeriod } from "#domain/invites/invite.ts";
import { ApiError } from "#web/api/api-error.ts";
import { parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";

const { invite_start_date, invite_end_date } = ParkingInformation.fields;
export const invitePeriodFields = {
  invite_start_date: { ...invite_start_date, label: "From" },
  invite_end_date: { ...invite_end_date, label: "To" },
};

export const invitePeriodOptions = [
  { value: "2", label: "2 hours from now" },
  { value: "4", label: "4 hours from now" },
  { value: "tonight", label: "Until tonight" },
  { value: "other", label: "Custom" },
] as const;

export interface InvitePeriod {
  /** Omitted for now, by the server's clock. */
  invite_start_date?: string;
  invite_end_date: string;
}

interface InvitePeriodOptions {
  values: { [name: string]: string | boolean | null };
  now: Date;
  /** Time zone of the branch. */
  zone: string;
}

const hourMs = 3_600_000;

/** Undefined while a value is missing. */
export function parseInvitePeriod({ values, now, zone }: InvitePeriodOptions): InvitePeriod | undefined {
  const length = values["length"];
  if (length === "tonight") return { invite_end_date: endOfDay({ at: now, zone }).toISOString() };
  if (length !== "other") return { invite_end_date: new Date(now.getTime() + Number(length) * hourMs).toISOString() };
  const start = parseLocalDateTime({ value: String(values["invite_start_date"] ?? ""), zone });
  const end = parseLocalDateTime({ value: String(values["invite_end_date"] ?? ""), zone });
  return start && end && { invite_start_date: start.toISOString(), invite_end_date: end.toISOString() };
}

/** Undefined for a period that the server accepts. */
export function checkPeriod({ period, now, maxDays }: { period: InvitePeriod; now: Date; maxDays: number }) {
  const start = new Date(period.invite_start_date ?? now);
  return checkInvitePeriod({ start, end: new Date(period.invite_end_date), now, maxDays });
}

/** Throws ApiError for the missing field, for an end that is too early, or if the period exceeds the branch's limit. */
export function toSubmittedInvitePeriod({
  maxDays,
  ...options
}: InvitePeriodOptions & { maxDays: number }): InvitePeriod {
  const period = parseInvitePeriod(options);
  const violation = period && checkPeriod({ period, now: options.now, maxDays });
  if (period && !violation) return period;
  if (violation) {
    const { code, text = "", details } = violation;
    const extensions = { ...details, field: "invite_end_date" };
    throw new ApiError({ code, message: String(text), status: 400, extensions });
  }
  const isStartMissing = !parseLocalDateTime({
    value: String(options.values["invite_start_date"] ?? ""),
    zone: options.zone,
  });
  const field = isStartMissing ? "invite_start_date" : "invite_end_date";
  const message = requiredMessage(field, invitePeriodFields[field]);
  throw new ApiError({ code: "FAILED_VALIDATION", message, status: 400, extensions: { field } });
}
