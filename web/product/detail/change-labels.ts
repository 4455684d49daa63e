// Change descriptions shared by the histories of entries and valet tickets.
import { parsePaise, formatRupees } from "#domain/money.ts";
import { describeChannel, paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import type { FieldChanges } from "#domain/schema/collection.ts";

/** Parses a wire amount to paise; missing is 0. */
export function toPaiseOrZero(amount: unknown): number {
  return parsePaise(String(amount ?? "0")) ?? 0;
}

/** Extra charge, discount, payment and refund; undefined for each that did not change. */
export function describeMoneyChanges(changes: FieldChanges): (string | undefined)[] {
  return [
    describeAdjustment({ changes, field: "additional_charge", note: "addition_note", label: "Extra charge" }),
    describeAdjustment({ changes, field: "deduction_charge", note: "deduction_note", label: "Discount" }),
    describePaymentChange(changes),
    describeRefund(changes),
    describeWriteOff(changes),
  ];
}

function describePaymentChange(changes: FieldChanges): string | undefined {
  const [before, after] = changes["paid_amount"] ?? [];
  const received = toPaiseOrZero(after) - toPaiseOrZero(before);
  if (received < 0) return `${formatRupees(-received)} payment reversed${describeChangeReason(changes)}`;
  if (received > 0) return `${formatRupees(received)} received ${describeWay(changes)}${describeChangeReason(changes)}`;
  return changes["payment_status"]?.[1] === "paid" ? "Closed without payment" : undefined;
}

/** 'in cash', or 'by UPI (4K7Z)' with the reference that staff noted down. */
function describeWay(changes: FieldChanges): string {
  const [mode, channel, reference] = ["payment_mode", "payment_channel", "payment_reference"].map(
    (field) => changes[field]?.[1],
  );
  const phrase = describeChannel({
    mode: mode === "online" ? mode : null,
    channel: paymentChannels.find((name) => name === channel),
  });
  return typeof reference === "string" ? `${phrase} (${reference})` : phrase;
}

function describeRefund(changes: FieldChanges): string | undefined {
  const [before, after] = changes["refunded_amount"] ?? [];
  const refunded = toPaiseOrZero(after) - toPaiseOrZero(before);
  return refunded > 0 ? `${formatRupees(refunded)} refunded${describeChangeReason(changes)}` : undefined;
}

function describeChangeReason(changes: FieldChanges): string {
  const reason = changes["payment_change_reason"]?.[1];
  return typeof reason === "string" ? `: ${reason}` : "";
}

function describeWriteOff(changes: FieldChanges): string | undefined {
  const amount = toPaiseOrZero(changes["written_off_amount"]?.[1]);
  const reason = changes["write_off_reason"]?.[1];
  return amount > 0 ? `${formatRupees(amount)} written off: ${String(reason ?? "")}` : undefined;
}

interface AdjustmentChangeOptions {
  changes: FieldChanges;
  field: string;
  note: string;
  label: string;
}

function describeAdjustment({ changes, field, note, label }: AdjustmentChangeOptions): string | undefined {
  const [before, after] = changes[field] ?? [];
  if (after === undefined || toPaiseOrZero(before) === toPaiseOrZero(after)) return undefined;
  const reason = changes[note]?.[1];
  return `${label} ${formatRupees(toPaiseOrZero(after))}${typeof reason === "string" && reason ? `: ${reason}` : ""}`;
}

/** 'Slot changed to B12' with that `verb`; undefined if no slot was assigned. */
export function describeSlotChange({ changes, verb }: { changes: FieldChanges; verb: string }): string | undefined {
  const [, number] = changes["slot_no"] ?? [];
  return number ? `${verb} ${String(changes["slot_prefix"]?.[1] ?? "")}${String(number)}` : undefined;
}

/** Removes undefined descriptions; 'Details updated' if none is left. */
export function withFallbackDescription(descriptions: readonly (string | undefined)[]): string[] {
  const present = descriptions.filter((description) => description !== undefined);
  return present.length > 0 ? present : ["Details updated"];
}

export function describePayLater(changes: FieldChanges): string | undefined {
  if (changes["payment_type"]?.[1] !== "pay-later") return undefined;
  const reason = changes["pay_later_reason"]?.[1];
  return `Marked as pay later${typeof reason === "string" ? `: ${reason}` : ""}`;
}
