// Describes settings changes by label and value instead of column names.
import type { ConfigurationChange } from "#domain/branches/actions.ts";
import { getAdjustableCapabilities, adjustableRoles, getRoleExceptions } from "#domain/access/capability-exceptions.ts";
import { capabilityLabels } from "#domain/access/capability-labels.ts";
import { roles } from "#domain/access/roles.ts";
import { getUnitMinutes, type TariffRow } from "#domain/tariffs/simple-tariff.ts";
import { TimeCharges } from "#domain/branches/branch-configuration.collection.ts";
import { isFilled } from "#domain/schema/fields.ts";
import { formatRate, parsePaise } from "#domain/money.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { channelLabels, getBranchChannels } from "#domain/payments/channels/payment-channels.ts";
import { changeRequestStates } from "#domain/platform/change-request.ts";
import { parseOpeningHours, weekdayNames, weekdays } from "#domain/branches/opening-hours.ts";
import { getBranchQuestions } from "#domain/site/branch-questions.ts";
import { serviceLabels } from "#domain/branches/services.ts";
import { decodeRow } from "#domain/schema/decode-row.ts";

const labels: { [field: string]: string } = {
  ...serviceLabels,
  name: "Name",
  registered_name: "Registered name",
  company_type: "Company type",
  company_logo: "Logo",
  cin_number: "CIN",
  pan: "PAN",
  gstin: "GSTIN",
  address: "Address",
  city: "City",
  state: "State",
  area: "Area",
  pincode: "Pin code",
  latitude: "Latitude",
  longitude: "Longitude",
  signatory_name: "Signatory name",
  signatory_designation: "Signatory designation",
  signatory_email: "Signatory email",
  signatory_address: "Signatory address",
  status: "Status",
  opening_hours: "Opening hours",
  set_up_skipped: "Set-up steps not needed",
  amenities: "Amenities",
  meta_title: "Page title",
  meta_description: "Page description",
  meta_keywords: "Keywords",
  questions: "Questions and answers",
  mail_texts: "Email templates",
  sms_texts: "SMS in other languages",
  capability_exceptions: "Role permissions",
  discount_limits: "Discount limits",
  payment_channels: "Payment channels",
  upi_vpa: "UPI ID",
  upi_payee_name: "Payee of UPI payments",
  valet_number: "Valet number",
  is_staff_available: "Customers can request their car",
  allow_vehicle_image_required: "Vehicle photo required",
  allow_vehicle_type_required: "Vehicle type required",
  visitor_phone: "Phone number at check-in",
  print_language: "Language of slips and receipts",
  allow_person_entries: "Allow walk-in visitors",
  invite_max_days: "Maximum invite length (days)",
  invites_per_host: "Invites of one host per day",
  pass_max_days: "Longest pass (days)",
  pass_moves_per_month: "Moves of a pass per month",
  payment_type: "Collect payment",
  is_payment_type_chosen: "Staff choose at check-in",
  slot_type: "Slot allocation",
  is_slot_required: "Slot is compulsory",
  keeps_pass_slots: "Keep slots for passes",
  security: "Visitors",
  is_free: "Free of charge",
  entry_type: "Entry type",
  zone_or_block: "Name",
  slot_prefix: "Slot prefix",
  total_slots: "Slots",
  vehicle_types: "Vehicle types",
  charge_amount_for_minutes: "Rate",
  time_value_for_minutes: "Per",
  parking_time_type: "Unit",
  min_charge_of_minutes: "Minimum charge",
};

const valueLabels: { [value: string]: string } = {
  "post-pay": "at exit",
  "pre-pay": "at entry",
  "pay-later": "on credit",
  any_slot: "lowest free slot",
  specific_slot: "staff choose the slot",
  less_security: "enter immediately",
  advanced_security: "need approval",
  draft: "under review",
};

/** Their values are ids, which are not shown. */
const referenceFields = new Set(["company_logo", "area"]);
const moneyFields = new Set(["charge_amount_for_minutes", "min_charge_of_minutes"]);

function formatFieldValue({ field, value }: { field: string; value: unknown }): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (field === "opening_hours") return formatOpeningHours(value);
  if (field === "mail_texts" || field === "sms_texts") return Object.keys(value ?? {}).join(", ") || "none";
  if (field === "questions")
    return (
      getBranchQuestions(value)
        .map(({ question }) => question)
        .join(", ") || "none"
    );
  if (field === "payment_channels")
    return (
      getBranchChannels({ payment_channels: value })
        .map((channel) => channelLabels[channel])
        .join(", ") || "none"
    );
  if (field === "capability_exceptions") return formatExceptions(value);
  if (Array.isArray(value)) return value.join(", ") || "none";
  if (!isFilled(value)) return "none";
  const text = String(value);
  if (moneyFields.has(field)) return formatRate(parsePaise(text) ?? 0);
  return valueLabels[text] ?? text;
}

/** 'Staff may view reports and daily cash'; 'standard' without exceptions. */
function formatExceptions(stored: unknown): string {
  const exceptions = adjustableRoles.flatMap((role) =>
    getAdjustableCapabilities(role).flatMap((capability) => {
      const isGranted = getRoleExceptions({ stored, role })?.[capability];
      if (isGranted === undefined) return [];
      return [`${roles[role].name} ${isGranted ? "may" : "may not"} ${capabilityLabels[capability].toLowerCase()}`];
    }),
  );
  return exceptions.join(", ") || "standard";
}

/** 'Mon to Fri 09:00–21:00, Sun closed'; groups consecutive days with the same hours. */
export function formatOpeningHours(value: unknown): string {
  const hours = parseOpeningHours(value);
  if (!hours) return "24 hours";
  const groups: { days: string[]; label: string }[] = [];
  for (const day of weekdays) {
    const label = hours[day].map(({ from, until }) => `${from}–${until}`).join(" and ") || "closed";
    const last = groups.at(-1);
    const name = weekdayNames[day].slice(0, 3);
    if (last?.label === label) last.days.push(name);
    else groups.push({ days: [name], label });
  }
  return groups
    .map(({ days, label }) => `${days.length > 2 ? `${days[0]} to ${days.at(-1)}` : days.join(", ")} ${label}`)
    .join(", ");
}

interface DescribeChangeOptions {
  change: ConfigurationChange;
  getTypeName: (id: unknown) => string;
  /** '30 min'. */
  formatMinutes: (minutes: number) => string;
}

/** The block or tariff; undefined for settings that a branch has once. */
function getSubjectLabel({ change: { collection, row }, getTypeName }: DescribeChangeOptions): string | undefined {
  if (collection === "Slot_Blocks") return String(row["zone_or_block"]);
  return collection === "Time_Charges" ? `Tariff for ${getTypeName(row["vehicle_type"])}` : undefined;
}

function describeRow({ change: { collection, row }, formatMinutes }: DescribeChangeOptions): string {
  if (collection === "Slot_Blocks") return `${String(row["total_slots"])} slots`;
  const tariff: TariffRow = decodeRow({ fields: TimeCharges.fields, wire: row });
  const rate = `${formatRate(tariff.charge_amount_for_minutes ?? 0)} per ${formatMinutes(getUnitMinutes(tariff))}`;
  const minimum = tariff.min_charge_of_minutes ?? 0;
  return minimum > 0 ? `${rate}, at least ${formatRate(minimum)}` : rate;
}

/** The requested values and the status of the request. */
function describeChangeRequest({ action, row }: ConfigurationChange): string {
  const requested = Object.entries(row["changes"] ?? {}).map(([field, value]) => {
    const label = (labels[field] ?? field).toLowerCase();
    return referenceFields.has(field) ? label : `${label} ${formatFieldValue({ field, value })}`;
  });
  if (isFilled(row["area_name"])) requested.push(`area ${String(row["area_name"])}`);
  const { status } = row;
  const { states } = changeRequestStates;
  const title =
    action === "create" || !isKeyOf(states, status)
      ? "Change requested"
      : `Change request ${states[status].name.toLowerCase()}`;
  return `${title}: ${requested.join(", ")}`;
}

/** One sentence per changed setting. */
export function describeConfigurationChange(options: DescribeChangeOptions): string[] {
  const { change, getTypeName } = options;
  const subject = getSubjectLabel(options);
  if (change.collection === "Change_Requests") return [describeChangeRequest(change)];
  if (change.collection === "Branch_Banner_Images")
    return [`Banner ${change.action === "delete" ? "removed" : "added"}`];
  if (change.action === "create") return [subject ? `${subject} added: ${describeRow(options)}` : "Initial setup"];
  if (change.action === "delete") return [`${subject ?? "Settings"} removed`];
  return Object.entries(change.changes).map(([field, [before, after]]) => {
    const format = (value: unknown) =>
      field === "vehicle_type"
        ? getTypeName(value)
        : field === "vehicle_types" && Array.isArray(value)
          ? value.map((type: unknown) => getTypeName(type)).join(", ") || "all"
          : formatFieldValue({ field, value });
    const label = labels[field] ?? "Setting";
    if (referenceFields.has(field)) return `${label} ${isFilled(after) ? "changed" : "removed"}`;
    const what = subject ? `${subject}: ${label.toLowerCase()}` : label;
    return change.areOldValuesKnown
      ? `${what} ${format(before)} → ${format(after)}`
      : `${what} changed to ${format(after)}`;
  });
}
