// Prometheus metrics of this process. Every server has its own; database values are read on demand (indicators.ts).
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { durationBounds, RecentRequestCounter, type RecentRequests } from "#server/observability/recent-requests.ts";

export interface ProcessMetrics {
  /** Resident memory in bytes. */
  memoryBytes: number;
  heapBytes: number;
  cpuSeconds: number;
  uptimeSeconds: number;
  /** 99th percentile of the event loop delay since the last reading, in seconds. */
  eventLoopLagSeconds: number;
}

const loopResolutionMs = 20;

export class Metrics {
  readonly registry = new Registry();
  readonly #recent = new RecentRequestCounter();
  readonly #loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
  readonly #durations: Histogram<"method" | "route" | "status">;
  readonly #errors: Counter<"code">;
  readonly #connectionWait: Histogram;
  readonly #gauges = new Map<string, Gauge>();
  /** Cached by method, route and status, since resolving labels is the most expensive step. */
  readonly #observers = new Map<string, { observe: (seconds: number) => void }>();

  constructor() {
    const registers = [this.registry];
    this.#durations = new Histogram({
      name: "chaavi_http_request_duration_seconds",
      help: "Duration of requests, by declared route",
      labelNames: ["method", "route", "status"],
      buckets: [...durationBounds],
      registers,
    });
    this.#errors = new Counter({
      name: "chaavi_errors_total",
      help: "Errors in responses, by error code",
      labelNames: ["code"],
      registers,
    });
    this.#connectionWait = new Histogram({
      name: "chaavi_transaction_wait_seconds",
      help: "Time until a transaction has a pool connection and has started",
      buckets: [...durationBounds],
      registers,
    });
    this.#loop.enable();
  }

  stop(): void {
    this.#loop.disable();
  }

  observeRequest(request: {
    method: string;
    route: string;
    status: number;
    seconds: number;
    codes: readonly string[];
    nowMs: number;
  }): void {
    const { method, route, status, seconds, codes, nowMs } = request;
    const key = `${method} ${status} ${route}`;
    let observer = this.#observers.get(key);
    if (!observer) {
      observer = this.#durations.labels({ method, route, status: String(status) });
      this.#observers.set(key, observer);
    }
    observer.observe(seconds);
    for (const code of codes) this.#errors.inc({ code });
    this.#recent.add({ nowMs, status, seconds });
  }

  observeConnectionWait(seconds: number): void {
    this.#connectionWait.observe(seconds);
  }

  readRecent(nowMs: number): RecentRequests {
    return this.#recent.read(nowMs);
  }

  /** Sets a gauge, creating it on first use; `labels` must have the same names every time. */
  setGauge({
    name,
    help,
    values,
  }: {
    name: string;
    help: string;
    values: readonly { value: number | null; labels?: { [name: string]: string } }[];
  }): void {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    let gauge = this.#gauges.get(name);
    if (!gauge) {
      gauge = new Gauge({ name, help, labelNames, registers: [this.registry] });
      this.#gauges.set(name, gauge);
    }
    gauge.reset();
    for (const { value, labels = {} } of values) if (value !== null) gauge.set(labels, value);
  }

  readProcess(): ProcessMetrics {
    const memory = process.memoryUsage();
    const cpu = process.cpuUsage();
    const lagMs = Math.max(0, this.#loop.percentile(99) / 1e6 - loopResolutionMs);
    this.#loop.reset();
    return {
      memoryBytes: memory.rss,
      heapBytes: memory.heapUsed,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      uptimeSeconds: process.uptime(),
      eventLoopLagSeconds: Number.isFinite(lagMs) ? lagMs / 1000 : 0,
    };
  }
}
