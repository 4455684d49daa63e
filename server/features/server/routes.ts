// §7 /server: liveness, readiness, health and server information.
import type { FastifyInstance } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import type { Readiness } from "#server/http/readiness.ts";
import { getSession } from "#server/request.ts";

const healthJson = "application/health+json; charset=utf-8";

export function serverRoutes(
  app: FastifyInstance,
  { services, readiness }: { services: AppServices; readiness: Readiness },
): void {
  app.get("/server/ping", (_request, reply) => reply.type("text/html; charset=utf-8").send("pong"));

  /** Liveness: checks neither database nor disk, since a restart would not fix them. */
  app.get("/server/live", (_request, reply) => reply.type(healthJson).send({ status: "ok" }));

  /** Readiness: whether a load balancer should send requests to this server. */
  app.get("/server/ready", async (_request, reply) => {
    const { isReady } = await readiness.getStatus();
    return reply
      .code(isReady ? 200 : 503)
      .type(healthJson)
      .send({ status: isReady ? "ok" : "error" });
  });

  /** The status is public; only the platform gets the details. */
  app.get("/server/health", async (request, reply) => {
    const session = await getSession({ services, request });
    const { isReady, results } = await readiness.getStatus();
    const status = isReady ? "ok" : "error";
    reply.code(isReady ? 200 : 503).type(healthJson);
    if (!can(session.actor, "platform.administer")) return reply.send({ status });
    const details = results.map(({ name, ...result }) => [`${name}:responseTime`, [result]]);
    return reply.send({ status, checks: Object.fromEntries(details) });
  });

  /** Answers the public settings; adds the limits for authenticated users. */
  app.get("/server/info", async (request) => {
    const session = await getSession({ services, request });
    const [settings] = await services.sql`
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
    if (session.actor.id === null) return { data: { project } };
    const limitSettings = {
      queryLimit: { default: limits.defaultQueryLimit, max: -1 },
      uploads: { pictureBytes: limits.imageBytes, documentBytes: limits.documentBytes, files: limits.imageCaptures },
    };
    return { data: { project, ...limitSettings } };
  });
}
