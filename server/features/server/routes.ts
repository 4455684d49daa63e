// §7 /server: whether it is up and well, and what it is.
import type { FastifyInstance } from "fastify";
import { limits } from "#domain/limits.ts";
import type { House } from "#server/context.ts";
import { sessionOf } from "#server/request.ts";

interface Check {
  name: string;
  run: () => Promise<unknown>;
}

export function serverRoutes(
  app: FastifyInstance,
  { house, checks }: { house: House; checks: readonly Check[] },
): void {
  app.get("/server/ping", (_request, reply) => reply.type("text/html; charset=utf-8").send("pong"));

  /** Anybody may ask whether it is well; only the platform is told the details. */
  app.get("/server/health", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const ran = await Promise.all(checks.map(runCheck));
    const isWell = ran.every(({ status }) => status === "ok");
    const status = isWell ? "ok" : "error";
    reply.code(isWell ? 200 : 503).type("application/health+json; charset=utf-8");
    if (session.who.role !== "platform") return reply.send({ status });
    const details = ran.map(({ name, ...found }) => [`${name}:responseTime`, [found]]);
    return reply.send({ status, checks: Object.fromEntries(details) });
  });

  /** What everybody may know; who is logged in is told the limits too. */
  app.get("/server/info", async (request) => {
    const session = await sessionOf({ house, request });
    const [settings] = await house.sql`
      select project_name, project_url, default_language from settings order by id limit 1`;
    const project = {
      project_name: "Chaavi",
      project_url: null,
      default_language: "en-IN",
      ...settings,
      project_descriptor: null,
      project_logo: null,
      public_registration: false,
    };
    if (session.who.id === null) return { data: { project } };
    const told = {
      queryLimit: { default: limits.defaultQueryLimit, max: -1 },
      uploads: { pictureBytes: limits.imageBytes, documentBytes: limits.documentBytes, files: limits.imageCaptures },
    };
    return { data: { project, ...told } };
  });
}

async function runCheck({ name, run }: Check): Promise<{
  name: string;
  status: "ok" | "error";
  observedValue: number;
  observedUnit: "ms";
}> {
  const startedAt = performance.now();
  const status = await run().then(
    () => "ok" as const,
    () => "error" as const,
  );
  const observedValue = Math.round((performance.now() - startedAt) * 10) / 10;
  return { name, status, observedValue, observedUnit: "ms" };
}
