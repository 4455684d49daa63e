// Indicators of the operations page.
import { z } from "zod";
import { indicatorNames } from "#domain/operations/indicators.ts";
import { timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

export const operationsActions = {
  readIndicators: contract("GET /actions/operations/figures", {
    area: "operations",
    access: { can: "operations.read" },
    summary: "Operational indicators: requests, jobs, messages, payments, server",
    reply: z.object({
      at: timestampText,
      figures: z
        .record(z.enum(indicatorNames), z.number().nullable())
        .meta({ description: "Values by indicator; null where unknown." }),
    }),
    errors: [],
  }),
};
