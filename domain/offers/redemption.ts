// How offers are redeemed with a payment: what the caller sends, and what the entry keeps (docs/rules/offers.md).
import { z } from "zod";
import * as limits from "#domain/limits.ts";
import { paise } from "#domain/schema/body-properties.ts";

export const codeProperty = z
  .string('"code" must be a text.')
  .max(4 * limits.couponCode, '"code" is too long.')
  .nullish()
  .meta({ description: "Code of an offer that the customer names; offers without a code apply by themselves." });

/** A line of a charge that an offer saves. */
export const offerDiscount = z.object({ offer: z.int(), title: z.string(), amount: paise });

/** A code that a customer can use, with what it saves now. */
export const savedCoupon = z.object({ offer: z.int(), title: z.string(), code: z.string(), saving: paise });

/** Part of the body of a payment; without it no offer is used. */
export const redemption = z.object({ code: codeProperty }).optional().meta({
  description: "Uses the offers that save most. Only for the whole balance. `expected` is what is due after them.",
});

export interface Redemption {
  code?: string | null | undefined;
}
