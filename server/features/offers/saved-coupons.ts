// §2 /{customerType}/saved-coupon: customers save offers of public pages, and are offered them when they pay.
import { isCustomer } from "#domain/access/roles.ts";
import type { offerActions } from "#domain/offers/actions.ts";
import { computeSaving, findRefusal } from "#domain/offers/choose-offers.ts";
import { SavedOffers } from "#domain/offers/saved-offers.collection.ts";
import * as limits from "#domain/limits.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { runInTransaction } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { readCandidates, type EntryOffers } from "#server/features/offers/entry-offers.ts";
import { readOffers, toListedCondition } from "#server/features/offers/listed-offers.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, deleteItem } from "#server/items/write/write.ts";

/** FORBIDDEN for users who are no customers; BOOKMARK_ADD_FAILED for an offer that everybody does not see. */
export async function saveOffer(call: ContractCall<typeof offerActions.save>): Promise<void> {
  const { services, session, id, userId } = call;
  if (!isCustomer(session.actor)) throwApiError("FORBIDDEN");
  await runInTransaction({
    ...call,
    work: async (ctx) => {
      const { tx } = ctx;
      const [state] = await tx<[{ isListed: boolean; isSaved: boolean; count: number }]>`
        select exists (select 1 from (select ${services.clock()}::timestamptz as at) now, "Offers" o
            where o.id = ${id} and ${tx.unsafe(toListedCondition("now.at"))}) as "isListed",
          exists (select 1 from "Saved_Offers" where "user" = ${userId} and offer = ${id}) as "isSaved",
          (select count(*) from "Saved_Offers" where "user" = ${userId})::int as count`;
      if (state.isSaved) return;
      if (!state.isListed || state.count >= limits.savedOffers) throwApiError("BOOKMARK_ADD_FAILED");
      await createItem({
        ctx,
        collection: SavedOffers,
        payload: {},
        systemValues: { user: userId, offer: id },
        bypassAccess: true,
      });
    },
  });
}

/** BOOKMARK_REMOVE_FAILED for an offer that is not saved. */
export async function removeSavedOffer(call: ContractCall<typeof offerActions.removeSaved>): Promise<void> {
  const { session, id, userId } = call;
  if (!isCustomer(session.actor)) throwApiError("FORBIDDEN");
  await runInTransaction({
    ...call,
    work: async (ctx) => {
      const [saved] = await ctx.tx<{ id: number }[]>`
        select id from "Saved_Offers" where "user" = ${userId} and offer = ${id} for update`;
      if (!saved) throwApiError("BOOKMARK_REMOVE_FAILED");
      await deleteItem({ ctx, collection: SavedOffers, id: saved.id, bypassAccess: true });
    },
  });
}

export async function listSavedOffers({
  services: { sql, clock },
  session: { actor },
  userId,
}: ContractCall<typeof offerActions.listSaved>): Promise<ContractResult<typeof offerActions.listSaved>> {
  if (!isCustomer(actor)) throwApiError("FORBIDDEN");
  const where = sql<never[]>`o.id in (select offer from "Saved_Offers" where "user" = ${userId})`;
  return readOffers({ sql, where, now: clock() });
}

/** Coupons that a customer with the verified phone number of the visit has saved, and that save something here now. */
export async function listUsableCoupons({
  sql,
  entry,
  offers: { visit, charge, due },
  now,
}: {
  sql: Sql;
  entry: EntryKey;
  offers: EntryOffers;
  now: Date;
}): Promise<ContractResult<typeof offerActions.quoteEntry>["coupons"]> {
  if (visit.phone === null) return [];
  const saved = await sql<{ code: string }[]>`
    select o.coupon_code as code from "Saved_Offers" s join "Offers" o on o.id = s.offer join users u on u.id = s."user"
    where u.contact_number = ${visit.phone} and u.phone_verified_at is not null and u.is_customer_user and u.status = 'active'
      and o.company = ${visit.company} and o.state = 'running' and o.coupon_code is not null`;
  if (saved.length === 0) return [];
  const candidates = await readCandidates({ sql, entry, visit, codes: saved.map(({ code }) => code) });
  return candidates.flatMap(({ offer, usage }) => {
    const { coupon_code: code } = offer;
    if (code === null) return [];
    const candidate = { offer, usage };
    if (findRefusal({ candidate, visit: { ...visit, code }, charge, due, now }) !== undefined) return [];
    const saving = Math.min(due, computeSaving({ offer, remaining: charge.bill, charge }));
    return [{ offer: offer.id, title: offer.coupon_title, code, saving }];
  });
}
