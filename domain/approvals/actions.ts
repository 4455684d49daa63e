// §4 Approvals: actions that decide a waiting entry or a pass.
import { parkingActions } from "#domain/parking/actions.ts";
import { passActions } from "#domain/passes/actions.ts";
import { contract } from "#domain/schema/contract.ts";

const common = {
  area: "approvals",
  visibleTo: { can: "request.decide" },
  errors: ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED"],
  isIdempotent: true,
} as const;
const entry = { ...common, reply: parkingActions.readSlip.reply } as const;
const pass = { ...common, reply: passActions.read.reply } as const;

export const approvalActions = {
  approveEntry: contract("POST /actions/approvals/:id/approve", { ...entry, summary: "Approve a waiting entry" }),
  rejectEntry: contract("POST /actions/approvals/:id/reject", { ...entry, summary: "Reject a waiting entry" }),
  approvePass: contract("POST /actions/passes/:id/approve", { ...pass, summary: "Approve a pass" }),
  rejectPass: contract("POST /actions/passes/:id/reject", { ...pass, summary: "Reject a pass" }),
};
