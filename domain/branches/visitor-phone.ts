// §5: whether a branch asks for the phone number of a vehicle. See docs/rules/parking-states.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";

export const visitorPhoneModes = ["required", "optional", "off"] as const;
export type VisitorPhoneMode = (typeof visitorPhoneModes)[number];

type VisitorRecord = RowOf<"Parking_Main_Information">;
type PhoneVisitor = Pick<VisitorRecord, "phone_no" | "is_person" | "is_invited" | "parking_type">;

/**
 * The setting of the branch applies to single entries of vehicles: an invite is sent to the phone number, a person is
 * identified by it, and the holder of a pass is notified of its end.
 */
export function getVisitorPhoneMode({
  mode,
  visitor: { is_person: isPerson, is_invited: isInvited, parking_type: type },
}: {
  /** Setting of the branch. */
  mode: VisitorPhoneMode | undefined;
  visitor: Partial<Pick<PhoneVisitor, "is_person" | "is_invited" | "parking_type">>;
}): VisitorPhoneMode {
  return isPerson || isInvited || type === "long_time" ? "required" : (mode ?? "required");
}

const field = "phone_no";
const missing = new RuleViolation("FAILED_VALIDATION", field, { type: "required" }, "*Phone number is required");

/** FAILED_VALIDATION for a missing phone number, and for one that the branch does not collect. */
export function validateVisitorPhone({
  before,
  after,
  mode,
}: {
  before: PhoneVisitor | null;
  after: PhoneVisitor;
  mode: VisitorPhoneMode | undefined;
}): RuleViolation | undefined {
  const hasPhone = (after.phone_no ?? null) !== null;
  // Settings apply to later entries; a number that was recorded can be corrected but not removed.
  if (before) return (before.phone_no ?? null) !== null && !hasPhone ? missing : undefined;
  const applied = getVisitorPhoneMode({ mode, visitor: after });
  if (applied === "required" && !hasPhone) return missing;
  return applied === "off" && hasPhone
    ? new RuleViolation("FAILED_VALIDATION", field, { type: "invalid" }, "*This branch does not record phone numbers")
    : undefined;
}
