// §4: bodies of the actions that record a payment: in cash, by UPI, by card terminal or on account.
import { z } from "zod";
import { debtRefs } from "#domain/debts/debt.ts";
import { branchChannels } from "#domain/payments/channels/payment-channels.ts";
import { redemption } from "#domain/offers/redemption.ts";
import { createAmount, createFlag, expectedPaise } from "#domain/schema/body-properties.ts";

export const cashPayment = z.object({
  expected: expectedPaise,
  is_extra: createFlag("is_extra"),
  debts: debtRefs.optional(),
  offers: redemption,
  part: createAmount({
    name: "part",
    description: "Part of the balance due in rupees; `expected` is then the whole balance. All of it by default.",
  }),
});

export const channelPayment = cashPayment.extend({
  channel: z.enum(branchChannels),
  reference: z.string('"reference" must be a text.').meta({
    description: "UPI: the last 4 characters of the reference. Card: the reference on the slip. Otherwise the account.",
  }),
  request: z.string('"request" must be a text.').meta({
    description: "`request` of the entry's payment page: STATUS_ALREADY_UPDATED if another payment was recorded since.",
  }),
});

export const cashPaymentErrors = [
  "ALREADY_PAID",
  "DEBT_WRITTEN_OFF",
  "NOTHING_OWED",
  "AMOUNT_TOO_HIGH",
  "DISCOUNT_OVER_LIMIT",
  "AMOUNT_MISMATCH",
  "OFFER_NOT_APPLICABLE",
  "REQUESTS_EXCEEDED",
  "NOTE_REQUIRED",
  "STATUS_ALREADY_UPDATED",
  "USER_ATTENDANCE_OFF",
] as const;

export const channelPaymentErrors = ["PAYMENT_NOT_OFFERED", ...cashPaymentErrors, "NO_NEXT_STATUS"] as const;
