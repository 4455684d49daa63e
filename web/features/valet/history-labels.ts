// Describes ticket changes as actions instead of changed columns.
import type { FieldChanges } from "#domain/schema/collection.ts";
import { formatRupees } from "#domain/money.ts";
import type { TariffExtra } from "#domain/tariffs/tariff.ts";
import type { GetTypeName } from "#web/product/vehicles/use-vehicle-type-name.ts";
import { valetSequence } from "#domain/valet/states.ts";
import {
  describeGateCharges,
  describeMoneyChanges,
  toPaiseOrZero,
  describePayLater,
  describePrints,
  describeSlotChange,
  withFallbackDescription,
} from "#web/product/detail/change-labels.ts";

const statusChangeLabels: { readonly [sequence: number]: string } = {
  [valetSequence.parked]: "Parked",
  [valetSequence.pickupRequested]: "Pickup requested",
  [valetSequence.onTheWay]: "Accepted by driver",
  [valetSequence.atTheGate]: "At the gate",
  [valetSequence.checkedOut]: "Handed over",
};

function describeStatusChange(changes: FieldChanges): string | undefined {
  const [from, to] = changes["status_id"] ?? [];
  if (to === valetSequence.parked && from !== valetSequence.received)
    return from === valetSequence.pickupRequested ? "Pickup request cancelled" : "Parked again";
  const label = typeof to === "number" ? statusChangeLabels[to] : undefined;
  const note = changes["handover_mode"]?.[1] === "note" ? changes["handover_note"]?.[1] : undefined;
  return label && (typeof note === "string" ? `${label} without OTP: ${note}` : label);
}

function describeAssignment(changes: FieldChanges, getName: GetPersonName): string | undefined {
  if ("status_id" in changes) return undefined;
  const driver = changes["pickup_request_assigned"]?.[1] ?? changes["Assigned_Staff"]?.[1];
  return typeof driver === "string" ? `Assigned to ${getName(driver)}` : undefined;
}

/** Pickup offers and manager alerts; `getName` resolves a user id. */
function describeOffer(changes: FieldChanges, getName: GetPersonName): string | undefined {
  const [from, to] = changes["offered_to"] ?? [];
  const alert = changes["manager_called_at"]?.[1] ? "manager alerted" : "";
  const offer = typeof to === "string" ? `Offered to ${getName(to)}` : "";
  if (!offer && alert) return "No driver accepted: manager alerted";
  // An offer also ends when it is accepted, assigned or cancelled, which have their own lines.
  const isDeclined = typeof from === "string" && !("status_id" in changes) && !("pickup_request_assigned" in changes);
  if (!offer) return isDeclined ? `No longer offered to ${getName(from)}` : undefined;
  return alert ? `${offer}, ${alert}` : offer;
}

function describeSchedule(changes: FieldChanges): string | undefined {
  if (!("pickup_wanted_at" in changes)) return undefined;
  return changes["pickup_wanted_at"]?.[1] ? "Pickup scheduled" : "Scheduled pickup cancelled";
}

function describeGate({ pickup_gate: change }: FieldChanges): string | undefined {
  return typeof change?.[1] === "string" ? `Pickup gate: ${change[1]}` : undefined;
}

const correctedLabels: { readonly [field: string]: string } = {
  Vehicle_Number: "Vehicle number",
  Customer_Phone_Number: "Phone number",
  Customer_Name: "Name",
  vehicle_type: "Vehicle type",
  key_tag: "Key tag",
};

/** What was corrected, from what to what, and why. */
function describeCorrection({ changes, getTypeName }: { changes: FieldChanges; getTypeName: GetTypeName }): string[] {
  if (!changes["corrected_at"]?.[1]) return [];
  const reason = changes["change_reason"]?.[1];
  const lines = Object.entries(correctedLabels).flatMap(([field, label]) => {
    const change = changes[field];
    if (!change) return [];
    const format =
      field === "vehicle_type" ? getTypeName : (value: unknown) => (typeof value === "string" ? value : "nothing");
    const [before, after] = change.map(format);
    return `${label} corrected from ${before} to ${after}`;
  });
  return typeof reason === "string" ? [...lines, `Reason: ${reason}`] : lines;
}

function describeOnlineTip({ online_tip: change }: FieldChanges): string | undefined {
  if (!change) return undefined;
  const refunded = toPaiseOrZero(change[0]) - toPaiseOrZero(change[1]);
  return refunded > 0 ? `Tip of ${formatRupees(refunded)} refunded` : "Tip paid online";
}

function describeVoid(changes: FieldChanges): string | undefined {
  if (!changes["voided_at"]?.[1]) return undefined;
  const reason = changes["change_reason"]?.[1];
  return typeof reason === "string" ? `Cancelled: ${reason}` : "Cancelled";
}

/** Staff may collect less than the customer chose on the page of the ticket. */
function describeTip({ valet_tip: change, online_tip: online, tip_collected_at: collected, voided_at }: FieldChanges) {
  const [before, after] = [toPaiseOrZero(change?.[0]), toPaiseOrZero(change?.[1])];
  if (after > 0) return `Tip of ${formatRupees(after)}`;
  if (!change && collected?.[1]) return "Tip collected";
  const isReturned = Boolean(voided_at?.[1]) && collected?.[1] === null;
  return before > 0 && !online ? `Tip of ${formatRupees(before)} ${isReturned ? "returned" : "removed"}` : undefined;
}

export type GetPersonName = (userId: string) => string;

/** One sentence per action in the write, in reading order. */
export function describeChange({
  changes,
  getName,
  extras = [],
  getTypeName,
}: {
  changes: FieldChanges | null;
  getName: GetPersonName;
  extras?: readonly TariffExtra[];
  getTypeName: GetTypeName;
}): string[] {
  if (!changes || Object.keys(changes).length === 0) return ["Ticket created"];
  return withFallbackDescription([
    ...describeMoneyChanges(changes),
    ...describeGateCharges({ changes, extras }),
    describeTip(changes),
    describeOnlineTip(changes),
    changes["rating"]?.[1] ? `Rated ${String(changes["rating"][1])} of 5` : undefined,
    ...describeCorrection({ changes, getTypeName }),
    describeVoid(changes) ?? describeStatusChange(changes),
    describeSlotChange(changes),
    describeOffer(changes, getName),
    describeSchedule(changes),
    describeGate(changes),
    "chat" in changes ? "Chat started" : undefined,
    describeAssignment(changes, getName),
    changes["otp_renewed_at"]?.[1] ? "New OTP issued" : undefined,
    describePayLater(changes),
    ...describePrints(changes),
  ]);
}
