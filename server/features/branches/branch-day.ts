// reading.md §3: the day of a branch in the branch's time zone.
import { getDayRange } from "#domain/dates.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** Returns the start of a day ('YYYY-MM-DD') at a branch and the start of the next day. */
export async function getBranchDayRange({
  sql,
  branch,
  day,
}: {
  sql: Sql | Tx;
  branch: number;
  day: string;
}): Promise<{ from: Date; to: Date }> {
  const [row] = await sql<{ zone: string | null }[]>`select time_zone as zone from "Branch" where id = ${branch}`;
  return getDayRange({ day, zone: row?.zone ?? undefined });
}
