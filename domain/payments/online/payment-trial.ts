// §4: what a trial payment, which tries the provider's keys, has shown so far.
import type { AttemptState, RefundState } from "#domain/payments/online/online-payment-states.ts";

export type TrialResult =
  | "waiting"
  | "refused"
  | "declined"
  | "other-amount"
  | "returning"
  | "returned"
  | "not-returned";

/** `hasPage` unless the provider opened no page; `code` is its last status code, `refunds` are in the order in which they were made. */
export function judgeTrial({
  state,
  hasPage,
  code,
  refunds,
}: {
  state: AttemptState;
  hasPage: boolean;
  code: string | null;
  refunds: readonly RefundState[];
}): TrialResult {
  if (state === "success") {
    const last = refunds.at(-1);
    return last === "done" ? "returned" : last === "failed" ? "not-returned" : "returning";
  }
  if (state === "review") return "other-amount";
  if (!hasPage) return code === null ? "waiting" : "refused";
  return state === "failed" ? "declined" : "waiting";
}
