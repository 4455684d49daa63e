// Indicators of backups for the operations page and the metrics.
import { countMissedBackups } from "#domain/backup/missed-backups.ts";
import type { IndicatorValues } from "#domain/operations/indicators.ts";
import { computeSchedulePeriodSeconds } from "#server/observability/schedule-period.ts";
import type { Sql } from "#server/db/pool.ts";

export type BackupIndicators = Pick<
  IndicatorValues,
  "backups_missed" | "backup_age" | "backup_size" | "backups_failed"
>;

/** Creates the reader; without a schedule `backups_missed` is null. */
export function createBackupIndicatorReader({
  sql,
  schedule,
}: {
  sql: Sql;
  schedule: string | null;
}): (now: Date) => Promise<BackupIndicators> {
  let periodSeconds: number | null = null;
  return (now) => {
    // Computed once on first use, not at start-up: it iterates over every minute of weeks or years.
    if (schedule !== null) periodSeconds ??= computeSchedulePeriodSeconds({ schedule, from: now });
    return readBackupIndicators({ sql, periodSeconds, now });
  };
}

async function readBackupIndicators({
  sql,
  periodSeconds,
  now,
}: {
  sql: Sql;
  periodSeconds: number | null;
  now: Date;
}): Promise<BackupIndicators> {
  // The age of an archive is that of its snapshot. Without a backup, the age of the database's first migration counts.
  const [row] = await sql<{ age: number | null; size: number | null; failed: number; without: number }[]>`
    with good as (select id, started_at, size from backups where status = 'done' order by id desc limit 1)
    select (select extract(epoch from ${now}::timestamptz - started_at)::float8 from good) as age,
      (select size::float8 from good) as size,
      (select count(*)::int from backups where status = 'failed' and id > coalesce((select id from good), 0)) as failed,
      (select extract(epoch from ${now}::timestamptz - min(applied_at))::float8 from migrations) as without`;
  const { age, size, failed, without } = row!;
  const missed = periodSeconds === null ? null : countMissedBackups({ ageSeconds: age ?? without, periodSeconds });
  return { backups_missed: missed, backup_age: age, backup_size: size, backups_failed: failed };
}
