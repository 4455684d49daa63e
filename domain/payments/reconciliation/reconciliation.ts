// §4: reply of the comparison of a settlement file with the ledger.
import { z } from "zod";
import { settlementDifferences, type SettlementComparison } from "#domain/payments/reconciliation/settlement-file.ts";
import { paise } from "#domain/schema/body-properties.ts";

export const reconciliation = z.object({
  lines: z.int().meta({ description: "Payments and refunds in the file." }),
  matched: z.int().meta({ description: "Lines that agree with the ledger to the paisa." }),
  inFile: paise.meta({ description: "Payments less refunds in the file, in paise." }),
  recorded: paise.meta({ description: "Payments less refunds of the period in the ledger, in paise." }),
  differences: z
    .array(
      z.object({
        reason: z.enum(settlementDifferences),
        line: z.int().nullable().meta({ description: "Line of the file; null if it is missing there." }),
        attempt: z.int().nullable().meta({ description: "Id of the payment attempt, if it is known here." }),
        reference: z.string().nullable(),
        isRefund: z.boolean(),
        inFile: paise.nullable(),
        recorded: paise.nullable(),
      }) satisfies z.ZodType<SettlementComparison["differences"][number]>,
    )
    .meta({ description: "At most 500." }),
});
export type Reconciliation = z.output<typeof reconciliation>;
