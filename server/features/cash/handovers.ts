// §4 Cash handed from one person to another: the offer, and its confirmation, refusal or withdrawal.
import {
  canReceiveCash,
  checkHandoverDecision,
  checkHandoverOffer,
  type HandoverDecision,
  type HandoverReceiver,
} from "#domain/cash/cash-handover.ts";
import { can } from "#domain/access/capabilities.ts";
import type { cashActions } from "#domain/cash/actions.ts";
import { CashHandovers } from "#domain/cash/cash-handovers.collection.ts";
import { parsePaise } from "#domain/money.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { runInTransaction } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { openShift } from "#server/features/cash/own-shift.ts";
import { lockShifts, readShiftCash } from "#server/features/cash/shift-lookups.ts";
import type { ActionContext, IdempotentContext } from "#server/http/action-request.ts";
import { idResult, noResult } from "#server/http/idempotency.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

type Receiver = HandoverReceiver & { first_name: string };

function findUsers({
  sql,
  condition,
}: {
  sql: Sql | Tx;
  condition: { branch: number } | { id: string };
}): Promise<Receiver[]> {
  return sql<Receiver[]>`
    select id, first_name, role, status, in_out_flag, default_branch from users
    where integration is null and ${"id" in condition ? sql`id = ${condition.id}` : sql`default_branch = ${condition.branch}`}
    order by lower(first_name), id`;
}

/** Colleagues of the caller's branch who can receive cash. */
export async function listReceivers({
  services,
  session: { actor },
}: ActionContext): Promise<ContractResult<typeof cashActions.listReceivers>> {
  const { branch } = actor;
  if (branch === null || !can(actor, "cash.count")) throwApiError("FORBIDDEN");
  const users = await findUsers({ sql: services.sql, condition: { branch } });
  return users
    .filter((user) => user.id !== actor.id && canReceiveCash({ user, branch }))
    .map(({ id, first_name: name }) => ({ id, name }));
}

/** Offers cash of the caller's open shift. Throws the errors of `checkHandoverOffer`. */
export async function handOverCash({
  services,
  session,
  origin,
  idempotency,
  body,
}: IdempotentContext & { body: Row }): Promise<{ id: number }> {
  const id = await runInTransaction({
    services,
    session,
    origin,
    idempotency,
    result: idResult,
    work: async (ctx) => {
      if (!can(ctx.actor, "cash.count")) throwApiError("FORBIDDEN");
      const { receiver, amount } = body;
      const [shift, [user = null]] = await Promise.all([
        lockOpenShift({ tx: ctx.tx, collector: ctx.actor.id }),
        isUuid(receiver) ? findUsers({ sql: ctx.tx, condition: { id: String(receiver) } }) : [],
      ]);
      const cash = shift && (await readShiftCash({ tx: ctx.tx, shift: shift.id }));
      const violation = checkHandoverOffer({
        actor: ctx.actor,
        // A malformed amount is rejected by the write below.
        amount: parsePaise(String(amount ?? "")) ?? 1,
        shift: shift && cash ? { ...shift, cash } : null,
        receiver: user,
      });
      if (violation)
        throwApiError(violation.code, violation.field ? { field: violation.field, path: [violation.field] } : {});
      return createItem({
        ctx,
        collection: CashHandovers,
        payload: body,
        systemValues: {
          giver: ctx.actor.id,
          from_shift: shift!.id,
          branch: shift!.branch,
          company: shift!.company,
        },
        bypassAccess: true,
      });
    },
  });
  return { id };
}

interface OpenShift {
  id: number;
  branch: number;
  company: number;
  /** In paise. */
  openingFloat: number;
}

/** Locks the user's open shift, so that neither a payment nor a count comes between the check and the write. */
async function lockOpenShift({ tx, collector }: { tx: Tx; collector: string | null }): Promise<OpenShift | null> {
  const [shift] = await tx<OpenShift[]>`
    select id, branch, company, (coalesce(opening_float, 0) * 100)::int as "openingFloat"
    from cash_shifts where collector = ${collector} and closed_at is null for update`;
  return shift ?? null;
}

type Handover = Pick<RowOf<"cash_handovers">, "id" | "giver" | "receiver" | "company" | "branch" | "from_shift">;

/** Throws FORBIDDEN, CASH_HANDOVER_DECIDED and duty errors. */
export async function decideHandover({
  services,
  session,
  origin,
  idempotency,
  id,
  decision,
}: IdempotentContext & { id: number; decision: HandoverDecision }): Promise<void> {
  await runInTransaction({
    services,
    session,
    origin,
    idempotency,
    result: noResult,
    work: async (ctx) => {
      const [handover] = await ctx.tx<Handover[]>`
        select id, giver, receiver, company, branch, from_shift from cash_handovers where id = ${id}`;
      if (!handover) throwApiError("FORBIDDEN");
      const error = checkHandoverDecision({ actor: ctx.actor, handover, decision });
      if (error) throwApiError(error);
      const toShift = decision === "confirmed" ? await lockReceivingShift({ ctx, handover }) : null;
      if (toShift === null) await lockShifts({ tx: ctx.tx, ids: [handover.from_shift] });
      await updateItem({
        ctx,
        collection: CashHandovers,
        id,
        payload: {},
        systemValues: { state: decision, decided_at: ctx.now, ...(toShift === null ? {} : { to_shift: toShift }) },
        bypassAccess: true,
      });
    },
  });
}

/** Locks both shifts and returns the receiver's, which is opened if there is none. */
async function lockReceivingShift({ ctx, handover }: { ctx: WriteContext; handover: Handover }): Promise<number> {
  const findOpenShift = async () => {
    const [row] = await ctx.tx<{ id: number }[]>`
      select id from cash_shifts where collector = ${handover.receiver} and closed_at is null`;
    return row?.id;
  };
  await acquireLock({ tx: ctx.tx, name: "cashShift", key: handover.receiver! });
  for (;;) {
    const found = await findOpenShift();
    await lockShifts({ tx: ctx.tx, ids: [handover.from_shift, ...(found === undefined ? [] : [found])] });
    // The shift may have been counted while this waited for its lock.
    if (found !== (await findOpenShift())) continue;
    if (found !== undefined) return found;
    const { receiver: collector, branch, company } = handover;
    return openShift({ ctx, collector, branch, company });
  }
}
