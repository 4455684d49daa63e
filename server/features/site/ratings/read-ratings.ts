// The ratings that everybody reads on the page of a branch.
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import type { SiteRating, SiteRatings } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";

/** Columns of a `SiteRating`, of `r`. */
export const ratingColumns = `r.id, r.stars, r.words, r.shown_name as name, r.date_created as at, r.answer`;

/** One page of them, the newest first; `count` is the number of all, beyond which the last page is read. */
export async function readRatings({
  sql,
  branch,
  page,
  count,
}: {
  sql: Sql;
  branch: number;
  page: number;
  count: number;
}): Promise<SiteRatings> {
  if (count === 0) return { ratings: [], page: 1, pages: 0 };
  const pages = Math.ceil(count / ratingLimits.perPage);
  const shown = Math.min(page, pages);
  const text = `select ${ratingColumns} from "Ratings" r where r.branch = $1::bigint and r.state <> 'hidden'
    order by r.id desc limit ${ratingLimits.perPage} offset $2::int`;
  const values = [branch, (shown - 1) * ratingLimits.perPage];
  return { ratings: await sql.unsafe<SiteRating[]>(text, values, getPrepareOptions(text)), page: shown, pages };
}
