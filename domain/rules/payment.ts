// §4 Cash payment (reading.md §4, §5): what an entry owes and what taking the money changes. Prose: docs/rules/payments.md.
import { Refusal } from "#domain/collection.ts";
import type { Row } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { chargeFor, tariffOf } from "#domain/rules/charge.ts";
import type { Arithmetic } from "#domain/rules/charge.ts";
import { refusePayment } from "#domain/states/payment.ts";
import type { PaymentStatus } from "#domain/states/payment.ts";

/** What an entry owes at a moment; all amounts in paise. */
export interface Owed {
  arithmetic: Arithmetic;
  actual: number;
  additional: number;
  deduction: number;
  /** actual + additional − deduction, never below zero. */
  total: number;
  paid: number;
  /** What is still to be received: total − paid, never below zero. */
  extended: number;
}

/** What staff added or took off, in paise, each with its note. What is left out stays as the entry has it. */
export interface Adjustment {
  additional?: number;
  additionNote?: string | null;
  deduction?: number;
  deductionNote?: string | null;
}

function paise(row: Row, field: string): number {
  return (row[field] ?? 0) as number;
}

function notedText(text: unknown): string | null {
  return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
}

export function paymentStatusOf(entry: Row | null): PaymentStatus {
  return (entry?.["payment_status"] ?? "not_paid") as PaymentStatus;
}

/** The total of reading.md §4, in paise, never below zero. */
export function totalOf({
  actual,
  additional,
  deduction,
}: {
  actual: number;
  additional: number;
  deduction: number;
}): number {
  return Math.max(0, actual + additional - deduction);
}

/** What the tariff says of a stay; a pass's visit owes nothing up to `free_until`, and from there on like any other. */
function stayOf({ entry, now }: { entry: Row; now: Date }): Arithmetic {
  const inTime = (entry["in_time"] ?? null) as Date | null;
  const to = (entry["out_time"] ?? now) as Date;
  const freeUntil = (entry["free_until"] ?? null) as Date | null;
  const isCovered = freeUntil !== null && to <= freeUntil;
  const tariff = tariffOf(entry);
  return chargeFor({
    tariff: isCovered ? { ...tariff, rate: 0, minimum: 0 } : tariff,
    valetCharge: paise(entry, "valet_charge"),
    from: inTime !== null && freeUntil !== null && freeUntil > inTime ? freeUntil : inTime,
    to,
  });
}

/** Counts up to `now` while the vehicle is inside, and to `out_time` once it is out. Times are Dates, money is paise. */
export function owedBy({ entry, now }: { entry: Row; now: Date }): Owed {
  const arithmetic = stayOf({ entry, now });
  const actual = arithmetic.charge;
  const additional = paise(entry, "additional_charge");
  const deduction = paise(entry, "deduction_charge");
  const total = totalOf({ actual, additional, deduction });
  const paid = paise(entry, "paid_amount");
  return { arithmetic, actual, additional, deduction, total, paid, extended: Math.max(0, total - paid) };
}

/** The amounts as the entry keeps them. */
export function amountsOf({ actual, total, extended }: Owed): Row {
  return { actual_amount: actual, total_amount: total, extended_amount: extended };
}

/** §4: an addition or a deduction needs a note. NOTE_REQUIRED, AMOUNT_TOO_LOW. */
export function adjusted({ entry, adjustment }: { entry: Row; adjustment: Adjustment }): Row | Refusal {
  const additional = adjustment.additional ?? paise(entry, "additional_charge");
  const deduction = adjustment.deduction ?? paise(entry, "deduction_charge");
  const additionNote = notedText(
    adjustment.additionNote === undefined ? entry["addition_note"] : adjustment.additionNote,
  );
  const deductionNote = notedText(
    adjustment.deductionNote === undefined ? entry["deduction_note"] : adjustment.deductionNote,
  );
  if (additional < 0) return new Refusal("AMOUNT_TOO_LOW", "additional_charge");
  if (deduction < 0) return new Refusal("AMOUNT_TOO_LOW", "deduction_charge");
  if (additional > 0 && !additionNote) return new Refusal("NOTE_REQUIRED", "addition_note");
  if (deduction > 0 && !deductionNote) return new Refusal("NOTE_REQUIRED", "deduction_note");
  return {
    additional_charge: additional,
    addition_note: additionNote,
    deduction_charge: deduction,
    deduction_note: deductionNote,
  };
}

/** An extra is taken only while something is owed, before or after what staff add now: so it cannot be taken twice. */
function refuseExtra({ entry, after, now }: { entry: Row; after: Owed; now: Date }): Refusal | undefined {
  const isOwed = owedBy({ entry, now }).extended > 0 || after.extended > 0;
  return isOwed ? undefined : new Refusal("ALREADY_PAID");
}

/**
 * Takes the whole of what is owed, in cash or, where the provider has confirmed it, online. Returns the changes of the entry.
 * ALREADY_PAID unless it is an extra and something is owed; NOTE_REQUIRED, AMOUNT_TOO_LOW; AMOUNT_MISMATCH when the person
 * at the gate was shown another total (`expected`, paise).
 */
export function takePayment({
  entry,
  mode,
  adjustment = {},
  isExtra = false,
  expected,
  who,
  now,
}: {
  entry: Row;
  mode: "cash" | "online";
  adjustment?: Adjustment;
  isExtra?: boolean;
  expected?: number;
  who: Who;
  now: Date;
}): Row | Refusal {
  const status = paymentStatusOf(entry);
  const refusal = refusePayment({ from: status, to: "paid" });
  if (refusal && !isExtra) return new Refusal(refusal);
  const changes = adjusted({ entry, adjustment });
  if (changes instanceof Refusal) return changes;
  const owed = owedBy({ entry: { ...entry, ...changes }, now });
  const tooLate = refusal && refuseExtra({ entry, after: owed, now });
  if (tooLate) return tooLate;
  if (expected !== undefined && expected !== owed.extended)
    return new Refusal("AMOUNT_MISMATCH", undefined, { expected, owed: owed.extended });
  return {
    ...changes,
    ...amountsOf(owed),
    payment_status: "paid",
    payment_mode: mode,
    paid_amount: Math.max(owed.total, owed.paid),
    extended_amount: 0,
    payment_collected_by: mode === "cash" ? who.id : ((entry["payment_collected_by"] ?? null) as string | null),
    paid_at: now,
  };
}

/** Cash, taken by staff (§4). As takePayment. */
export function takeCash(args: Omit<Parameters<typeof takePayment>[0], "mode">): Row | Refusal {
  return takePayment({ ...args, mode: "cash" });
}

/** Nothing to pay, paid in full with nothing extra owed, or agreed to pay later: the vehicle may go. */
export function isSettled({ entry, now }: { entry: Row; now: Date }): boolean {
  const { total, extended } = owedBy({ entry, now });
  if (total <= 0 || entry["payment_type"] === "pay-later") return true;
  return paymentStatusOf(entry) === "paid" && extended <= 0;
}
