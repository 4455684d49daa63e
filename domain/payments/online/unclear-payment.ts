// §4: online payments that a person has to look at: another amount, no answer, received twice or too late, refund failed.
import { z } from "zod";
import { paidKind } from "#domain/payments/payment-page.ts";
import {
  type AttemptState,
  attemptStates,
  type RefundState,
  refundStates,
} from "#domain/payments/online/online-payment-states.ts";
import { payPageTimeoutSeconds } from "#domain/payments/online/payment-check-schedule.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";

export const unclearReasons = ["other-amount", "no-answer", "other-merchant", "not-needed", "refund-failed"] as const;
export type UnclearReason = (typeof unclearReasons)[number];

/** Amounts in paise. */
export interface JudgedAttempt {
  state: AttemptState;
  /** What the provider received, or was asked for. */
  amount: number;
  applied: number | null;
  startedAt: Date;
  /** Whether the branch has changed its merchant since, so that the provider cannot be asked about it. */
  isOfOtherMerchant: boolean;
  /** In the order in which they were made. */
  refunds: readonly { state: RefundState; amount: number }[];
}

const isOnItsWay = (refund: { state: RefundState }): boolean => refund.state === "queued" || refund.state === "sent";

/**
 * Why a payment is unclear; undefined once nothing has to be done: decided as requested, or what was not needed is
 * refunded.
 */
export function getUnclearReason({ attempt, now }: { attempt: JudgedAttempt; now: Date }): UnclearReason | undefined {
  const { state, amount, applied, startedAt, isOfOtherMerchant, refunds } = attempt;
  if (state === "review") return "other-amount";
  if (state === "initiated" || state === "pending") {
    if (isOfOtherMerchant) return "other-merchant";
    const isOverdue = now.getTime() - startedAt.getTime() > payPageTimeoutSeconds * 1_000;
    return isOverdue ? "no-answer" : undefined;
  }
  if (state !== "success") return undefined;
  const last = refunds.at(-1);
  if (last?.state === "failed") return "refund-failed";
  if (isOfOtherMerchant && refunds.some(isOnItsWay)) return "other-merchant";
  const returned = refunds
    .filter((refund) => refund.state === "done")
    .reduce((total, refund) => total + refund.amount, 0);
  return (applied ?? amount) + returned < amount ? "not-needed" : undefined;
}

const listed = {
  id: z.int().meta({ description: "Id of the attempt." }),
  kind: paidKind,
  entry: z.int(),
  name: z.string().nullable().meta({ description: "Vehicle number, or the visitor's name." }),
  receipt_no: z.string().nullable(),
  state: z.enum(attemptStates),
  requested: paise,
  received: paise.nullable().meta({ description: "Paise that the provider received; null if it has not said." }),
  applied: paise.nullable().meta({ description: "Part that the entry could use, in paise." }),
  code: z.string().nullable().meta({ description: "Status code of the provider." }),
  started_at: timestampText,
  transaction: z.string(),
  utr: z.string().nullable(),
};

export const unclearPayments = z.array(z.object({ ...listed, reason: z.enum(unclearReasons) }));
export type UnclearPayments = z.output<typeof unclearPayments>;

/** How a person decides about another amount than requested: it is used as far as it is owed, or all returned. */
export const reviewDecisions = ["apply", "refund"] as const;

export const paymentReview = z.object({
  ...listed,
  reason: z.enum(unclearReasons).nullable().meta({ description: "Null if nothing has to be done." }),
  owed: paise.meta({ description: "What the entry owes now, in paise." }),
  usable: paise.meta({ description: "Part of what was received that can be used now, in paise." }),
  paid: paise.meta({ description: "What the entry has received, in paise." }),
  decided_by: z.string().nullable().meta({ description: "First name of who decided about another amount." }),
  decision_reason: z.string().nullable(),
  answers: z
    .array(z.object({ at: timestampText, source: z.string(), verdict: z.string() }))
    .meta({ description: "What the provider said, newest first." }),
  refunds: z.array(
    z.object({
      id: z.int(),
      amount: paise,
      state: z.enum(refundStates),
      reason: z.string().nullable(),
      by: z.string().nullable().meta({ description: "First name of who refunded; null if automatic." }),
      at: timestampText,
    }),
  ),
});
export type PaymentReview = z.output<typeof paymentReview>;
