// §7 /server: whether it is up, and well.
import type { FastifyInstance } from "fastify";
import type { House } from "#server/context.ts";
import { sessionOf } from "#server/request.ts";

export function serverRoutes(app: FastifyInstance, house: House): void {
  app.get("/server/ping", (_request, reply) => reply.type("text/html; charset=utf-8").send("pong"));

  /** Anybody may ask whether it is well; only the platform is told the details. */
  app.get("/server/health", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const startedAt = performance.now();
    const isWell = await house.sql`select 1`.then(
      () => true,
      () => false,
    );
    const status = isWell ? "ok" : "error";
    reply.code(isWell ? 200 : 503).type("application/health+json; charset=utf-8");
    if (session.who.role !== "platform") return reply.send({ status });
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    return reply.send({
      status,
      checks: { "database:responseTime": [{ status, observedValue: milliseconds, observedUnit: "ms" }] },
    });
  });

  app.get("/server/info", (_request, reply) => reply.send({ data: { project: { project_name: "Chaavi" } } }));
}
