// §3 Branch.change_request, area request: who asked the platform for something is told by mail what became of it.
import { areaRequestStates } from "#domain/rules/area-request.ts";
import { changeRequestStates } from "#domain/rules/change-request.ts";
import type { TellStep, WriteContext } from "#server/items/write-context.ts";
import { queueMail } from "#server/services/outbox.ts";

interface Asker {
  name: string;
  email: string;
  subject: string;
}

const answers = ["published", "rejected"] as const;
type Answered = (typeof answers)[number];

function answerIn(changes: { [field: string]: unknown }): Answered | undefined {
  return answers.find((one) => one === changes["status"]);
}

async function askerOf({ ctx, id, company, branch }: Asking): Promise<Asker | undefined> {
  const [asker] = await ctx.tx<Asker[]>`
    select u.email, u.first_name as name, coalesce(b.name, c.name) as subject from users u
    left join "Branch" b on b.id = ${branch} left join "Companies" c on c.id = ${company} where u.id = ${id}`;
  return asker;
}

interface Asking {
  ctx: WriteContext;
  id: string | null;
  company: number | null;
  branch: number | null;
}

/** When a change that was asked for is applied or refused. */
export const tellChangeAnswer: TellStep = async ({ ctx, after, changes }) => {
  const status = answerIn(changes);
  if (!status) return;
  const [company, branch] = [after["company"] as number, after["branch"] as number | null];
  const asker = await askerOf({ ctx, id: after["user_created"] as string | null, company, branch });
  if (!asker) return;
  const outcome = changeRequestStates.states[status].name.toLowerCase();
  const values = { ...asker, outcome, answer: String(after["answer"] ?? "") };
  await queueMail({ ctx, branch, to: asker.email, template: "change-answered", values });
};

/** When an area that was asked for is made or refused. */
export const tellAreaAnswer: TellStep = async ({ ctx, after, changes }) => {
  const status = answerIn(changes);
  if (!status) return;
  const branch = after["area_request_branch_id"] as number | null;
  const asker = await askerOf({ ctx, id: after["user_created"] as string | null, company: null, branch });
  if (!asker) return;
  const outcome = areaRequestStates.states[status].name.toLowerCase();
  const { name, email: to } = asker;
  const values = { name, area: String(after["area_name"]), outcome, answer: String(after["note"] ?? "") };
  await queueMail({ ctx, branch, to, template: "area-answered", values });
};
