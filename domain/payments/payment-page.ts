// §4 online payment of one entry: the replies for the pay page and the gate.
import { z } from "zod";
import { entryBalance } from "#domain/payments/balance-schema.ts";
import { attemptStates } from "#domain/payments/online/online-payment-states.ts";
import { paymentLabels } from "#domain/payments/payment-label.ts";
import { paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { entryKinds, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { paymentModes, paymentStatuses } from "#domain/payments/states.ts";
import { getKeys } from "#domain/object-keys.ts";
import { offerDiscount } from "#domain/offers/redemption.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";

export const entryKind = z.enum(entryKinds).meta({ description: "P: parking entry, V: valet ticket." });
export const paidKind = z.enum(getKeys(paidKinds)).meta({ description: "P: parking entry, V: valet ticket, M: pass." });

/** What the pay page of an entry, ticket or pass shows. */
export const paymentPage = z.object({
  kind: paidKind,
  id: z.int(),
  token: z.string().meta({ description: "Token of this page, for its link and QR code." }),
  name: z.string().nullable().meta({ description: "Vehicle number, or the visitor's name." }),
  receipt_no: z.string().nullable(),
  sequence: z.int().meta({ description: "State of the entry or ticket." }),
  in_time: timestampText.nullable(),
  out_time: timestampText.nullable(),
  period: z
    .object({ from: timestampText, till: timestampText })
    .nullable()
    .meta({ description: "Of a pass: what is due is for this period, or was paid for it last." }),
  booked: z
    .object({ from: timestampText, until: timestampText, slot: z.string() })
    .nullable()
    .meta({ description: "Of an entry that was booked: the time and the slot." }),
  tariff_version: z.int().nullable().meta({ description: "Number of the version of the tariff that applies." }),
  owed: entryBalance,
  payment_status: z.enum(paymentStatuses),
  payment_mode: z.enum(paymentModes).nullable(),
  payment_channel: z.enum(paymentChannels).nullable(),
  request: z.string().meta({
    description: "Reference under which the next payment by UPI, by card or on account is requested and confirmed.",
  }),
  badge: z.enum(paymentLabels),
  refunded: paise,
  isOffered: z.boolean().meta({ description: "Whether the branch accepts online payments." }),
  isTaxed: z.boolean().meta({ description: "Whether the branch issues tax invoices." }),
  attempt: z
    .object({
      id: z.int(),
      amount: paise,
      state: z.enum(attemptStates),
      started_at: timestampText,
      transaction: z.string(),
      returned: paise.meta({ description: "Part that the entry could not use, which is returned, in paise." }),
      unreturned: paise.meta({
        description: "Part of `returned` whose refund failed and was not made again, in paise.",
      }),
      refunded: paise.meta({ description: "Part that is or is being refunded, for whatever reason, in paise." }),
      discounts: z
        .array(offerDiscount)
        .meta({ description: "What offers that are held for it save; `amount` is what is to be paid after them." }),
      is_current: z.boolean().meta({ description: "Whether the entry refers to this attempt." }),
      may_be_paid: z.boolean().meta({
        description: "Not confirmed, but a payer may have paid it: it was not started at the gate, or not just now.",
      }),
    })
    .nullable()
    .meta({ description: "The last attempt." }),
  branch: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    address: z.string().nullable(),
    time_zone: z.string(),
    company: z.string(),
    companySlug: z.string(),
  }),
});
export type PaymentPage = z.output<typeof paymentPage>;

/** A payment that was started at the provider. */
export const startedPayment = z.object({
  id: z.int(),
  transaction: z.string(),
  amount: paise,
  url: z.string().meta({ description: "The provider's page." }),
});
export type StartedPayment = z.output<typeof startedPayment>;
