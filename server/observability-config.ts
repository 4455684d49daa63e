// Settings of logging, metrics and tracing, from the environment.
import type { FastifyServerOptions } from "fastify";
import { z } from "zod";
import { type Environment, isProductionEnvironment } from "#server/environment.ts";
import {
  choiceSetting,
  httpUrlSetting,
  readSettings,
  secretSetting,
  settingDetails,
  switchSetting,
  wholeNumberSetting,
} from "#server/settings/settings.ts";

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

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

export const observabilitySettings = z.object({
  LOG_LEVEL: choiceSetting({ values: logLevels, expected: `give ${logLevels.join(", ")}` })
    .optional()
    .register(settingDetails, {
      default: "warn; info in production",
      description: "`debug`, `info`, `warn`, `error` or `silent`",
    }),
  ACCESS_LOG: switchSetting().optional().register(settingDetails, {
    default: "off; on in production",
    description:
      "`on` logs a line for every request, regardless of `LOG_LEVEL`; see [Logs and metrics](#logs-and-metrics)",
  }),
  METRICS_TOKEN: secretSetting({
    min: minTokenLength,
    message: `is too short: give at least ${minTokenLength} characters, or leave it out.`,
  })
    .optional()
    .register(settingDetails, {
      description: `at least ${minTokenLength} characters; the bearer token of \`GET /metrics\`. Without it the route does not exist`,
      isSecret: true,
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlSetting("http://collector:4318").optional().register(settingDetails, {
    description: "an OpenTelemetry collector, `http://collector:4318`, that receives a span for every request",
  }),
  SECURITY_LOG_DAYS: wholeNumberSetting({ min: 1, max: maxDays }).prefault("180").register(settingDetails, {
    description: "retention period of security events in days",
  }),
});

/** Adds a line to `errors` for every invalid setting. */
export function parseObservabilityConfig({ env, errors }: { env: Environment; errors: string[] }): ObservabilityConfig {
  const values = readSettings({ env, schema: observabilitySettings, errors });
  const isProduction = isProductionEnvironment(env);
  return {
    logLevel: values.LOG_LEVEL ?? (isProduction ? "info" : "warn"),
    isAccessLogEnabled: values.ACCESS_LOG ?? isProduction,
    metricsToken: values.METRICS_TOKEN ?? null,
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    securityLogDays: values.SECURITY_LOG_DAYS,
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
