// §4: body of the actions that record a payment by UPI, by card terminal or on account.
import { z } from "zod";
import { debtRefs } from "#domain/debts/debt.ts";
import { branchChannels } from "#domain/payments/channels/payment-channels.ts";
import { createAmount, createFlag, expectedPaise } from "#domain/schema/body-properties.ts";

export const channelPayment = z.object({
  channel: z.enum(branchChannels),
  reference: z.string('"reference" must be a text.').meta({
    description: "UPI: the last 4 characters of the reference. Card: the reference on the slip. Otherwise the account.",
  }),
  request: z.string('"request" must be a text.').meta({
    description: "`request` of the entry's payment page: STATUS_ALREADY_UPDATED if another payment was recorded since.",
  }),
  expected: expectedPaise,
  is_extra: createFlag("is_extra"),
  debts: debtRefs.optional(),
  part: createAmount({
    name: "part",
    description: "Part of the balance due in rupees; `expected` is then the whole balance. All of it by default.",
  }),
});

export const channelPaymentErrors = [
  "PAYMENT_NOT_OFFERED",
  "ALREADY_PAID",
  "DEBT_WRITTEN_OFF",
  "NOTHING_OWED",
  "AMOUNT_TOO_HIGH",
  "DISCOUNT_OVER_LIMIT",
  "AMOUNT_MISMATCH",
  "NOTE_REQUIRED",
  "STATUS_ALREADY_UPDATED",
  "NO_NEXT_STATUS",
  "USER_ATTENDANCE_OFF",
] as const;
