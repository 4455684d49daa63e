// Public pages of offers that have one to show, for the site map; the others are not indexed.
import { offersPath } from "#domain/site/site-links.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { toListedCondition } from "#server/features/offers/listed-offers.ts";

interface OffersPath {
  path: string;
  /** Last change of the latest changed offer. */
  changed: Date;
}

/** The page of all offers, and that of each branch with an offer, in the order of their paths. */
export async function listOffersPaths({ sql, now }: { sql: Sql; now: Date }): Promise<OffersPath[]> {
  const text = `select c.slug as company, b.slug as branch, max(coalesce(o.date_updated, o.date_created)) as changed
    from "Offers" o join "Branch" b on b.company = o.company and (o.branch is null or o.branch = b.id)
      join "Companies" c on c.id = b.company join site_branches v on v.branch = b.id
    where ${toListedCondition("$1::timestamptz")} group by c.slug, b.slug`;
  const rows = await sql.unsafe<{ company: string; branch: string; changed: Date }[]>(
    text,
    [now],
    getPrepareOptions(text),
  );
  if (rows.length === 0) return [];
  const latest = new Date(Math.max(...rows.map(({ changed }) => changed.getTime())));
  const pages = rows.map(({ company, branch, changed }) => ({ path: `/${company}/${branch}${offersPath}`, changed }));
  return [{ path: offersPath, changed: latest }, ...pages];
}
