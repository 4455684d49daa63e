// Readiness of this server to receive requests, for load balancers and the health page.

export interface ReadinessCheck {
  name: string;
  run: () => Promise<unknown>;
}

export interface ReadinessCheckResult {
  name: string;
  status: "ok" | "error";
  observedValue: number;
  observedUnit: "ms";
}

export interface ReadinessStatus {
  isReady: boolean;
  results: readonly ReadinessCheckResult[];
}

/** Minimum interval between checks: the route is public and may be polled by anyone. */
const statusCacheMs = 1_000;
/** A check that takes longer counts as failed. */
const checkTimeoutMs = 5_000;

export class Readiness {
  readonly #checks: readonly ReadinessCheck[];
  readonly #clock: () => Date;
  #last: { status: ReadinessStatus; at: number } | undefined;
  #running: Promise<ReadinessStatus> | undefined;
  #isDraining = false;

  constructor({ checks, clock }: { checks: readonly ReadinessCheck[]; clock: () => Date }) {
    this.#checks = checks;
    this.#clock = clock;
  }

  /** Returns the cached status of the last second, or the result of a check shared by concurrent callers. */
  async getStatus(): Promise<ReadinessStatus> {
    const status = await (this.#getCached() ?? this.#check());
    return this.#isDraining ? { ...status, isReady: false } : status;
  }

  /** Reports the server as not ready from now on, since it is about to stop. */
  drain(): void {
    this.#isDraining = true;
  }

  #getCached(): ReadinessStatus | undefined {
    if (!this.#last) return undefined;
    // After the clock was set back the age is negative: the cached status is not used.
    const age = this.#clock().getTime() - this.#last.at;
    return age >= 0 && age < statusCacheMs ? this.#last.status : undefined;
  }

  #check(): Promise<ReadinessStatus> {
    this.#running ??= this.#runAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #runAll(): Promise<ReadinessStatus> {
    const results = await Promise.all(this.#checks.map(runCheck));
    const status = { isReady: results.every(({ status }) => status === "ok"), results };
    this.#last = { status, at: this.#clock().getTime() };
    return status;
  }
}

async function runCheck({ name, run }: ReadinessCheck): Promise<ReadinessCheckResult> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"error">((resolve) => (timer = setTimeout(() => resolve("error"), checkTimeoutMs)));
  const outcome = run().then(
    () => "ok" as const,
    () => "error" as const,
  );
  const status = await Promise.race([outcome, timeout]);
  clearTimeout(timer);
  const observedValue = Math.round((performance.now() - startedAt) * 10) / 10;
  return { name, status, observedValue, observedUnit: "ms" };
}
