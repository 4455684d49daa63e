// §4 Cash per shift: the own shift and its handovers, and the report of managers.
import { z } from "zod";
import { cashDay } from "#domain/cash/cash-day.ts";
import { handoverDecisions } from "#domain/cash/cash-handover.ts";
import { shiftSummary } from "#domain/cash/shift-summary.ts";
import { changeReason, partAmount, changeReasonErrors } from "#domain/schema/action-fields.ts";
import { createAmount } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const correctionReply = z.object({ id: z.int().meta({ description: "Id of the ledger's new row." }) });

const common = { area: "cash", visibleTo: { operation: "read", collection: "cash_handovers" } } as const;
const dutyErrors = ["USER_ATTENDANCE_OFF", "STAFF_IS_INACTIVE", "MANAGER_IS_INACTIVE"] as const;

export const cashActions = {
  reversePayment: contract("POST /actions/cash/payments/:id/reverse", {
    area: "cash",
    summary:
      "Reverse a mistyped payment that staff took, or a settlement, of the own open shift; the amount is owed again",
    access: { can: "gate.operate" },
    inputs: { reason: changeReason },
    reply: correctionReply,
    errors: [
      ...changeReasonErrors,
      "REVERSAL_NOT_ALLOWED",
      "PAYMENT_CORRECTED",
      "PAYMENT_INVOICED",
      "SHIFT_ALREADY_CLOSED",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  refundCash: contract("POST /actions/cash/payments/:id/refund", {
    area: "cash",
    summary: "Refund a payment that staff took the way it came: cash from the own open shift",
    access: { can: "payment.refund-cash" },
    inputs: { amount: partAmount, reason: changeReason },
    body: z.object({ amount: createAmount({ name: "amount", description: "Amount in rupees." }) }),
    reply: correctionReply,
    errors: [
      ...changeReasonErrors,
      "AMOUNT_TOO_LOW",
      "REFUND_TOO_HIGH",
      "REFUND_OVER_LIMIT",
      "REVERSAL_NOT_ALLOWED",
      "SHIFT_REQUIRED",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  printSettlement: contract("POST /actions/cash/payments/:id/print-receipt", {
    area: "cash",
    summary: "Record a print of the receipt of a settlement",
    access: { can: "gate.operate" },
    reply: z.object({ receipt_prints: z.int().meta({ description: "With this print; above 1 for a duplicate." }) }),
    errors: ["NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
  }),
  readDay: contract("GET /actions/cash/day", {
    area: "cash",
    summary: "Cash of a day by collector and shift, and the entries to review",
    access: { can: "report.read" },
    query: { day: "Day in the branch's time zone: `2026-01-31`." },
    requiredQuery: ["day"],
    reply: cashDay,
    errors: ["INVALID_QUERY"],
  }),
  readShift: contract("GET /actions/cash/shift", {
    ...common,
    summary: "An open shift before its count: what was free, deferred, discounted or cancelled, tips and handovers",
    query: { shift: "Id of another person's shift; the own open one by default." },
    reply: shiftSummary.nullable().meta({ description: "Null without an open shift, or once it is closed." }),
    errors: ["INVALID_QUERY"],
  }),
  correctCount: contract("POST /actions/cash/shifts/:id/correct-count", {
    area: "cash",
    summary: "Correct the counted cash of a closed shift; the first count stays with it",
    access: { can: "cash.close" },
    fields: { cash_shifts: ["counted"] },
    inputs: { reason: changeReason },
    body: z.object({
      expected: z
        .int('"expected" must be an amount in paise.')
        .meta({ description: "Counted cash that was shown, in paise; AMOUNT_MISMATCH if it was corrected since." }),
    }),
    errors: [...changeReasonErrors, "AMOUNT_MISMATCH", "NO_CHANGES", "SHIFT_COUNT_REQUIRED", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  listReceivers: contract("GET /actions/cash/receivers", {
    ...common,
    summary: "Colleagues on duty to whom cash can be handed",
    reply: z.array(z.object({ id: z.uuid(), name: z.string() })),
    errors: [],
  }),
  handOver: contract("POST /actions/cash/hand-over", {
    ...common,
    summary: "Offer cash of the own shift to a colleague, who confirms it",
    fields: { cash_handovers: ["receiver", "amount"] },
    reply: z.object({ id: z.int() }),
    errors: [
      "SHIFT_NOT_OPEN",
      "CASH_RECEIVER_NOT_AVAILABLE",
      "CASH_HANDOVER_PENDING",
      "CASH_HANDOVER_TOO_LOW",
      "CASH_HANDOVER_TOO_HIGH",
      ...dutyErrors,
    ],
    isIdempotent: true,
  }),
  decideHandover: contract("POST /actions/cash/handovers/:id/decide", {
    ...common,
    summary: "Confirm, decline or withdraw offered cash; confirmed cash belongs to the receiver's shift",
    body: z.object({ state: z.enum(handoverDecisions) }),
    errors: ["CASH_HANDOVER_DECIDED", ...dutyErrors],
    isIdempotent: true,
  }),
};
