// Words for unclear payments and for what the provider said.
import type { UnclearReason } from "#domain/payments/online/unclear-payment.ts";

export const reasonLabels: { readonly [reason in UnclearReason]: string } = {
  "other-amount": "Another amount",
  "no-answer": "No answer",
  "other-merchant": "Another merchant",
  "not-needed": "Paid twice or too late",
  "refund-failed": "Refund failed",
};

const reasonTexts: { readonly [reason in UnclearReason]: string } = {
  "other-amount":
    "The provider received another amount than requested. Nothing is paid until you decide: use it for what is owed and return the rest, or return all of it.",
  "no-answer":
    "The provider has not said whether this was paid. The entry can be paid in another way; if this payment arrives after that, it is returned automatically.",
  "other-merchant":
    "It was started with another merchant ID than the one now saved, so that the provider cannot be asked about it. Save the former merchant ID and keys again in the payment settings until it is decided.",
  "not-needed": "The entry was already paid when this payment arrived. What it could not use is being returned.",
  "refund-failed":
    "The provider rejected the refund. Refund it again on the page of the entry, or return the money in another way.",
};

/** What is unclear about a payment; once somebody has decided it, what is returned was not paid twice or too late. */
export function describeReason({ reason, isDecided }: { reason: UnclearReason; isDecided: boolean }) {
  if (reason === "not-needed" && isDecided)
    return { label: "Decided", text: "What was not used for the entry is being returned." };
  return { label: reasonLabels[reason], text: reasonTexts[reason] };
}

const verdictTexts: { readonly [verdict: string]: string } = {
  success: "paid",
  pending: "not decided yet",
  failed: "not paid",
  absent: "payment not known",
  unknown: "unreadable answer",
  "other-amount": "paid, but another amount",
  known: "the same result again",
  refused: "rejected: not signed by the provider",
};

const sourceTexts: { readonly [source: string]: string } = {
  pay: "When the payment was opened",
  status: "Asked by us",
  callback: "Message of the provider",
  refund: "When the refund was sent",
  "refund-status": "Asked about the refund",
};

/** 'Asked by us: not decided yet'. */
export function describeAnswer({ source, verdict }: { source: string; verdict: string }): string {
  return `${sourceTexts[source] ?? source}: ${verdictTexts[verdict] ?? verdict}`;
}
