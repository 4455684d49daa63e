// §4 Approvals: actions that decide a waiting entry or a pass.
import { z } from "zod";
import { parkingActions } from "#domain/parking/actions.ts";
import { passActions } from "#domain/passes/actions.ts";
import { changeReason, changeReasonErrors } from "#domain/schema/action-fields.ts";
import { contract } from "#domain/schema/contract.ts";

const common = {
  area: "approvals",
  visibleTo: { can: "request.decide" },
  errors: ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED"],
  isIdempotent: true,
} as const;
const entry = { ...common, reply: parkingActions.readSlip.reply } as const;
const pass = { ...common, reply: passActions.read.reply } as const;
const rejection = {
  inputs: { reason: changeReason },
  bodyName: "a rejection",
  errors: [...common.errors, ...changeReasonErrors],
} as const;

export const approvalActions = {
  approveEntry: contract("POST /actions/approvals/:id/approve", { ...entry, summary: "Approve a waiting entry" }),
  rejectEntry: contract("POST /actions/approvals/:id/reject", {
    ...entry,
    ...rejection,
    summary: "Reject a waiting entry",
  }),
  approvePass: contract("POST /actions/passes/:id/approve", { ...pass, summary: "Approve a pass" }),
  rejectPass: contract("POST /actions/passes/:id/reject", { ...pass, ...rejection, summary: "Reject a pass" }),
  readAnswerTimes: contract("GET /actions/approvals/answer-times", {
    area: common.area,
    access: { can: "entry.read" },
    summary: "Requests of visitors at the gate that were decided today at the own branch, and the median time it took",
    reply: z.object({
      decided: z.int(),
      median_seconds: z.int().nullable().meta({ description: "Null if none was decided." }),
    }),
    errors: [],
  }),
};
