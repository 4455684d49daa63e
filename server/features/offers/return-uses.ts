// §3 Offers: gives uses back, so that others can use what they took of the offers. A follow-up of every change of an entry or a
// ticket does so once they do not count any more.
import { areHoldsReturned, areUsesReturned } from "#domain/offers/offer-uses.ts";
import { OfferUses } from "#domain/offers/offers.collection.ts";
import type { offerUseStates } from "#domain/offers/states.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Tx } from "#server/db/pool.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { FollowUpStep, WriteContext } from "#server/items/write/write-context.ts";

type CountedState = Exclude<(typeof offerUseStates)[number], "returned">;
/** Of an entry or a ticket, or those held or used for one online payment of it. */
type UsesOf = { entry: EntryKey } | { attempt: number };

export async function returnUses({
  ctx,
  of,
  states = ["held", "used"],
}: {
  ctx: WriteContext;
  of: UsesOf;
  states?: readonly CountedState[];
}): Promise<void> {
  const { tx } = ctx;
  const condition =
    "attempt" in of ? tx`attempt = ${of.attempt}` : tx`${tx(paidKinds[of.entry.kind].field)} = ${of.entry.id}`;
  const uses = await tx<{ id: number; offer: number; amount: string }[]>`
    select id, offer, amount::text as amount from "Offer_Uses"
    where ${condition} and state = any(${[...states]}) order by offer for update`;
  for (const { id, offer, amount } of uses) {
    await updateItem({
      ctx,
      collection: OfferUses,
      id,
      payload: {},
      systemValues: { state: "returned", returned_at: ctx.now },
      bypassAccess: true,
    });
    await tx`update offer_counters set uses = uses - 1, saved = saved - ${amount}::numeric where offer = ${offer}`;
  }
}

/** Locks the counters of these offers and of those held for the entry in one order, if any is held. */
export async function lockCounters({
  tx,
  entry,
  offers,
}: {
  tx: Tx;
  entry: EntryKey;
  offers: readonly number[];
}): Promise<void> {
  const held = await tx<{ offer: number }[]>`
    select distinct offer from "Offer_Uses" where ${tx(paidKinds[entry.kind].field)} = ${entry.id} and state = 'held'`;
  if (held.length === 0) return;
  const ids = [...new Set([...held.map(({ offer }) => offer), ...offers])];
  await tx`insert into offer_counters (offer, uses, saved)
    select id, 0, 0 from unnest(${ids}::bigint[]) as id order by id on conflict (offer) do nothing`;
  await tx`select 1 from offer_counters where offer = any(${ids}) order by offer for update`;
}

type Charged = RowOf<"Parking_Information"> | RowOf<"Valet_and_Parking_Information">;

export const returnOfferUses: FollowUpStep<Charged> = async ({ ctx, before, after }) => {
  if (!before || !after) return;
  const kind = "parking_main_info" in after ? "P" : "V";
  const of = { entry: { kind, id: after.id } } as const;
  if (areUsesReturned({ before, after })) await returnUses({ ctx, of });
  else if (areHoldsReturned({ before, after })) await returnUses({ ctx, of, states: ["held"] });
};
