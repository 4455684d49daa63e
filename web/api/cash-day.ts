// §2 /reporting/cash: the cash of a day at the user's branch.
import type { CashDay } from "#domain/cash/cash-day.ts";
import { call } from "#web/api/call.ts";

/**
 * `day` is 'YYYY-MM-DD' in the branch's time zone. The key starts like that of the shifts, so that live events
 * invalidate it.
 */
export function cashDayQuery(day: string) {
  return {
    queryKey: ["items", "cash_shifts", "day", day],
    queryFn: () => call({ route: "GET /actions/cash/day", query: { day } }),
  };
}

/** What the shifts of the day collected, in paise, after refunds in cash. */
export function getCashInAll({ cash, cash_refunded: refunded }: CashDay["totals"]): number {
  return cash - refunded;
}
