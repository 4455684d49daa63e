// Metrics for monitoring systems and indicators for the operations page.
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { operationsActions } from "#domain/operations/actions.ts";
import type { AppServices } from "#server/context.ts";
import { implement } from "#server/http/implement.ts";
import { throwRouteNotFound } from "#server/items/api-error.ts";
import { renderMetrics } from "#server/observability/prometheus.ts";
import type { IndicatorReader } from "#server/observability/indicators.ts";
import type { Metrics } from "#server/observability/metrics.ts";

/** Compares hashes, so that the timing discloses neither length nor prefix of the token. */
function isMetricsToken({ request, token }: { request: FastifyRequest; token: string }): boolean {
  const receivedToken = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const toHash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(toHash(receivedToken), toHash(token));
}

export function operationsRoutes(
  app: FastifyInstance,
  { services, metrics, indicators }: { services: AppServices; metrics: Metrics; indicators: IndicatorReader },
): void {
  /** Without METRICS_TOKEN or with a wrong token the route responds like a missing one. */
  app.get("/metrics", async (request, reply) => {
    const { metricsToken } = services.config.observability;
    if (!metricsToken || !isMetricsToken({ request, token: metricsToken })) throwRouteNotFound("/metrics");
    // Without the database the process metrics are still returned.
    const indicatorValues = await indicators.read().catch(() => null);
    const { type, text } = await renderMetrics({ metrics, indicators: indicatorValues });
    return reply.type(type).send(text);
  });

  const mountIndicators = implement(operationsActions.readIndicators, async () => ({
    at: services.clock(),
    figures: await indicators.read(),
  }));
  mountIndicators(app, services);
}
