// §4 Tips are outside the total and of the driver who brought the car. A manager pays out all that a driver is due, and
// the payout counts once the driver has confirmed it; until then neither can be paid out again.
import { can } from "#domain/access/capabilities.ts";
import { isInScope, type Actor } from "#domain/access/roles.ts";
import type { HandoverDecision } from "#domain/cash/cash-handover.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import type { RowOf } from "#domain/schema/registry.ts";

/** In paise: received and not paid out yet. A tip that was lowered after its payout makes the amount negative. */
export interface DueTips {
  cash: number;
  online: number;
}

/** FORBIDDEN, also for the own tips, since two people confirm; NOTHING_OWED, AMOUNT_MISMATCH, duty errors. */
export function checkTipPayout({
  actor,
  driver,
  due,
  expected,
}: {
  actor: Actor;
  driver: string;
  due: DueTips;
  /** Amount shown to the manager, in paise. */
  expected?: number | undefined;
}): ErrorCode | undefined {
  const dutyError = checkOnDuty(actor);
  if (dutyError) return dutyError;
  if (!can(actor, "valet.manage") || actor.id === driver) return "FORBIDDEN";
  const total = due.cash + due.online;
  if (total <= 0 || due.cash < 0 || due.online < 0) return "NOTHING_OWED";
  return expected !== undefined && expected !== total ? "AMOUNT_MISMATCH" : undefined;
}

/** Only the driver confirms or declines; who gave it, or another manager, withdraws. FORBIDDEN. */
export function checkTipDecision({
  actor,
  payout,
  decision,
}: {
  actor: Actor;
  payout: Pick<RowOf<"tip_payouts">, "driver" | "company" | "branch">;
  decision: HandoverDecision;
}): ErrorCode | undefined {
  const mayWithdraw = can(actor, "valet.manage") && isInScope({ actor, ...payout }) && payout.driver !== actor.id;
  const isAllowed = decision === "withdrawn" ? mayWithdraw : payout.driver === actor.id;
  return isAllowed ? undefined : "FORBIDDEN";
}
