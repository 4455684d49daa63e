// Change descriptions shared by the histories of entries and valet tickets.
import { parsePaise, formatRupees } from "#domain/money.ts";
import { printCounts, type PrintCount } from "#domain/parking/slip-prints.ts";
import { describeChannel, paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import type { FieldChanges } from "#domain/schema/collection.ts";
import type { TariffExtra } from "#domain/tariffs/tariff.ts";

/** Parses a wire amount to paise; missing is 0. */
export function toPaiseOrZero(amount: unknown): number {
  return parsePaise(String(amount ?? "0")) ?? 0;
}

/** Extra charge, discount, payment and refund; undefined for each that did not change. */
export function describeMoneyChanges(changes: FieldChanges): (string | undefined)[] {
  return [
    describeAdjustment({ changes, field: "additional_charge", note: "addition_note", label: "Extra charge" }),
    describeAdjustment({ changes, field: "deduction_charge", note: "deduction_note", label: "Discount" }),
    describeOverride(changes),
    describePaymentChange(changes) ?? describeOnlineAttempt(changes),
    describeRefund(changes),
    describeWriteOff(changes),
  ];
}

/** The payer opened the provider's page, or the attempt ended: without a payment, or with one that was returned. */
function describeOnlineAttempt(changes: FieldChanges): string | undefined {
  const change = changes["merchant_transaction_id"];
  if (!change) return undefined;
  return change[1] === null ? "Online payment not applied" : "Online payment started";
}

function describeOverride(changes: FieldChanges): string | undefined {
  const [before, after] = changes["charge_override"] ?? [];
  if (after === null && before !== null) return "Charge by the tariff again";
  if (after === undefined || after === null) return undefined;
  const reason = changes["charge_override_reason"]?.[1];
  return `Charge set to ${formatRupees(toPaiseOrZero(after))}${typeof reason === "string" ? `: ${reason}` : ""}`;
}

/** Lost slip, extras and shop bill; `extras` are those of the tariff, for their labels. */
export function describeGateCharges({
  changes,
  extras,
}: {
  changes: FieldChanges;
  extras: readonly TariffExtra[];
}): (string | undefined)[] {
  const [hadSlip, isSlipLost] = changes["is_slip_lost"] ?? [];
  return [
    isSlipLost === hadSlip ? undefined : isSlipLost === true ? "Slip lost" : "Slip found",
    describeProof(changes),
    ...describeExtras({ changes, extras }),
    describeBill(changes),
  ];
}

function describeProof(changes: FieldChanges): string | undefined {
  const [before, after] = changes["lost_slip_proof"] ?? [];
  if (typeof after === "string") return `Fee for the lost slip waived: ${after}`;
  const isStillLost = !("is_slip_lost" in changes);
  return typeof before === "string" && isStillLost ? "Fee for the lost slip no longer waived" : undefined;
}

function describeExtras({ changes, extras }: { changes: FieldChanges; extras: readonly TariffExtra[] }): string[] {
  const [before, after] = (changes["tariff_extras"] ?? []).map((ids) => (Array.isArray(ids) ? ids : []));
  if (!before || !after) return [];
  const getLabel = (id: unknown) => extras.find((extra) => extra.id === id)?.label ?? String(id);
  return [
    ...after.filter((id) => !before.includes(id)).map((id) => `${getLabel(id)} added`),
    ...before.filter((id) => !after.includes(id)).map((id) => `${getLabel(id)} removed`),
  ];
}

const billFields = ["bill_shop", "bill_number", "bill_amount"] as const;

/** Of a changed bill, what stayed the same is not in the changes. */
function describeBill(changes: FieldChanges): string | undefined {
  if (!billFields.some((field) => field in changes)) return undefined;
  const [shop, number, amount] = billFields.map((field) => changes[field]?.[1]);
  if (number === null) return "Shop bill removed";
  const parts = [
    typeof number === "string" ? ` ${number}` : "",
    typeof shop === "string" ? ` of ${shop}` : "",
    typeof amount === "string" ? `, ${formatRupees(toPaiseOrZero(amount))}` : "",
  ];
  return `Shop bill${parts.join("")}`;
}

function describePaymentChange(changes: FieldChanges): string | undefined {
  const [before, after] = changes["paid_amount"] ?? [];
  const received = toPaiseOrZero(after) - toPaiseOrZero(before);
  if (received < 0) return `${formatRupees(-received)} payment reversed${describeChangeReason(changes)}`;
  const verb = changes["payment_channel"]?.[1] === "on_account" ? "booked" : "received";
  if (received > 0) return `${formatRupees(received)} ${verb} ${describeWay(changes)}${describeChangeReason(changes)}`;
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

/** 'Slot B12', or 'Slot changed to B12' if there was one before; undefined if no slot was assigned. */
export function describeSlotChange(changes: FieldChanges): string | undefined {
  const [before, number] = changes["slot_no"] ?? [];
  if (!number) return undefined;
  return `${before ? "Slot changed to" : "Slot"} ${String(changes["slot_prefix"]?.[1] ?? "")}${String(number)}`;
}

/** Removes undefined descriptions; 'Details updated' if none is left. */
export function withFallbackDescription(descriptions: readonly (string | undefined)[]): string[] {
  const present = descriptions.filter((description) => description !== undefined);
  return present.length > 0 ? present : ["Details updated"];
}

export function describePayLater(changes: FieldChanges): string | undefined {
  const [before, after] = changes["payment_type"] ?? [];
  if (after !== "pay-later" || before === after) return undefined;
  const reason = changes["pay_later_reason"]?.[1];
  return `Marked as pay later${typeof reason === "string" ? `: ${reason}` : ""}`;
}

const printedPapers: { readonly [name in PrintCount]: string } = { slip_prints: "Slip", receipt_prints: "Receipt" };

/** Prints of the slip and the receipt. */
export function describePrints(changes: FieldChanges): (string | undefined)[] {
  return printCounts.map((field) => {
    const [, after] = changes[field] ?? [];
    if (after === undefined) return undefined;
    return `${printedPapers[field]} printed${Number(after) > 1 ? " again as a duplicate" : ""}`;
  });
}
