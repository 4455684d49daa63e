// §2 /{company}/{branch}/offers-and-promotions: the branch in the address.
import { formatBranchPath } from "#domain/site/listing-address.ts";
import type { OffersPage, SiteEntityType, SiteService } from "#domain/site/site-data.ts";
import { listPageServices } from "#domain/site/site-labels.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { visibleBranches } from "#server/features/site/listing-conditions.ts";

interface BranchRow {
  id: number;
  company: number;
  name: string;
  companyName: string;
  entityType: SiteEntityType;
  isParking: boolean;
  valet: SiteService | null;
}

interface OffersBranch {
  ids: { id: number; company: number };
  shown: NonNullable<OffersPage["branch"]>;
}

/** Undefined for a branch that not everybody may see. */
export async function findOffersBranch({
  sql,
  company,
  branch,
}: {
  sql: Sql;
  company: string;
  branch: string;
}): Promise<OffersBranch | undefined> {
  const text = `select b.id, b.company, b.name, c.name as "companyName", b.entity_type as "entityType", b.is_parking as "isParking",
      case when b.is_valet_and_parking then coalesce((select g.service_type from "Valet_and_Parking_Configuration" g
        where g.id = b.valet_and_parking_config), 'valet-parking') end as valet
    from ${visibleBranches} and c.slug = $1::text and b.slug = $2::text`;
  const [row] = await sql.unsafe<BranchRow[]>(text, [company, branch], getPrepareOptions(text));
  if (!row) return undefined;
  const [service] = listPageServices(row);
  const { entityType, name, companyName } = row;
  const path = service ? formatBranchPath({ company, branch, service, entityType }) : null;
  return { ids: { id: row.id, company: row.company }, shown: { name, company: companyName, path } };
}
