// §4 Tips: what each driver has received and not been paid out, the payout by a manager, and its confirmation.
import type { HandoverDecision } from "#domain/cash/cash-handover.ts";
import { can } from "#domain/access/capabilities.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { checkTipDecision, checkTipPayout } from "#domain/valet/tips/tip-payout.ts";
import { TipPayouts } from "#domain/valet/tips/tip-payouts.collection.ts";
import type { tipActions } from "#domain/valet/tips/tip-actions.ts";
import { runInTransaction } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import { idResult, noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import { selectTips } from "#server/features/valet/tips/select-tips.ts";

type TipAccount = ContractResult<typeof tipActions.list>[number];

/** Accounts of the drivers of a branch, or of one; an offered payout is not due any more. */
function readAccounts({
  sql,
  branch,
  driver = null,
}: {
  sql: Sql | Tx;
  branch: number;
  driver?: string | null;
}): Promise<TipAccount[]> {
  return sql<TipAccount[]>`
    with earned as (select t.driver, sum(t.amount) filter (where t.channel = 'cash') as cash,
        sum(t.amount) filter (where t.channel = 'online') as online
      from (${selectTips(sql, branch)}) t where t.driver is not null group by t.driver),
    paid as (select p.driver, sum(p.cash_amount) as cash, sum(p.online_amount) as online from tip_payouts p
      where p.branch = ${branch} and p.driver is not null and p.state in ('offered', 'confirmed') group by p.driver)
    select u.id as driver, u.first_name as name,
      ((coalesce(e.cash, 0) - coalesce(p.cash, 0)) * 100)::int as cash,
      ((coalesce(e.online, 0) - coalesce(p.online, 0)) * 100)::int as online,
      case when o.id is not null then jsonb_build_object('id', o.id, 'amount', ((o.cash_amount + o.online_amount) * 100)::int,
        'by', g.first_name, 'at', o.date_created) end as pending
    from earned e full join paid p on p.driver = e.driver join users u on u.id = coalesce(e.driver, p.driver)
      left join tip_payouts o on o.driver = u.id and o.branch = ${branch} and o.state = 'offered'
      left join users g on g.id = o.giver
    where ${driver === null ? sql`true` : sql`u.id = ${driver}`} order by lower(u.first_name), u.id`;
}

export async function listTips({
  services: { sql },
  session: { actor },
}: SessionContext): Promise<ContractResult<typeof tipActions.list>> {
  const { branch, id } = actor;
  if (branch === null || id === null) throwApiError("FORBIDDEN");
  if (can(actor, "valet.manage")) return readAccounts({ sql, branch });
  if (!can(actor, "valet.drive")) throwApiError("FORBIDDEN");
  return readAccounts({ sql, branch, driver: id });
}

/** Throws the errors of `checkTipPayout`, CASH_HANDOVER_PENDING; FORBIDDEN for a driver without tips at this branch. */
export async function payOutTips({
  body,
  ...context
}: ContractCall<typeof tipActions.payOut>): Promise<{ id: number }> {
  const id = await runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const { branch, company } = ctx.actor;
      const { expected } = body;
      const driver = String(body.driver);
      if (branch === null || !isUuid(driver)) throwApiError("FORBIDDEN");
      // So that a payout that is confirmed meanwhile is seen, and its tips are not paid out twice.
      await acquireLock({ tx: ctx.tx, name: "tipPayout", key: driver });
      const [due] = await readAccounts({ sql: ctx.tx, branch, driver });
      if (!due) throwApiError("FORBIDDEN");
      if (due.pending) throwApiError("CASH_HANDOVER_PENDING");
      const error = checkTipPayout({ actor: ctx.actor, driver, due, expected });
      if (error) throwApiError(error, error === "AMOUNT_MISMATCH" ? { owed: due.cash + due.online } : {});
      return createItem({
        ctx,
        collection: TipPayouts,
        payload: { driver },
        systemValues: { giver: ctx.actor.id, branch, company, cash_amount: due.cash, online_amount: due.online },
        bypassAccess: true,
      });
    },
  });
  return { id };
}

type Payout = Pick<RowOf<"tip_payouts">, "id" | "driver" | "company" | "branch">;

/** Throws FORBIDDEN, and CASH_HANDOVER_DECIDED for all but the first decision. */
export async function decideTips({ id, body, ...context }: ContractCall<typeof tipActions.decide>): Promise<void> {
  const decision: HandoverDecision = body.state;
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const [payout] = await ctx.tx<Payout[]>`select id, driver, company, branch from tip_payouts where id = ${id}`;
      if (!payout) throwApiError("FORBIDDEN");
      const error = checkTipDecision({ actor: ctx.actor, payout, decision });
      if (error) throwApiError(error);
      const systemValues = { state: decision, decided_at: ctx.now };
      await updateItem({ ctx, collection: TipPayouts, id, payload: {}, systemValues, bypassAccess: true });
    },
  });
}
