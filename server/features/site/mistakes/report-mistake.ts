// A reader reports a mistake on the public page of a branch.
import type { AttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { mistakeLimits } from "#domain/mistakes/mistake-kinds.ts";
import { Mistakes } from "#domain/mistakes/mistakes.collection.ts";
import { formatBranchPath } from "#domain/site/listing-address.ts";
import type { SiteEntityType, SiteService } from "#domain/site/site-data.ts";
import { listPageServices } from "#domain/site/site-labels.ts";
import { type AppServices, type RequestOrigin, runInTransaction } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { visibleBranches } from "#server/features/site/listing-conditions.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { anonymousSession } from "#server/items/access/session.ts";
import { createItem } from "#server/items/write/write.ts";

const hourMs = 60 * 60 * 1000;
const limit: AttemptLimit = {
  freeAttempts: mistakeLimits.reportsAnHour,
  firstWaitMs: hourMs / 6,
  maxWaitMs: hourMs,
  resetAfterMs: hourMs,
};

export interface ReportedBranch {
  id: number;
  company: number;
  name: string;
  path: string;
}

interface BranchRow extends Omit<ReportedBranch, "path"> {
  slug: string;
  companySlug: string;
  entityType: SiteEntityType;
  isParking: boolean;
  valet: SiteService | null;
}

/** Undefined for a branch that has no public page. */
export async function findReportedBranch({ sql, id }: { sql: Sql; id: number }): Promise<ReportedBranch | undefined> {
  const [row] = await sql.unsafe<BranchRow[]>(
    `select b.id, b.company, b.name, b.slug, c.slug as "companySlug", b.entity_type as "entityType", b.is_parking as "isParking",
        case when b.is_valet_and_parking then coalesce((select g.service_type from "Valet_and_Parking_Configuration" g
          where g.id = b.valet_and_parking_config), 'valet-parking') end as valet
      from ${visibleBranches} and b.id = $1::bigint`,
    [id],
  );
  const [service] = row ? listPageServices(row) : [];
  if (!row || !service) return undefined;
  const { company, name, slug, companySlug, entityType } = row;
  return { id, company, name, path: formatBranchPath({ company: companySlug, branch: slug, service, entityType }) };
}

export interface TypedMistake {
  kind: string;
  words: string;
  email: string;
  phone: string;
}

export async function reportMistake({
  services,
  origin,
  branch,
  typed,
}: {
  services: AppServices;
  origin: RequestOrigin;
  branch: ReportedBranch;
  typed: TypedMistake;
}): Promise<void> {
  const key = `mistake-report:${toClientAddressKey(origin.ip)}`;
  await services.throttle.count({ keys: [{ key, limit }], now: services.clock() });
  const toValue = (text: string): string | null => (text.trim() === "" ? null : text);
  await runInTransaction({
    services,
    session: anonymousSession,
    origin,
    work: (ctx) =>
      createItem({
        ctx,
        collection: Mistakes,
        payload: {
          kind: toValue(typed.kind),
          words: toValue(typed.words),
          email: toValue(typed.email),
          phone: toValue(typed.phone),
        },
        systemValues: { branch: branch.id, company: branch.company },
        bypassAccess: true,
      }),
  });
}
