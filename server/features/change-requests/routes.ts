// §3 Branch.change_request: the platform's answer to a change that was asked, and the mail that tells who asked.
import type { FastifyInstance } from "fastify";
import type { Collection, Row } from "#domain/collection.ts";
import { ChangeRequests } from "#domain/collections/change-requests.ts";
import { changeRequestStates, type ChangeRequestStatus } from "#domain/rules/change-request.ts";
import { type House, inTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { bodyOf, idIn } from "#server/services/action.ts";
import { queueMail } from "#server/services/outbox.ts";

const collection = ChangeRequests as unknown as Collection;

/** FORBIDDEN, REMARK_REQUIRED, REVIEW_ALREADY_DONE, and what the new values meet: COMPANY_NAME_EXIST, BRANCH_NAME_EXIST. */
async function answer({ ctx, id, payload }: { ctx: WriteContext; id: number; payload: Row }): Promise<void> {
  await updateItem({ ctx, collection, id, payload });
  const [asked] = await ctx.tx<Asked[]>`
    select r.status, r.answer, r.branch, u.email, u.first_name as name, coalesce(b.name, c.name) as subject
    from "Change_Requests" r join users u on u.id = r.user_created join "Companies" c on c.id = r.company
    left join "Branch" b on b.id = r.branch where r.id = ${id} and r.status in ('published', 'rejected')`;
  if (!asked) return;
  const { name, subject, branch, email: to } = asked;
  const outcome = changeRequestStates.states[asked.status].name.toLowerCase();
  const values = { name, subject, outcome, answer: asked.answer ?? "" };
  await queueMail({ ctx, branch, to, template: "change-answered", values, event: `change-answered:${id}` });
}

interface Asked {
  status: ChangeRequestStatus;
  answer: string | null;
  branch: number | null;
  email: string;
  name: string;
  subject: string;
}

export function changeRequestRoutes(app: FastifyInstance, house: House): void {
  app.post("/actions/change-requests/:id/answer", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const id = idIn(request);
    const payload = bodyOf({ request, fields: ["status", "answer"] });
    const work = (ctx: WriteContext): Promise<void> => answer({ ctx, id, payload });
    await inTransaction({ house, session, origin: originOf(request), work });
    return reply.code(204).send();
  });
}
