// §4 Approvals: one answer to a request, from an approver, a manager or an admin; a second one comes too late.
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { mayDecide } from "#domain/rules/approval.ts";
import { parkingSequence, statesOf } from "#domain/states/parking.ts";
import { type House, inTransaction } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import type { Acting } from "#server/services/action.ts";
import { tellInvited } from "#server/services/parking-messages.ts";

const visits = ParkingInformation as unknown as Collection;
const standing = ParkingMainInformation as unknown as Collection;

export type Answer = "approve" | "reject";

/** Throws STATUS_ALREADY_UPDATED or PERSON_STATUS_ALREADY_UPDATED for an answered request, FORBIDDEN for who may not answer. */
export function decideEntry({ id, answer, ...acting }: Acting & { id: number; answer: Answer }): Promise<void> {
  return inTransaction({ ...acting, work: (ctx) => answerEntry({ house: acting.house, ctx, id, answer }) });
}

/** The same for a pass; where somebody waits at the gate with it, their visit is answered with it. Answers nothing else. */
export function decidePass({ id, answer, ...acting }: Acting & { id: number; answer: Answer }): Promise<void> {
  return inTransaction({
    ...acting,
    work: async (ctx) => {
      const [open] = await ctx.tx<{ id: number }[]>`
        select id from "Parking_Information" where parking_main_info = ${id} and parking_status_id = ${parkingSequence.pending}`;
      if (open) return answerEntry({ house: acting.house, ctx, id: open.id, answer });
      const cancelled = parkingSequence.cancelled;
      const rejected: Row = { parking_status_id: cancelled, status_id: cancelled, is_waiting_for_approve: false };
      const set: Row = { approved_by: ctx.who.id, approved_at: ctx.now, ...(answer === "reject" ? rejected : {}) };
      // Who may answer is the rule's to say (domain/rules/approval.ts): approvers change passes in no other way.
      await refuseAnswered({ ctx, table: standing.name, id });
      await updateItem({ ctx, collection: standing, id, payload: {}, set, isOurs: true });
    },
  });
}

interface Answering {
  house: House;
  ctx: WriteContext;
  id: number;
  answer: Answer;
}

async function answerEntry({ house, ctx, id, answer }: Answering): Promise<void> {
  await refuseAnswered({ ctx, table: visits.name, id });
  const payload = answer === "reject" ? { parking_status_id: parkingSequence.cancelled } : {};
  await updateItem({ ctx, collection: visits, id, payload, set: { approved_by: ctx.who.id, approved_at: ctx.now } });
  // Whom an employee or customer invited is told only now that the invite holds.
  if (answer === "approve") await tellInvited({ house, ctx, id });
}

/** The state table would say that there is no such move; here the reason is that somebody was faster. Locks the row. */
async function refuseAnswered({ ctx, table, id }: { ctx: WriteContext; table: string; id: number }): Promise<void> {
  const { who, tx } = ctx;
  const [row] = await tx<Row[]>`
    select is_person, parking_status_id, branch, company from ${tx(table)} where id = ${id} for update`;
  // Who may not answer is not told how it stands either.
  if (!row || !mayDecide({ who, branch: row["branch"], company: row["company"] })) refuse("FORBIDDEN");
  if (row["parking_status_id"] !== parkingSequence.pending) refuse(statesOf(row).alreadyMoved);
}
