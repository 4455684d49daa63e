// Schema of an entry's balance in replies (`EntryBalance`).
import { z } from "zod";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { paise } from "#domain/schema/body-properties.ts";

export const entryBalance = z.object({
  arithmetic: z.object({
    minutes: z.int().meta({ description: "Started minutes of the stay." }),
    unitMinutes: z.int(),
    units: z.int(),
    rate: paise,
    minimum: paise,
    valetCharge: paise,
    charge: paise,
  }),
  actual: paise,
  additional: paise,
  deduction: paise,
  total: paise.meta({ description: "Paise: actual + additional − deduction, never below zero." }),
  paid: paise,
  extended: paise.meta({ description: "Balance due in paise: total − paid, never below zero." }),
}) satisfies z.ZodType<EntryBalance>;
