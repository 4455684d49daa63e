// §4 Cash per shift: one's own open shift, and the manager's view of a day.
import type { FastifyInstance } from "fastify";
import { isDay } from "#domain/rules/dates.ts";
import type { House } from "#server/context.ts";
import { cashDay } from "#server/features/cash/cash-day.ts";
import { refuse } from "#server/items/refused.ts";
import { sessionOf } from "#server/request.ts";

export function cashRoutes(app: FastifyInstance, house: House): void {
  app.get<{ Querystring: { day?: string } }>("/actions/cash/day", async (request, reply) => {
    const { who } = await sessionOf({ house, request });
    if ((who.role !== "manager" && who.role !== "admin") || who.branch === null) refuse("FORBIDDEN");
    const { day = "" } = request.query;
    if (!isDay(day)) refuse("INVALID_QUERY", { reason: "day is YYYY-MM-DD" });
    const data = await cashDay({ house, branch: who.branch, day });
    return reply.header("cache-control", "no-store").send({ data });
  });
}
