// Longest interval between two runs of a backup schedule.
import { parseCrontab } from "graphile-worker";

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** Covers every daily and weekly pattern. */
const minSearchMinutes = 35 * dayMinutes;
/** Covers two runs of a yearly pattern. */
const maxMinutes = 2 * 366 * dayMinutes;

/** Returns the longest interval between two runs after `from`, in seconds; `schedule` has five cron fields, in UTC. */
export function computeSchedulePeriodSeconds({ schedule, from }: { schedule: string; from: Date }): number {
  const [item] = parseCrontab(`${schedule} backup`);
  const start = Math.floor(from.getTime() / minuteMs);
  let previousRun: number | undefined;
  let longest = 0;
  for (let offset = 0; offset < maxMinutes && (offset < minSearchMinutes || longest === 0); offset += 1) {
    const at = new Date((start + offset) * minuteMs);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (!item!.match(digest)) continue;
    if (previousRun !== undefined) longest = Math.max(longest, offset - previousRun);
    previousRun = offset;
  }
  return (longest || maxMinutes) * 60;
}
