// §4 Cash per shift: the manager's view of a day.
import type { FastifyInstance } from "fastify";
import { cashActions } from "#domain/cash/actions.ts";
import { isDateString } from "#domain/dates.ts";
import type { AppServices } from "#server/context.ts";
import { readCashDay } from "#server/features/cash/cash-day.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

const mountCashDay = implement(cashActions.readDay, async ({ services, session, query: { day = "" } }) => {
  const { branch } = session.actor;
  if (branch === null) throwApiError("FORBIDDEN");
  if (!isDateString(day)) throwApiError("INVALID_QUERY", { reason: "day is YYYY-MM-DD" });
  return readCashDay({ services, branch, day });
});

export function cashRoutes(app: FastifyInstance, services: AppServices): void {
  mountCashDay(app, services);
}
