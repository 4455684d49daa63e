// Records every answered request in metrics, access log and security log.
import type { FastifyInstance } from "fastify";
import type { AppServices } from "#server/context.ts";
import { toAccessLogLine } from "#server/http/access-log.ts";
import type { Metrics } from "#server/observability/metrics.ts";
import { toSecurityEntry } from "#server/security-log/request-events.ts";

/** Runs after the response is sent, so that no client waits for it. */
export function observeRequests(
  app: FastifyInstance,
  { services, metrics }: { services: AppServices; metrics: Metrics },
): void {
  const { config, securityLog, clock } = services;
  // The access log has its own setting, independent of LOG_LEVEL.
  const accessLogger = app.log.child({ log: "access" }, { level: "info" });
  const securityLogger = app.log.child({ log: "security" });
  securityLog.setLineWriter(({ severity, event }) =>
    securityLogger[severity === "notice" ? "info" : "warn"](event, "security event"),
  );
  app.addHook("onResponse", (request, reply, done) => {
    const now = clock();
    if (!request.isStream && !request.ws)
      metrics.observeRequest({
        method: request.method,
        route: request.routeOptions.url ?? "unmatched",
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
        codes: request.errorCodes ?? [],
        nowMs: now.getTime(),
      });
    const entry = toSecurityEntry({ request, now, publicUrl: config.publicUrl });
    if (entry) securityLog.record(entry);
    if (config.observability.isAccessLogEnabled) accessLogger.info(toAccessLogLine({ request, reply }), "request");
    done();
  });
  app.addHook("onClose", async () => {
    metrics.stop();
    await securityLog.stop();
  });
}
