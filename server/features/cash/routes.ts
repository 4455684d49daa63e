// §4 Cash per shift: the manager's view of a day.
import type { FastifyInstance } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { isDateString } from "#domain/dates.ts";
import type { AppServices } from "#server/context.ts";
import { readCashDay } from "#server/features/cash/cash-day.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { requireFreshSession } from "#server/request.ts";

export function cashRoutes(app: FastifyInstance, services: AppServices): void {
  app.get<{ Querystring: { day?: string } }>("/actions/cash/day", async (request, reply) => {
    const isAllowed = (actor: Actor): boolean => can(actor, "report.read");
    const { actor } = await requireFreshSession({ services, request, isAllowed });
    if (actor.branch === null) throwApiError("FORBIDDEN");
    const { day = "" } = request.query;
    if (!isDateString(day)) throwApiError("INVALID_QUERY", { reason: "day is YYYY-MM-DD" });
    const data = await readCashDay({ services, branch: actor.branch, day });
    return reply.send({ data });
  });
}
