// §4 Cash per shift: the action of managers.
import { cashDay } from "#domain/cash/cash-day.ts";
import { contract } from "#domain/schema/contract.ts";

export const cashActions = {
  readDay: contract("GET /actions/cash/day", {
    area: "cash",
    summary: "Cash of a day by collector and shift, and the entries to review",
    access: { can: "report.read" },
    query: { day: "Day in the branch's time zone: `2026-01-31`." },
    reply: cashDay,
    errors: ["INVALID_QUERY"],
  }),
};
