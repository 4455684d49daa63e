// reading.md §10: the security log. Events are counted in memory and written shortly afterwards by a separate
// statement, so that requests do not wait for them and a rollback does not remove them.
import * as limits from "#domain/limits.ts";
import { securityEvents, type SecuritySeverity } from "#domain/security/events.ts";
import type { Sql } from "#server/db/pool.ts";
import { SecurityEventAggregator } from "#server/security-log/aggregate.ts";
import type { SecurityBucket, SecurityEntry } from "#server/security-log/entry.ts";
import { writeSecurityEvents } from "#server/security-log/write-events.ts";

/** Time before counted events are written, and before a failed write is retried. */
const flushDelayMs = 250;
const retryDelayMs = 5_000;

/** Writes log lines: the first event of a bucket immediately, repeats when they are written. */
export type SecurityLineWriter = (line: { severity: SecuritySeverity; event: { [name: string]: unknown } }) => void;

export class SecurityLog {
  readonly #sql: Sql;
  readonly #aggregate: SecurityEventAggregator;
  #writeLine: SecurityLineWriter = () => {};
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #dropped = 0;
  #isStopped = false;

  constructor({ sql, secret }: { sql: Sql; secret: string }) {
    this.#sql = sql;
    this.#aggregate = new SecurityEventAggregator(`security-log:${secret}`);
  }

  /** Number of events dropped since the start because the database was unavailable. */
  get dropped(): number {
    return this.#dropped;
  }

  setLineWriter(line: SecurityLineWriter): void {
    this.#writeLine = line;
  }

  /** Records an event; never throws or waits. */
  record(entry: SecurityEntry): void {
    if (this.#aggregate.size >= limits.securityEventsPending) {
      this.#dropped += 1;
      return;
    }
    const first = this.#aggregate.add(entry);
    if (first) this.#writeLine(toLogLine({ bucket: first, count: 1 }));
    this.#flushLater(flushDelayMs);
  }

  /** Records a lasting condition once per hour. */
  recordHourly(entry: SecurityEntry): void {
    if (!this.#aggregate.has(entry)) this.record(entry);
  }

  /** Writes counted events; failed writes are retried later. */
  async flush(): Promise<void> {
    await this.#flushing;
    this.#flushing = this.#write();
    await this.#flushing;
  }

  /** Writes the remaining events. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.flush();
  }

  #flushLater(ms: number): void {
    if (this.#timer || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms);
    this.#timer.unref();
  }

  async #write(): Promise<void> {
    const buckets = this.#aggregate.drain();
    try {
      await writeSecurityEvents({ sql: this.#sql, buckets });
    } catch {
      this.#aggregate.restore(buckets);
      this.#flushLater(retryDelayMs);
      return;
    }
    for (const bucket of buckets) if (bucket.count > 1) this.#writeLine(toLogLine({ bucket, count: bucket.count - 1 }));
  }
}

function toLogLine({ bucket, count }: { bucket: SecurityBucket; count: number }): Parameters<SecurityLineWriter>[0] {
  const { kind, person, role, subject, ip, company, branch, requestId, detail, item, lastAt } = bucket;
  const event = { kind, count, at: lastAt, person, role, subject, ip, company, branch, requestId, detail, item };
  return { severity: securityEvents[kind].severity, event };
}
