// §3 Offers: actions of the gate and of managers. Offers themselves are rows of the collection.
import { z } from "zod";
import { offerRefusals } from "#domain/offers/offer-check.ts";
import { savedOffer } from "#domain/offers/listed-offer.ts";
import { codeProperty, offerDiscount, savedCoupon } from "#domain/offers/redemption.ts";
import { paymentPage } from "#domain/payments/payment-page.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const quote = {
  summary:
    "What offers save if the balance is paid now, with a code that the customer names or without; uses nothing up",
  access: { can: "gate.operate" },
  body: z.object({ code: codeProperty }),
  reply: z.object({
    discounts: z
      .array(offerDiscount)
      .meta({ description: "The combination of offers that saves most, in the order in which they apply." }),
    saving: paise.meta({ description: "Sum of the discounts, in paise." }),
    due: paise.meta({ description: "Balance to be paid after them, in paise." }),
    takesCodes: z.boolean().meta({ description: "Whether an offer with a code runs here at all." }),
    refusal: z.enum(offerRefusals).nullable().meta({ description: "Why the code saves nothing; null if it does." }),
    coupons: z.array(savedCoupon).meta({
      description: "Coupons that the customer has saved, found by the phone number, which save something here.",
    }),
  }),
  errors: ["REQUESTS_EXCEEDED"],
} as const;

export const offerActions = {
  readFigures: contract("GET /actions/offers/figures", {
    area: "offers",
    summary: "How often each offer was used and what it saved; held uses count, unused offers are left out",
    access: { can: "offer.manage" },
    reply: z.array(z.object({ offer: z.int(), uses: z.int(), saved: paise })),
    errors: [],
  }),
  preview: contract("GET /actions/offers/:id/preview", {
    area: "offers",
    summary: "What an offer would have saved of the payments of the last 30 days, had every customer used it",
    access: { can: "offer.manage" },
    reply: z.object({
      payments: z.int(),
      uses: z.int().meta({ description: "Payments of which it would have saved something." }),
      saved: paise,
      from: timestampText,
      to: timestampText,
    }),
    errors: [],
  }),
  quoteEntry: contract("POST /actions/parking/:id/quote-offers", { ...quote, area: "parking" }),
  quoteTicket: contract("POST /actions/valet/:id/quote-offers", { ...quote, area: "valet" }),
  quoteByLink: contract("POST /actions/payments/link/:token/quote-offers", {
    ...quote,
    area: "payments",
    access: "public",
    errors: ["INVALID_TOKEN", "PAY_LINK_ENDED", "REQUESTS_EXCEEDED"],
  }),
  save: contract("POST /actions/offers/:id/save", {
    area: "offers",
    access: "user",
    summary: "Save an offer of a public page, as a customer; saving it again changes nothing",
    errors: ["BOOKMARK_ADD_FAILED"],
  }),
  removeSaved: contract("POST /actions/offers/:id/remove-saved", {
    area: "offers",
    access: "user",
    summary: "Remove an offer from the saved coupons",
    errors: ["BOOKMARK_REMOVE_FAILED"],
  }),
  listSaved: contract("GET /actions/offers/saved", {
    area: "offers",
    access: "user",
    visibleTo: { operation: "read", collection: "Saved_Offers" },
    summary: "Saved coupons of the customer, the newest offer first",
    reply: z.array(savedOffer),
    errors: [],
  }),
  redeemByLink: contract("POST /actions/payments/link/:token/redeem", {
    area: "payments",
    access: "public",
    summary: "Pay a charge that offers cover completely, as the holder of a pay link",
    body: z.object({ code: codeProperty }),
    reply: paymentPage,
    errors: [
      "INVALID_TOKEN",
      "PAY_LINK_ENDED",
      "ALREADY_PAID",
      "AMOUNT_MISMATCH",
      "OFFER_NOT_APPLICABLE",
      "REQUESTS_EXCEEDED",
    ],
  }),
};
