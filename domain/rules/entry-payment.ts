// §4: what a write to an entry's payment fields means, whichever door it comes through (reading.md §4).
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { receiveOnline } from "#domain/rules/online-payment.ts";
import { adjusted, amountsOf, owedBy, paymentStatusOf, takePayment } from "#domain/rules/payment.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { refusePayment } from "#domain/states/payment.ts";
import type { PaymentStatus } from "#domain/states/payment.ts";

const adjustmentFields = ["additional_charge", "addition_note", "deduction_charge", "deduction_note"];

/** `payment_type: "extra"` asks for the extra of a paid entry; it is never kept as the entry's own type. */
export const extraPayment = "extra";

/** A new entry is not paid, whatever the caller says. */
function startsUnpaid(after: Row): Row | Refusal {
  const changes = adjusted({ entry: after, adjustment: {} });
  if (changes instanceof Refusal) return changes;
  return { ...changes, payment_status: "not_paid", payment_mode: null, paid_amount: 0, extended_amount: 0 };
}

/** Only the server itself, which asked the provider, is nobody: people may take cash alone. */
function modeOf({ changes, who }: RuleArgs): "cash" | "online" | Refusal {
  if ((changes["payment_mode"] ?? "cash") !== "online") return "cash";
  return who.id === null ? "online" : new Refusal("FORBIDDEN", "payment_mode");
}

function pays(args: RuleArgs & { before: Row }): Row | Refusal {
  const { before, after, changes, who, now } = args;
  if (before["parking_status_id"] === parkingSequence.cancelled) return new Refusal("NO_NEXT_STATUS");
  const mode = modeOf(args);
  if (mode instanceof Refusal) return mode;
  const isExtra = changes["payment_type"] === extraPayment;
  const type = { payment_type: isExtra ? (before["payment_type"] ?? null) : (after["payment_type"] ?? null) };
  const entry = { ...after, ...type, payment_status: paymentStatusOf(before) };
  const taken = takePayment({ entry, mode, isExtra, who, now });
  return taken instanceof Refusal ? taken : { ...taken, ...type, ...comesIn(args) };
}

/** The server says that the provider has confirmed so much: `paid_at` is when the payer was shown the amount. */
function receives(args: RuleArgs & { before: Row }): Row {
  const { before, after, changes } = args;
  const entry = { ...after, paid_amount: before["paid_amount"], payment_status: paymentStatusOf(before) };
  const amount = (changes["paid_amount"] as number) - ((before["paid_amount"] ?? 0) as number);
  const received = receiveOnline({ entry, amount, asOf: changes["paid_at"] as Date });
  return { ...received, ...(received["payment_status"] === "paid" ? comesIn(args) : {}) };
}

/** §4: a pre-pay vehicle comes in the moment it has paid, unless it waits for approval or was invited and is yet to come. */
function comesIn({ before, changes, related }: RuleArgs & { before: Row }): Row {
  const isAtGate = before["is_vehicle_prepay_type"] === true && before["is_invited"] !== true;
  const isDue = isAtGate && before["parking_status_id"] === parkingSequence.pending;
  const isWaiting = related["parking_main_info"]?.["is_waiting_for_approve"] === true;
  return isDue && !isWaiting && !("parking_status_id" in changes) ? { parking_status_id: parkingSequence.in } : {};
}

/** Setting a payment back is the server's, after the provider said that it failed. */
function setsBack({ before, changes, who }: RuleArgs & { before: Row }): Refusal | undefined {
  const to = changes["payment_status"] as PaymentStatus;
  const refusal = refusePayment({ from: paymentStatusOf(before), to });
  if (refusal) return new Refusal(refusal);
  return who.id === null ? undefined : new Refusal("FORBIDDEN", "payment_status");
}

function adjusts({ before, after, changes, now }: RuleArgs & { before: Row }): Row | Refusal {
  const isDeducted =
    "deduction_charge" in changes && (before["deduction_charge"] ?? 0) !== (after["deduction_charge"] ?? 0);
  if (paymentStatusOf(before) === "paid" && isDeducted) return new Refusal("ALREADY_PAID");
  const noted = adjusted({ entry: after, adjustment: {} });
  if (noted instanceof Refusal) return noted;
  return { ...noted, ...amountsOf(owedBy({ entry: { ...after, ...noted }, now })) };
}

function isChanged({ before, changes }: RuleArgs, field: string): boolean {
  return field in changes && (changes[field] ?? null) !== (before?.[field] ?? null);
}

/**
 * Taking money, adjusting it, or neither. ALREADY_PAID, NOTE_REQUIRED, AMOUNT_TOO_LOW; FORBIDDEN where a person claims an
 * online payment, sets a payment back or changes how one was made.
 */
export function paymentFollows(args: RuleArgs): Row | Refusal | undefined {
  const { before, after, changes, who } = args;
  const isExtraOfNothing =
    changes["payment_type"] === extraPayment && (!before || changes["payment_status"] !== "paid");
  if (isExtraOfNothing) return new Refusal("FAILED_VALIDATION", "payment_type");
  if (before === null) return startsUnpaid(after);
  if (who.id === null && "paid_amount" in changes) return receives({ ...args, before });
  if (changes["payment_status"] === "paid") return pays({ ...args, before });
  if (isChanged(args, "payment_mode")) return new Refusal("FORBIDDEN", "payment_mode");
  if (isChanged(args, "payment_status")) {
    const refusal = setsBack({ ...args, before });
    if (refusal) return refusal;
  }
  return adjustmentFields.some((field) => field in changes) ? adjusts({ ...args, before }) : undefined;
}
