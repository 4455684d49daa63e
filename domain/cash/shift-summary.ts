// §4 Before the count of a shift: what happened without money changing hands. The expected cash is not part of it.
import { z } from "zod";
import { channelSums } from "#domain/cash/channel-sums.ts";
import { entryKind } from "#domain/payments/payment-page.ts";
import { handoverStates } from "#domain/cash/cash-handover.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";

const shiftException = z.object({
  kind: entryKind,
  id: z.int(),
  name: z.string().nullable().meta({ description: "Vehicle number, or the visitor's name." }),
  receipt_no: z.string().nullable(),
  why: z.enum(["discount", "addition", "cancelled", "pay-later", "free"]),
  size: paise,
  note: z.string().nullable(),
});
export type ShiftException = z.output<typeof shiftException>;

const shiftHandover = z.object({
  id: z.int(),
  isGiven: z.boolean().meta({ description: "Handed over by the shift; otherwise received." }),
  name: z.string().nullable().meta({ description: "First name of the other person." }),
  amount: paise,
  state: z.enum(handoverStates),
  at: timestampText,
});
export type ShiftHandover = z.output<typeof shiftHandover>;

export const shiftSummary = z.object({
  id: z.int(),
  name: z.string().nullable().meta({ description: "First name of the collector." }),
  isOwn: z.boolean(),
  opened_at: timestampText,
  openingFloat: paise,
  needsCount: z.boolean().meta({ description: "Whether cash was collected, received or brought along." }),
  vehicles: z.int().meta({ description: "Entries and tickets with a payment that was not reversed." }),
  tips: paise.meta({ description: "Tips of customers who paid in cash: not part of the count." }),
  channels: channelSums,
  exceptions: z.array(shiftException),
  handovers: z.array(shiftHandover),
});
export type ShiftSummary = z.output<typeof shiftSummary>;
