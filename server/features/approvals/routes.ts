// §4 Approvals: routes that approve or reject a waiting entry or a pass.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppServices } from "#server/context.ts";
import { type ApprovalDecision, decideEntry, decidePass } from "#server/features/approvals/decide.ts";
import { createActionContext, parseRowId, sendJsonText } from "#server/http/action-request.ts";
import { readEntryJson, readPassJson } from "#server/features/parking/entry-json.ts";

const approvalDecisions = ["approve", "reject"] as const satisfies ApprovalDecision[];

export function approvalRoutes(app: FastifyInstance, services: AppServices): void {
  const createContext = (request: FastifyRequest) => createActionContext({ services, request });

  for (const decision of approvalDecisions) {
    app.post(`/actions/approvals/:id/${decision}`, async (request, reply) => {
      const [context, id] = [await createContext(request), parseRowId(request)];
      await decideEntry({ ...context, id, decision });
      return sendJsonText({ reply, text: await readEntryJson({ ...context, id }) });
    });

    app.post(`/actions/passes/:id/${decision}`, async (request, reply) => {
      const [context, id] = [await createContext(request), parseRowId(request)];
      await decidePass({ ...context, id, decision });
      return sendJsonText({ reply, text: await readPassJson({ ...context, id }) });
    });
  }
}
