// Reads the indicators of domain/operations/indicators.ts: process values from counters, database values in one
// statement.
import type { IndicatorValues } from "#domain/operations/indicators.ts";
import { securityEventKinds, securityEvents } from "#domain/security/events.ts";
import { type BackupIndicators, createBackupIndicatorReader } from "#server/observability/backup-indicators.ts";
import type { AppServices } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { loadSmsAllowance } from "#server/messaging/quota.ts";
import { SmsBalance } from "#server/messaging/sms-balance.ts";
import type { Metrics } from "#server/observability/metrics.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** Time for which indicators are cached. */
const cacheMs = 2_000;
const alertKinds = securityEventKinds.filter((kind) => securityEvents[kind].severity === "alert");

type DatabaseIndicators = Pick<
  IndicatorValues,
  | "connections_busy"
  | "jobs_waiting"
  | "job_age"
  | "jobs_dead"
  | "messages_waiting"
  | "message_age"
  | "messages_failed"
  | "sms_hour"
  | "codes_hour"
  | "payments_undecided"
  | "payment_age"
  | "refunds_failed"
  | "security_alerts"
>;

export interface IndicatorReader {
  /** Returns current indicators, at most two seconds old; throws database errors. */
  read: () => Promise<IndicatorValues>;
}

export function createIndicatorReader({
  services,
  metrics,
  live,
}: {
  services: AppServices;
  metrics: Metrics;
  live: LiveUpdates;
}): IndicatorReader {
  let cached: { at: number; values: Promise<IndicatorValues> } | undefined;
  const { sql, config, integrations, clock } = services;
  const sources: IndicatorSources = {
    services,
    metrics,
    live,
    smsBalance: new SmsBalance({ request: integrations.sms?.balance, clock }),
    backups: createBackupIndicatorReader({ sql, schedule: config.backup.schedule }),
  };
  return {
    read: () => {
      const at = performance.now();
      if (!cached || at - cached.at > cacheMs) {
        cached = { at, values: readIndicators(sources) };
        cached.values.catch(() => (cached = undefined));
      }
      return cached.values;
    },
  };
}

interface IndicatorSources {
  services: AppServices;
  metrics: Metrics;
  live: LiveUpdates;
  smsBalance: SmsBalance;
  backups: (now: Date) => Promise<BackupIndicators>;
}

async function readIndicators({
  services,
  metrics,
  live,
  smsBalance,
  backups,
}: IndicatorSources): Promise<IndicatorValues> {
  const now = services.clock();
  const poolWait = await measureConnectionWait(services.sql);
  const database = await readDatabaseIndicators({ sql: services.sql, now });
  const { left, branchesLow } = await loadSmsAllowance({ sql: services.sql, now });
  const { requests, serverErrors, throttled, p95Seconds } = metrics.readRecent(now.getTime());
  const { memoryBytes, uptimeSeconds, eventLoopLagSeconds } = metrics.readProcess();
  const { listeners, waiting, lagSeconds } = live.statistics();
  return {
    ...database,
    ...(await backups(now)),
    sms_balance: smsBalance.read(),
    sms_left: left,
    sms_branches_low: branchesLow,
    requests,
    server_errors: serverErrors,
    response_p95: p95Seconds,
    throttled,
    pool_wait: poolWait,
    pool_size: services.config.poolSize,
    live_listeners: listeners,
    live_waiting: waiting,
    live_lag: lagSeconds,
    memory: memoryBytes,
    event_loop_lag: eventLoopLagSeconds,
    uptime: uptimeSeconds,
    security_dropped: services.securityLog.dropped,
  };
}

/** Measures the time of the simplest statement, which consists mostly of waiting for a pool connection. */
async function measureConnectionWait(sql: Sql): Promise<number> {
  const startedAt = performance.now();
  await sql`select 1`;
  return (performance.now() - startedAt) / 1000;
}

/** Reads the database indicators. Job times use the database's clock, all others that of the server. */
async function readDatabaseIndicators({ sql, now }: { sql: Sql; now: Date }): Promise<DatabaseIndicators> {
  const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
  const [row] = await sql<DatabaseIndicators[]>`
    select jobs.*, messages.*, payments.*,
      (select count(*)::int from pg_stat_activity where datname = current_database() and state <> 'idle'
        and backend_type = 'client backend' and pid <> pg_backend_pid()) as connections_busy,
      (select count(*)::int from "Outbox" where channel = 'sms' and date_created > ${minutesAgo(60)}) as sms_hour,
      (select count(*)::int from "Outbox" where status in ('failed', 'expired') and date_updated > ${minutesAgo(24 * 60)}) as messages_failed,
      (select count(*)::int from otp_challenges where created_at > ${minutesAgo(60)}) as codes_hour,
      (select count(*)::int from payment_refunds where state = 'failed') as refunds_failed,
      (select coalesce(sum(count), 0)::int from "Security_Events"
        where last_at > ${minutesAgo(24 * 60)} and kind = any(${alertKinds})) as security_alerts
    from (
      select count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null)::int as jobs_waiting,
        extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now() and locked_at is null))::float8 as job_age,
        count(*) filter (where attempts >= max_attempts and locked_at is null)::int as jobs_dead
      from graphile_worker.jobs) jobs,
    (select count(*)::int as messages_waiting,
        extract(epoch from ${now}::timestamptz - min(date_created))::float8 as message_age
      from "Outbox" where status = 'waiting') messages,
    (select count(*) filter (where date_created < ${minutesAgo(20)})::int as payments_undecided,
        extract(epoch from ${now}::timestamptz - min(date_created))::float8 as payment_age
      from payment_attempts where state in ('initiated', 'pending')) payments`;
  return row!;
}
