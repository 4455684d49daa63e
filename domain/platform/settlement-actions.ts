// §1 §5: what vendors owe the platform.
import { z } from "zod";
import { paise } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const sums = {
  received: paise,
  refunded: paise,
  net: paise,
  platform_fee: paise,
  service_fee: paise,
  gst: paise,
  due: paise.meta({ description: "Fees with GST, in paise; negative for a credit." }),
};

const common = {
  area: "platform",
  access: { can: "settlement.read" },
  query: {
    from: "First month, such as `2026-01`.",
    to: "Last month, inclusive. At most 12 months.",
  },
  errors: ["INVALID_QUERY"],
} as const;

export const settlementActions = {
  read: contract("GET /actions/platform/settlement", {
    ...common,
    summary: "Fees of the platform by vendor and month",
    reply: z.object({
      rows: z.array(
        z.object({
          company: z.int(),
          vendor: z.string(),
          month: z.string(),
          ...sums,
          has_unset_fees: z.boolean().meta({ description: "A fee of one of its branches is not set." }),
        }),
      ),
      totals: z.object(sums),
    }),
  }),
  exportFile: contract("GET /actions/platform/settlement/file", {
    ...common,
    summary: "The same as a CSV file",
    reply: "text/csv",
  }),
};
