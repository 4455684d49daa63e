// Renders `GET /metrics`: the indicators and the request counters in Prometheus format.
import {
  type IndicatorName,
  indicatorNames,
  type IndicatorValues,
  indicatorDefinitions as definitions,
} from "#domain/operations/indicators.ts";
import { isCodeFlood } from "#domain/accounts/otp-limits.ts";
import type { Metrics } from "#server/observability/metrics.ts";

/** Indicators left out because request counters give them in more detail. */
const excludedIndicators: readonly IndicatorName[] = [
  "requests",
  "server_errors",
  "response_p95",
  "throttled",
  "uptime",
];
const suffix = { count: "", seconds: "_seconds", bytes: "_bytes" } as const;

/** Returns the metric name of an indicator, such as `chaavi_job_age_seconds`. */
export function toMetricName(name: IndicatorName): string {
  return `chaavi_${name}${suffix[definitions[name].unit]}`;
}

/** Renders all metrics; `type` is the content type. */
export async function renderMetrics({
  metrics,
  indicators,
}: {
  metrics: Metrics;
  indicators: IndicatorValues | null;
}): Promise<{ type: string; text: string }> {
  metrics.setGauge({
    name: "chaavi_up",
    help: "Whether the database is reachable",
    values: [{ value: indicators ? 1 : 0 }],
  });
  for (const name of indicators ? indicatorNames : [])
    if (!excludedIndicators.includes(name))
      metrics.setGauge({
        name: toMetricName(name),
        help: definitions[name].label,
        values: [{ value: indicators![name] }],
      });
  if (indicators)
    metrics.setGauge({
      name: "chaavi_code_flood",
      help: "1 while requests for one-time codes exceed the flood threshold and addresses are limited sooner",
      values: [{ value: Number(isCodeFlood(indicators.codes_hour ?? 0)) }],
    });
  const { cpuSeconds, heapBytes, uptimeSeconds } = metrics.readProcess();
  const processGauges = [
    ["process_cpu_seconds_total", "CPU time of this process", cpuSeconds],
    ["process_uptime_seconds", "Time since this process started", uptimeSeconds],
    ["nodejs_heap_size_used_bytes", "Heap in use", heapBytes],
  ] as const;
  for (const [name, help, value] of processGauges) metrics.setGauge({ name, help, values: [{ value }] });
  return { type: metrics.registry.contentType, text: await metrics.registry.metrics() };
}
