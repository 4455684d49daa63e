// Number of missed backups of a schedule.

/**
 * Number of periods the newest backup is behind. Since a backup may take long, the first one counts as missed half a
 * period after it was due; beyond two periods each full period counts.
 */
export function countMissedBackups({
  ageSeconds,
  periodSeconds,
}: {
  ageSeconds: number;
  periodSeconds: number;
}): number {
  if (ageSeconds <= 1.5 * periodSeconds) return 0;
  return ageSeconds <= 2 * periodSeconds ? 1 : Math.max(2, Math.floor(ageSeconds / periodSeconds));
}
