// The history of a branch's set-up in plain words: what was set to what, not which columns changed.
import { tariffOf, unitMinutesOf } from "#domain/rules/charge.ts";
import { TimeCharges } from "#domain/collections/branch-parts.ts";
import { isGiven } from "#domain/fields.ts";
import { showRupees, paiseFrom } from "#domain/rules/money.ts";
import { changeRequestStates, type ChangeRequestStatus } from "#domain/rules/change-request.ts";
import { openingHoursIn, weekdays } from "#domain/rules/opening-hours.ts";
import { serviceLabels } from "#domain/services.ts";
import { weekdayNames } from "#web/features/configuration/weekday-names.ts";
import { rowOfWire } from "#web/items/row-of-wire.ts";

/** One write, as /actions/configuration/history answers it. */
export interface SetUpChange {
  id: number;
  at: string;
  by: string | null;
  collection: string;
  action: "create" | "update" | "delete";
  row: { [field: string]: unknown };
  changes: { [field: string]: readonly [before: unknown, after: unknown] };
}

const labels: { [field: string]: string } = {
  ...serviceLabels,
  name: "Name",
  registered_name: "Registered name",
  company_type: "Type of company",
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
  status: "Status",
  opening_hours: "Opening hours",
  amenities: "Amenities",
  mail_texts: "Own mails",
  valet_number: "Valet number",
  is_staff_available: "Customers ask for the car themselves",
  allow_vehicle_image_required: "A picture of every vehicle",
  allow_vehicle_type_required: "The type of every vehicle",
  allow_person_entries: "Persons come in, too",
  payment_type: "Paid",
  slot_type: "Slot",
  is_slot_required: "Nobody comes in without a slot",
  security: "Who asks to come in",
  entry_type: "Entry",
  zone_or_block: "Name",
  slot_prefix: "Letter before the number",
  total_slots: "Slots",
  charge_amount_for_minutes: "Price",
  time_value_for_minutes: "For each",
  parking_time_type: "Unit",
  min_charge_of_minutes: "At least",
};

const values: { [value: string]: string } = {
  "post-pay": "on leaving",
  "pre-pay": "before coming in",
  "pay-later": "later, on account",
  any_slot: "the lowest free slot",
  specific_slot: "a slot one chooses",
  less_security: "comes in at once",
  advanced_security: "waits for approval",
};

const moneyFields = new Set(["charge_amount_for_minutes", "min_charge_of_minutes"]);

function shown({ field, value }: { field: string; value: unknown }): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (field === "opening_hours") return hoursInWords(value);
  if (field === "mail_texts") return Object.keys(value ?? {}).join(", ") || "none";
  if (Array.isArray(value)) return value.join(", ") || "none";
  if (!isGiven(value)) return "nothing";
  // A key says nothing to a reader.
  if (field === "company_logo" || field === "area") return "another one";
  const text = String(value);
  if (moneyFields.has(field)) return showRupees(paiseFrom(text) ?? 0);
  return values[text] ?? text;
}

/** 'Mon 09:00–21:00, Sun closed'; days that are alike stand together. */
export function hoursInWords(value: unknown): string {
  const hours = openingHoursIn(value);
  if (!hours) return "day and night";
  const groups: { days: string[]; said: string }[] = [];
  for (const day of weekdays) {
    const said = hours[day].map(({ from, until }) => `${from}–${until}`).join(" and ") || "closed";
    const last = groups.at(-1);
    const name = weekdayNames[day].slice(0, 3);
    if (last?.said === said) last.days.push(name);
    else groups.push({ days: [name], said });
  }
  return groups
    .map(({ days, said }) => `${days.length > 2 ? `${days[0]} to ${days.at(-1)}` : days.join(", ")} ${said}`)
    .join(", ");
}

interface Told {
  change: SetUpChange;
  /** The name of a vehicle type by its id. */
  typeName: (id: unknown) => string;
  /** Minutes in words: '30 min'. */
  lasting: (minutes: number) => string;
}

/** Which block or price it is about; nothing for what a branch has once. */
function subject({ change: { collection, row }, typeName }: Told): string | undefined {
  if (collection === "Slot_Blocks") return `Block ${String(row["zone_or_block"])}`;
  return collection === "Time_Charges" ? `Price for ${typeName(row["vehicle_type"])}` : undefined;
}

function whole({ change: { collection, row }, lasting }: Told): string {
  if (collection === "Slot_Blocks") return `${String(row["total_slots"])} slots`;
  const tariff = tariffOf(rowOfWire({ fields: TimeCharges.fields, wire: row }));
  return `${showRupees(tariff.rate)} for each ${lasting(unitMinutesOf(tariff))}`;
}

/** What was asked, and what became of it. */
function requestWords({ action, row }: SetUpChange): string {
  const asked = Object.entries((row["changes"] ?? {}) as { [field: string]: unknown }).map(
    ([field, value]) => `${(labels[field] ?? field).toLowerCase()} ${shown({ field, value })}`,
  );
  const status = row["status"] as ChangeRequestStatus;
  const outcome = action === "create" ? "asked for" : changeRequestStates.states[status].name.toLowerCase();
  return `Change ${outcome}: ${asked.join(", ")}`;
}

/** One sentence for each thing that was changed in one write. */
export function setUpWords(told: Told): string[] {
  const { change, typeName } = told;
  const about = subject(told);
  if (change.collection === "Change_Requests") return [requestWords(change)];
  if (change.collection === "Branch_Banner_Images")
    return [`Banner ${change.action === "delete" ? "removed" : "added"}`];
  if (change.action === "create") return [about ? `${about} added: ${whole(told)}` : "Set up"];
  if (change.action === "delete") return [`${about ?? "Set-up"} removed`];
  return Object.entries(change.changes).map(([field, [before, after]]) => {
    const [was, is] =
      field === "vehicle_type"
        ? [typeName(before), typeName(after)]
        : [shown({ field, value: before }), shown({ field, value: after })];
    const what = labels[field] ?? "Setting";
    return `${about ? `${about}: ${what.toLowerCase()}` : what} ${was} → ${is}`;
  });
}
