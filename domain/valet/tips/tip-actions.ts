// §4: tips of the drivers, and their payout. Rules: docs/rules/tips.md.
import { z } from "zod";
import { handoverDecisions } from "#domain/cash/cash-handover.ts";
import { expectedPaise, paise, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const common = {
  area: "valet",
  access: "user",
  visibleTo: { operation: "read", collection: "tip_payouts" },
} as const;

const tipAccount = z.object({
  driver: z.uuid(),
  name: z.string().nullable().meta({ description: "First name of the driver." }),
  cash: z.int().meta({ description: "Paise received in cash and not paid out; negative after a correction." }),
  online: z.int().meta({ description: "Paise received online and not paid out." }),
  pending: z
    .object({ id: z.int(), amount: paise, by: z.string().nullable(), at: timestampText })
    .nullable()
    .meta({ description: "Payout that the driver has not confirmed yet." }),
});
export type TipAccount = z.output<typeof tipAccount>;

export const tipActions = {
  list: contract("GET /actions/valet/tips", {
    ...common,
    summary: "Tips that are not paid out, by driver; for drivers their own",
    reply: z.array(tipAccount),
    errors: [],
  }),
  payOut: contract("POST /actions/valet/tips/pay-out", {
    ...common,
    summary: "Pay out all tips of a driver, who confirms them",
    fields: { tip_payouts: ["driver"] },
    body: z.object({ expected: expectedPaise }),
    reply: z.object({ id: z.int() }),
    errors: [
      "NOTHING_OWED",
      "AMOUNT_MISMATCH",
      "CASH_HANDOVER_PENDING",
      "USER_ATTENDANCE_OFF",
      "STAFF_IS_INACTIVE",
      "MANAGER_IS_INACTIVE",
    ],
    isIdempotent: true,
  }),
  decide: contract("POST /actions/valet/tips/:id/decide", {
    ...common,
    summary: "Confirm, decline or withdraw a payout of tips",
    body: z.object({ state: z.enum(handoverDecisions) }),
    errors: ["CASH_HANDOVER_DECIDED"],
    isIdempotent: true,
  }),
};
