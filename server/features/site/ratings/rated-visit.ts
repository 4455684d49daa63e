// The visit that a link of a receipt is for, with its rating: what the form shows and what saving it checks.
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import type { EntryKey, PaidKey } from "#domain/payments/online/paid-kinds.ts";
import { getRatingDeadline, isEntryFinished, isTicketFinished } from "#domain/ratings/rating.ts";
import { getFirstName } from "#domain/ratings/rating-words.ts";
import { Ratings } from "#domain/ratings/ratings.collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { listPageServices } from "#domain/site/site-labels.ts";
import { formatBranchPath } from "#domain/site/listing-address.ts";
import type { SiteEntityType, SiteService } from "#domain/site/site-data.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import type { RequestOrigin } from "#server/context.ts";
import { anonymousSession } from "#server/items/access/session.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";
import { paidCollections } from "#server/features/payments/payment-records.ts";

export type StoredRating = Pick<RowOf<"Ratings">, "id" | "stars" | "words" | "shown_name" | "state" | "date_created">;

export interface RatedVisit {
  key: EntryKey;
  isFinished: boolean;
  /** The first name of the visitor, if one is known. */
  name: string | null;
  branch: { name: string; company: string; path: string | null };
  rating: StoredRating | null;
}

const ratingFields = { P: "parking_information", V: "valet_and_parking_information" } as const;

interface VisitRow {
  entry: RowOf<"Parking_Information"> & RowOf<"Valet_and_Parking_Information">;
  name: string | null;
  branchName: string;
  company: string;
  slug: string;
  companySlug: string;
  entityType: SiteEntityType;
  isParking: boolean;
  valet: SiteService | null;
  isPublic: boolean;
}

const isEntryKey = (key: PaidKey): key is EntryKey => key.kind !== "M";

/** INVALID_TOKEN and PAY_LINK_ENDED as for the receipt; a pass is no visit. */
export async function readRatedVisit({
  services,
  token,
}: {
  services: AppServices;
  token: string;
}): Promise<RatedVisit> {
  const key = await resolvePayLink({ services, token });
  if (!isEntryKey(key)) return throwApiError("INVALID_TOKEN");
  const { sql } = services;
  const name =
    key.kind === "P"
      ? sql`(select m.name from "Parking_Main_Information" m where m.id = e.parking_main_info)`
      : sql`e."Customer_Name"`;
  const [row] = await sql<VisitRow[]>`
    select row_to_json(e) as entry, ${name} as name, b.name as "branchName", c.name as company, b.slug, c.slug as "companySlug",
      b.entity_type as "entityType", b.is_parking as "isParking",
      case when b.is_valet_and_parking then coalesce((select g.service_type from "Valet_and_Parking_Configuration" g
        where g.id = b.valet_and_parking_config), 'valet-parking') end as valet,
      exists (select 1 from site_branches s where s.branch = b.id) as "isPublic"
    from ${sql(paidCollections[key.kind].name)} e join "Branch" b on b.id = e.branch join "Companies" c on c.id = b.company
    where e.id = ${key.id}`;
  if (!row) return throwApiError("INVALID_TOKEN");
  const [rating] = await sql<StoredRating[]>`
    select id, stars, words, shown_name, state, date_created from "Ratings" where ${sql(ratingFields[key.kind])} = ${key.id}`;
  return {
    key,
    isFinished: key.kind === "P" ? isEntryFinished(row.entry) : isTicketFinished(row.entry),
    name: getFirstName(row.name),
    branch: { name: row.branchName, company: row.company, path: toPublicPath(row) },
    rating: rating ?? null,
  };
}

function toPublicPath({ companySlug, slug, entityType, isPublic, ...services }: VisitRow): string | null {
  const [service] = listPageServices(services);
  return isPublic && service ? formatBranchPath({ company: companySlug, branch: slug, service, entityType }) : null;
}

/** Whether the form can be sent now. */
export function canRate({ visit: { isFinished, rating }, now }: { visit: RatedVisit; now: Date }): boolean {
  return isFinished && (rating === null || now <= getRatingDeadline(rating));
}

export interface TypedRating {
  stars: unknown;
  words: string;
  isNameShown: boolean;
  /** The rating that the form has shown; null for a first one. */
  known: number | null;
}

/**
 * Saves the first rating of a visit, or changes it. RATING_EXISTS if it has one that the form did not show, RATING_NOT_ALLOWED
 * before the end of the visit and when it is too late for a change.
 */
export async function saveRating({
  services,
  origin,
  token,
  typed: { stars, words, isNameShown, known },
}: {
  services: AppServices;
  origin: RequestOrigin;
  token: string;
  typed: TypedRating;
}): Promise<void> {
  const { key, name, rating } = await readRatedVisit({ services, token });
  const limit = createAttemptLimit(ratingLimits.changes);
  await services.throttle.count({ keys: [{ key: `rating:${key.kind}${key.id}`, limit }], now: services.clock() });
  const payload = { stars, words: words.trim() === "" ? null : words };
  const shown = { shown_name: isNameShown ? name : null };
  if (rating && rating.id !== known) throwApiError("RATING_EXISTS");
  await runInTransaction({
    services,
    session: anonymousSession,
    origin,
    work: async (ctx) => {
      if (rating)
        await updateItem({
          ctx,
          collection: Ratings,
          id: rating.id,
          payload,
          systemValues: shown,
          bypassAccess: true,
        });
      else
        await createItem({
          ctx,
          collection: Ratings,
          payload,
          systemValues: { ...shown, [ratingFields[key.kind]]: key.id },
          bypassAccess: true,
        });
    },
  });
}
