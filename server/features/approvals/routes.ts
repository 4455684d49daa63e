// §4 Approvals: routes that approve or reject a waiting entry or a pass.
import type { FastifyInstance } from "fastify";
import { approvalActions } from "#domain/approvals/actions.ts";
import type { Row } from "#domain/schema/collection.ts";
import { readAnswerTimes } from "#server/features/approvals/answer-times.ts";
import type { AppServices } from "#server/context.ts";
import { type ApprovalDecision, decideEntry, decidePass } from "#server/features/approvals/decide.ts";
import { readEntryJson, readPassJson } from "#server/features/parking/entry-json.ts";
import type { IdempotentContext } from "#server/http/action-request.ts";
import { implement } from "#server/http/implement.ts";

type DecisionCall = IdempotentContext & { id: number; body: Row };

const answerEntry = (decision: ApprovalDecision) => async (call: DecisionCall) => {
  await decideEntry({ ...call, decision, reason: call.body["reason"] });
  return readEntryJson(call);
};
const answerPass = (decision: ApprovalDecision) => async (call: DecisionCall) => {
  await decidePass({ ...call, decision, reason: call.body["reason"] });
  return readPassJson(call);
};

const implementations = [
  implement(approvalActions.approveEntry, answerEntry("approve")),
  implement(approvalActions.rejectEntry, answerEntry("reject")),
  implement(approvalActions.approvePass, answerPass("approve")),
  implement(approvalActions.rejectPass, answerPass("reject")),
  implement(approvalActions.readAnswerTimes, readAnswerTimes),
];

export function approvalRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
