// §3 Branch.change_request, area request: notifies the requester by mail of the decision.
import type { RowOf } from "#domain/schema/registry.ts";
import { areaRequestStates } from "#domain/branches/area-request.ts";
import { changeRequestStates, describeChanges } from "#domain/platform/change-request.ts";
import type { NotificationStep, WriteContext } from "#server/items/write/write-context.ts";
import { queueMail } from "#server/messaging/outbox.ts";

interface Requester {
  name: string;
  email: string;
  subject: string;
}

const requestDecisions = ["published", "rejected"] as const;
type RequestDecision = (typeof requestDecisions)[number];

function getDecision(changes: { [field: string]: unknown }): RequestDecision | undefined {
  return requestDecisions.find((decision) => decision === changes["status"]);
}

async function loadRequester({ ctx, id, company, branch }: RequesterLookup): Promise<Requester | undefined> {
  const [requester] = await ctx.tx<Requester[]>`
    select u.email, u.first_name as name, coalesce(b.name, c.name) as subject from users u
    left join "Branch" b on b.id = ${branch} left join "Companies" c on c.id = ${company} where u.id = ${id}`;
  return requester;
}

interface RequesterLookup {
  ctx: WriteContext;
  id: string | null;
  company: number | null;
  branch: number | null;
}

/** Notifies the requester when a change request is applied or rejected. */
export const notifyChangeDecision: NotificationStep<RowOf<"Change_Requests">> = async ({ ctx, after, changes }) => {
  const status = getDecision(changes);
  if (!status) return;
  const { company, branch } = after;
  const requester = await loadRequester({ ctx, id: after.user_created, company, branch });
  if (!requester) return;
  const outcome = changeRequestStates.states[status].name.toLowerCase();
  const values = { ...requester, outcome, change_lines: describeChanges(after), answer: after.answer ?? "" };
  await queueMail({ ctx, branch, to: requester.email, template: "change-answered", values });
};

/** Notifies the requester when an area request is accepted or rejected. */
export const notifyAreaDecision: NotificationStep<RowOf<"Area_Request_List">> = async ({ ctx, after, changes }) => {
  const status = getDecision(changes);
  if (!status) return;
  const branch = after.area_request_branch_id;
  const requester = await loadRequester({ ctx, id: after.user_created, company: null, branch });
  if (!requester) return;
  const outcome = areaRequestStates.states[status].name.toLowerCase();
  const { name, email: to } = requester;
  const values = { name, area: after.area_name, outcome, answer: after.note ?? "" };
  await queueMail({ ctx, branch, to, template: "area-answered", values });
};
