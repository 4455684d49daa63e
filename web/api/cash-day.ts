// §2 /reporting/cash: the cash of a day at the user's branch.
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
