// Schema of an entry's balance in replies (`EntryBalance`).
import { z } from "zod";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { describedLines, paise } from "#domain/schema/body-properties.ts";

export const entryBalance = z.object({
  arithmetic: z.object({
    minutes: z.int().meta({ description: "Started minutes of the stay." }),
    unitMinutes: z.int().nullable().meta({
      description:
        "With `units` and `rate`, if the charge is the higher of units × rate and the minimum; otherwise null.",
    }),
    units: z.int().nullable(),
    rate: paise.nullable(),
    minimum: paise,
    valetCharge: paise,
    charge: paise,
    lines: describedLines,
  }),
  actual: paise,
  additional: paise,
  deduction: paise.meta({ description: "What the discount takes off in paise, at most actual + additional." }),
  total: paise.meta({ description: "Paise: actual + additional − deduction, never below zero." }),
  paid: paise,
  writtenOff: paise,
  extended: paise.meta({ description: "Balance due in paise: total − paid − writtenOff, never below zero." }),
}) satisfies z.ZodType<EntryBalance>;
