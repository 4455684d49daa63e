// The window of an invite as one chooses it: now for some hours, until tonight, or from one moment to another.
import { timestamp } from "#domain/fields.ts";
import { requiredText } from "#domain/fields.ts";
import { endOfDay } from "#domain/rules/dates.ts";
import { ApiError } from "#web/items/api-error.ts";
import { momentOfTyped } from "#web/ui/typed-moment.ts";

export const windowFields = {
  invite_start_date: timestamp({ label: "From" }),
  invite_end_date: timestamp({ label: "Until" }),
};

export const lengths = [
  { value: "2", label: "Now, for 2 hours" },
  { value: "4", label: "Now, for 4 hours" },
  { value: "tonight", label: "Until tonight" },
  { value: "other", label: "Another time" },
] as const;

export interface InviteWindow {
  /** Absent is now, by the server's clock. */
  invite_start_date?: string;
  invite_end_date: string;
}

interface Chosen {
  values: { [name: string]: string | boolean | null };
  now: Date;
  /** The branch's. */
  zone: string;
}

const hourMs = 3_600_000;

/** Undefined as long as something is missing. */
export function windowOf({ values, now, zone }: Chosen): InviteWindow | undefined {
  const length = values["length"];
  if (length === "tonight") return { invite_end_date: endOfDay({ at: now, zone }).toISOString() };
  if (length !== "other") return { invite_end_date: new Date(now.getTime() + Number(length) * hourMs).toISOString() };
  const start = momentOfTyped({ typed: String(values["invite_start_date"] ?? ""), zone });
  const end = momentOfTyped({ typed: String(values["invite_end_date"] ?? ""), zone });
  return start && end && { invite_start_date: start.toISOString(), invite_end_date: end.toISOString() };
}

/** What is sent. Throws ApiError by the field that is missing. */
export function sentWindow(chosen: Chosen): InviteWindow {
  const window = windowOf(chosen);
  if (window) return window;
  const isStartMissing = !momentOfTyped({ typed: String(chosen.values["invite_start_date"] ?? ""), zone: chosen.zone });
  const field = isStartMissing ? "invite_start_date" : "invite_end_date";
  const message = requiredText(field, windowFields[field]);
  throw new ApiError({ code: "FAILED_VALIDATION", message, status: 400, extensions: { field } });
}
