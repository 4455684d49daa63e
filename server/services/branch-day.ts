// reading.md §3: a branch's day begins and ends by the branch's own clock.
import { dayBounds } from "#domain/rules/dates.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** The first moment of a day ('YYYY-MM-DD') at a branch, and of the day after it. */
export async function dayOfBranch({
  sql,
  branch,
  day,
}: {
  sql: Sql | Tx;
  branch: number;
  day: string;
}): Promise<{ from: Date; to: Date }> {
  const [place] = await sql<{ zone: string | null }[]>`select time_zone as zone from "Branch" where id = ${branch}`;
  return dayBounds({ day, zone: place?.zone ?? undefined });
}
