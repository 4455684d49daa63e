// §2 /{customerType}/saved-coupon: offers that a customer has saved. See docs/rules/offers.md.
import { isCustomer } from "#domain/access/roles.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { one, oneByUuid } from "#domain/schema/fields.ts";

const savedOffersFields = {
  user: oneByUuid("users", { serverSet: true, isSetOnCreate: true, required: true, onDelete: "cascade" }),
  offer: one("Offers", { serverSet: true, isSetOnCreate: true, required: true, onDelete: "cascade", index: true }),
};

/** Written by server/features/offers only; each customer reads the own rows. */
export const SavedOffers = defineCollection("Saved_Offers", {
  fields: savedOffersFields,
  unique: [{ fields: ["user", "offer"] }],
  access: {
    read: { "account.manage": (actor) => isCustomer(actor) && { user: { _eq: actor.id } } },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Saved_Offers: typeof savedOffersFields;
  }
}
