// §2 Offers that public pages show: those that run now, with something left, at branches that everybody may see.
import type { ListedOffer } from "#domain/offers/listed-offer.ts";
import { describeConditions, describeSaving } from "#domain/offers/offer-texts.ts";
import { Offers } from "#domain/offers/offers.collection.ts";
import * as limits from "#domain/limits.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { PendingQuery } from "postgres";
import type { Sql } from "#server/db/pool.ts";
import { fromDatabase } from "#server/items/field-values.ts";

/** As SQL of the offer `o`; `now` is an expression. Offers for a list of phone numbers are for invited customers only. */
export const toListedCondition = (
  now: string,
): string => `o.state = 'running' and o.is_listed and o.audience <> 'phones'
  and (o.starts_at is null or o.starts_at <= ${now}) and (o.ends_at is null or o.ends_at > ${now})
  and not exists (select 1 from offer_counters k where k.offer = o.id
    and ((o.total_limit is not null and k.uses >= o.total_limit) or (o.budget is not null and k.saved >= o.budget)))
  and exists (select 1 from site_branches s where s.branch = o.branch
    or (o.branch is null and s.company = (select slug from "Companies" where id = o.company)))`;

/** As SQL: whether everybody sees an offer of the branch with this id. */
export const toHasOffersCondition = ({ branch, now }: { branch: string; now: string }): string =>
  `exists (select 1 from "Offers" o join "Branch" f on f.id = ${branch} and f.company = o.company
    where (o.branch is null or o.branch = f.id) and ${toListedCondition(now)})`;

interface ListedRow {
  terms: Row;
  company: string;
  companySlug: string;
  branch: string | null;
  branchSlug: string | null;
  zone: string;
  isUsable: boolean;
}

/** Offers that meet the condition for `o`, of the branch `b` and company `c`; the newest first. */
export async function readOffers({
  sql,
  where,
  now,
}: {
  sql: Sql;
  where: PendingQuery<never[]>;
  now: Date;
}): Promise<(ListedOffer & { isUsable: boolean })[]> {
  const rows = await sql<ListedRow[]>`
    select row_to_json(o) as terms, c.name as company, c.slug as "companySlug", b.name as branch, b.slug as "branchSlug",
      coalesce(b.time_zone, 'Asia/Kolkata') as zone, ${sql.unsafe(toListedCondition("now.at"))} as "isUsable"
    from (select ${now}::timestamptz as at) now, "Offers" o
      join "Companies" c on c.id = o.company left join "Branch" b on b.id = o.branch
    where ${where} order by o.id desc limit ${limits.listedOffers}`;
  const vehicleTypes = await sql<
    { id: number; name: string | null }[]
  >`select id, name from "Vehicle_Type" order by sort, id`;
  return rows.map(({ terms, company, companySlug, branch, branchSlug, zone, isUsable }) => {
    const offer = fromDatabase(Offers, terms);
    return {
      id: offer.id,
      title: offer.coupon_title,
      description: offer.short_description,
      saving: describeSaving(offer),
      conditions: describeConditions({ offer, zone, vehicleTypes }),
      code: offer.coupon_code,
      terms: offer.terms,
      image: offer.offer_image,
      company,
      branch,
      path:
        branchSlug === null
          ? `/parking?q=${encodeURIComponent(company)}`
          : `/${companySlug}/${branchSlug}/offers-and-promotions`,
      isUsable,
    };
  });
}

/** Those that everybody sees: of all companies, or of one branch with those of its company for all branches. */
export async function readListedOffers({
  sql,
  now,
  branch,
}: {
  sql: Sql;
  now: Date;
  branch?: { id: number; company: number } | undefined;
}): Promise<ListedOffer[]> {
  const listed = sql.unsafe(toListedCondition("now.at"));
  const where = branch
    ? sql<never[]>`o.company = ${branch.company} and (o.branch is null or o.branch = ${branch.id}) and ${listed}`
    : sql<never[]>`${listed}`;
  const offers = await readOffers({ sql, where, now });
  return offers.map(({ isUsable: _, ...offer }) => offer);
}
