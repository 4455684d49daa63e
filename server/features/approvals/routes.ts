// §4 Approvals: a visit that waits, or a pass, is approved or rejected.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { House } from "#server/context.ts";
import { type Answer, decideEntry, decidePass } from "#server/features/approvals/decide.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { type Acting, idIn, sendText } from "#server/services/action.ts";
import { entryText, passText } from "#server/services/entry-text.ts";

const answers = ["approve", "reject"] as const satisfies Answer[];

export function approvalRoutes(app: FastifyInstance, house: House): void {
  const acting = async (request: FastifyRequest): Promise<Acting> => ({
    house,
    session: await sessionOf({ house, request }),
    origin: originOf(request),
  });

  for (const answer of answers) {
    app.post(`/actions/approvals/:id/${answer}`, async (request, reply) => {
      const [who, id] = [await acting(request), idIn(request)];
      await decideEntry({ ...who, id, answer });
      return sendText({ reply, text: await entryText({ ...who, id }) });
    });

    app.post(`/actions/passes/:id/${answer}`, async (request, reply) => {
      const [who, id] = [await acting(request), idIn(request)];
      await decidePass({ ...who, id, answer });
      return sendText({ reply, text: await passText({ ...who, id }) });
    });
  }
}
