// §2 /reporting/cash: the shifts of a day with collected and counted cash, and flagged entries.
import { z } from "zod";
import { channelSums } from "#domain/cash/channel-sums.ts";
import { paidKind } from "#domain/payments/payment-page.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";

const shift = z.object({
  id: z.int(),
  collector: z.string().meta({ format: "uuid" }).nullable(),
  name: z.string().nullable().meta({ description: "First name of the collector." }),
  opened_at: timestampText,
  closed_at: timestampText.nullable(),
  counted: paise.nullable(),
  expected: paise.nullable().meta({ description: "Paise; null until the shift is counted." }),
  difference: paise.nullable().meta({ description: "Paise; null until the shift is counted." }),
  note: z.string().nullable(),
  correction: z
    .object({
      counted: paise.meta({ description: "Counted when the shift was closed." }),
      by: z.string().nullable().meta({ description: "First name of who corrected it." }),
      at: timestampText,
      reason: z.string().nullable(),
    })
    .nullable()
    .meta({ description: "The last correction of `counted`." }),
  closedBy: z.string().nullable().meta({ description: "First name of who closed it for the collector." }),
  openingFloat: paise.meta({ description: "Cash brought along for change, in paise." }),
  taken: paise.meta({ description: "Cash collected in this shift on this day, in paise." }),
  payments: z.int().meta({ description: "Number of payments of this day." }),
  vehicles: z.int().meta({ description: "Entries and tickets with a payment of this day that was not reversed." }),
  passes: z.int().meta({ description: "Passes with a payment of this day that was not reversed." }),
  takenInShift: paise.meta({ description: "Cash collected in this shift on all days, in paise." }),
  received: paise.meta({ description: "Cash received from other shifts, in paise." }),
  given: paise.meta({ description: "Cash handed to other shifts, in paise." }),
  channels: channelSums,
  tips: paise.meta({ description: "Tips of the customers who paid in cash, in paise; not part of the cash." }),
});

const flaggedEntry = z.object({
  kind: paidKind,
  id: z.int().nullable().meta({ description: "Null for the count of a shift and for the reversal of a settlement." }),
  name: z.string().nullable().meta({
    description: "Vehicle number, the visitor's name, the account of a settlement, or the collector of a shift.",
  }),
  receipt_no: z.string().nullable(),
  why: z.enum([
    "discount",
    "addition",
    "override",
    "cancelled",
    "changed",
    "long-open",
    "refunded",
    "pay-later",
    "written-off",
    "reversed",
    "recounted",
    "missed-exit",
    "no-code",
    "new-code",
  ]),
  at: timestampText.nullable().meta({ description: "When it happened; null for `changed` and `long-open`." }),
  size: z.int().meta({ description: "Paise; minutes for `long-open`." }),
  note: z.string().nullable(),
  by: z.string().nullable().meta({ description: "First names of those who did it." }),
  fields: z.array(z.string()).nullable().meta({ description: "Names of the changed fields, for `changed`." }),
});
export type FlaggedEntry = z.output<typeof flaggedEntry>;

export const cashDay = z.object({
  shifts: z.array(shift),
  totals: z
    .object({
      cash: paise,
      cash_refunded: paise.meta({ description: "Part of `refunded`; the shifts collected `cash` less this." }),
      online: paise.meta({ description: "Paise received through the payment provider." }),
      upi: paise,
      card_terminal: paise,
      on_account: paise,
      bank_transfer: paise,
      refunded: paise.meta({ description: "With `returned`." }),
      returned: paise.meta({
        description: "Online payments that were not needed and went back to the payer; they are not part of `online`.",
      }),
      deferred: paise.meta({ description: "Paise that vehicles owed when they left on this day." }),
      debts_collected: paise.meta({
        description: "Part of cash and online received for vehicles that had left before.",
      }),
      accounts_settled: paise.meta({ description: "Part of cash, UPI, card and bank transfer received for accounts." }),
      written_off: paise,
    })
    .meta({ description: "Totals of the day." }),
  remarkable: z.array(flaggedEntry),
});
export type CashDay = z.output<typeof cashDay>;
