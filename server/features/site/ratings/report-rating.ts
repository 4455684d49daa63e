// A reader reports a rating, which the platform's desk then decides about.
import type { AttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import { Ratings } from "#domain/ratings/ratings.collection.ts";
import { formatBranchPath } from "#domain/site/listing-address.ts";
import { listPageServices } from "#domain/site/site-labels.ts";
import type { SiteEntityType, SiteRating, SiteService } from "#domain/site/site-data.ts";
import { type AppServices, type RequestOrigin, runInTransaction } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { visibleBranches } from "#server/features/site/listing-conditions.ts";
import { ratingColumns } from "#server/features/site/ratings/read-ratings.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { ApiError } from "#server/items/api-error.ts";
import { anonymousSession } from "#server/items/access/session.ts";
import { updateItem } from "#server/items/write/write.ts";

const hourMs = 60 * 60 * 1000;
const limit: AttemptLimit = {
  freeAttempts: ratingLimits.reportsAnHour,
  firstWaitMs: hourMs / 6,
  maxWaitMs: hourMs,
  resetAfterMs: hourMs,
};

export interface ShownRating {
  rating: SiteRating;
  branch: { name: string; path: string };
}

interface ShownRow extends SiteRating {
  branchName: string;
  slug: string;
  companySlug: string;
  entityType: SiteEntityType;
  isParking: boolean;
  valet: SiteService | null;
}

/** A rating that everybody can read; undefined for a hidden one, and for one of a branch that is not public. */
export async function findShownRating({ sql, id }: { sql: Sql; id: number }): Promise<ShownRating | undefined> {
  const [row] = await sql.unsafe<ShownRow[]>(
    `select ${ratingColumns}, v.* from "Ratings" r join lateral (
        select b.name as "branchName", b.slug, c.slug as "companySlug", b.entity_type as "entityType", b.is_parking as "isParking",
          case when b.is_valet_and_parking then coalesce((select g.service_type from "Valet_and_Parking_Configuration" g
            where g.id = b.valet_and_parking_config), 'valet-parking') end as valet
        from ${visibleBranches} and b.id = r.branch) v on true
      where r.id = $1::bigint and r.state <> 'hidden'`,
    [id],
  );
  if (!row) return undefined;
  const { branchName, slug, companySlug, entityType, isParking, valet, ...rating } = row;
  const [service] = listPageServices({ isParking, valet });
  if (!service) return undefined;
  const path = formatBranchPath({ company: companySlug, branch: slug, service, entityType });
  return { rating, branch: { name: branchName, path } };
}

/** A rating that is reported or decided already stays as it is. */
export async function reportRating({
  services,
  origin,
  id,
  reason,
}: {
  services: AppServices;
  origin: RequestOrigin;
  id: number;
  reason: string;
}): Promise<void> {
  const key = `rating-report:${toClientAddressKey(origin.ip)}`;
  await services.throttle.count({ keys: [{ key, limit }], now: services.clock() });
  try {
    await runInTransaction({
      services,
      session: anonymousSession,
      origin,
      work: (ctx) =>
        updateItem({
          ctx,
          collection: Ratings,
          id,
          payload: { state: "reported", report_reason: reason === "" ? null : reason },
          bypassAccess: true,
        }),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "REVIEW_ALREADY_DONE") throw error;
  }
}
