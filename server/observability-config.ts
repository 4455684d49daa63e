// Settings of logging, metrics and tracing, from the environment.
import type { FastifyServerOptions } from "fastify";
import type { Environment } from "#server/environment.ts";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface ObservabilityConfig {
  logLevel: LogLevel;
  /** Logs one line for every request. */
  isAccessLogEnabled: boolean;
  /** Bearer token of `GET /metrics`; null disables the route. */
  metricsToken: string | null;
  /** URL of the trace collector (OTLP over HTTP); null disables tracing. */
  tracesEndpoint: string | null;
  /** Retention of security events in days. */
  securityLogDays: number;
}

const minTokenLength = 16;
const maxDays = 3_650;

/** Adds a line to `errors` for every invalid setting. */
export function parseObservabilityConfig({ env, errors }: { env: Environment; errors: string[] }): ObservabilityConfig {
  const isProduction = env["NODE_ENV"] === "production";
  const level = env["LOG_LEVEL"] || (isProduction ? "info" : "warn");
  const logLevel = logLevels.find((candidate) => candidate === level);
  if (!logLevel) errors.push(`LOG_LEVEL is "${level}": give ${logLevels.join(", ")}.`);
  const access = env["ACCESS_LOG"] || (isProduction ? "on" : "off");
  if (access !== "on" && access !== "off") errors.push(`ACCESS_LOG is "${access}": give on or off.`);
  const metricsToken = env["METRICS_TOKEN"] || null;
  if (metricsToken && metricsToken.length < minTokenLength)
    errors.push(`METRICS_TOKEN is too short: give at least ${minTokenLength} characters, or leave it out.`);
  const tracesEndpoint = env["OTEL_EXPORTER_OTLP_ENDPOINT"] || null;
  if (tracesEndpoint && (!/^https?:\/\//.test(tracesEndpoint) || !URL.canParse(tracesEndpoint)))
    errors.push("OTEL_EXPORTER_OTLP_ENDPOINT should look like http://collector:4318.");
  const days = env["SECURITY_LOG_DAYS"] || "180";
  const isDays = /^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= maxDays;
  if (!isDays) errors.push(`SECURITY_LOG_DAYS is "${days}": give a whole number from 1 to ${maxDays}.`);
  return {
    logLevel: logLevel ?? "warn",
    isAccessLogEnabled: access === "on",
    metricsToken,
    tracesEndpoint,
    securityLogDays: isDays ? Number(days) : 180,
  };
}

/** Options of the logger: JSON lines to standard output or to `destination`. */
export function getLoggerOptions({
  operations,
  destination,
}: {
  operations: ObservabilityConfig;
  destination?: { write: (line: string) => void } | undefined;
}): NonNullable<FastifyServerOptions["logger"]> {
  return {
    level: operations.logLevel,
    redact: ["req.headers.authorization", "req.headers.cookie"],
    ...(destination ? { stream: destination } : {}),
  };
}
