// §3 Offers: a follow-up of every change of an entry or a ticket, which gives its uses back once it does not count any more.
import { areUsesReturned } from "#domain/offers/offer-uses.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { returnUses } from "#server/features/offers/redeem-offers.ts";
import type { FollowUpStep } from "#server/items/write/write-context.ts";

type Charged = RowOf<"Parking_Information"> | RowOf<"Valet_and_Parking_Information">;

export const returnOfferUses: FollowUpStep<Charged> = async ({ ctx, before, after }) => {
  if (!before || !after || !areUsesReturned({ before, after })) return;
  const kind = "parking_main_info" in after ? "P" : "V";
  await returnUses({ ctx, entry: { kind, id: after.id } });
};
