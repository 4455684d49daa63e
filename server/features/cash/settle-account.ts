// §4: records money received for what an account owes (domain/debts/account.ts).
import type { debtActions } from "#domain/debts/actions.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { checkSettlement, getAccountKey, type SettlementChannel } from "#domain/debts/account.ts";
import { checkChannel, getPaymentMode, referenceFields } from "#domain/payments/channels/payment-channels.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { checkField } from "#domain/schema/fields.ts";
import { runInTransaction } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import { findOrOpenShift } from "#server/features/cash/own-shift.ts";
import { idResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import { createItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { listAccounts } from "#server/features/debts/accounts.ts";

/**
 * Records money received for an account as a row of the ledger, which belongs to the day and the shift in which it is
 * received. Returns its id. The errors of `checkSettlement` and `checkChannel`, USER_ATTENDANCE_OFF.
 */
export async function settleAccount({
  body: { account: typedAccount, amount, channel, reference, expected },
  ...context
}: ContractCall<typeof debtActions.settleAccount>): Promise<number> {
  const account = parseAccount(typedAccount);
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const { branch, company } = ctx.actor;
      const dutyError = checkOnDuty(ctx.actor);
      if (branch === null || company === null) throwApiError("FORBIDDEN");
      if (dutyError) throwApiError(dutyError);
      const stored = channel === "cash" ? null : await parseReference({ ctx, branch, channel, reference });
      const key = getAccountKey(account);
      await acquireLock({ tx: ctx.tx, name: "accountSettlement", key: `${branch}:${key}` });
      const { total: owed } = await listAccounts({ sql: ctx.tx, branch, key });
      const code = checkSettlement({ owed, amount: amount ?? 0, expected });
      if (code)
        throwApiError(code, { owed, ...(code === "AMOUNT_TOO_HIGH" ? { field: "amount", path: ["amount"] } : {}) });
      const systemValues = {
        branch,
        company,
        kind: "settlement",
        account,
        mode: getPaymentMode(channel),
        channel,
        reference: stored,
        amount,
        received_at: ctx.now,
        collected_by: ctx.actor.id,
        shift: await findOrOpenShift(ctx),
      };
      return createItem({ ctx, collection: Payments, payload: {}, systemValues, bypassAccess: true });
    },
  });
}

function parseAccount(typed: string): string {
  const field = referenceFields.on_account;
  const account = field.normalise?.(typed) ?? "";
  const message = checkField({ name: "account", field, value: account });
  if (message !== undefined) throwApiError("FAILED_VALIDATION", { field: "account", path: ["account"] }, message);
  return account;
}

async function parseReference({
  ctx: { tx, actor },
  branch: id,
  channel,
  reference: typed,
}: {
  ctx: WriteContext;
  branch: number;
  channel: Exclude<SettlementChannel, "cash">;
  reference: unknown;
}): Promise<string> {
  const reference = referenceFields[channel].normalise?.(typeof typed === "string" ? typed : "") ?? "";
  if (channel === "bank_transfer") return parseTransfer({ actor, reference });
  const [branch] = await tx<Pick<RowOf<"Branch">, "payment_channels">[]>`
    select payment_channels from "Branch" where id = ${id}`;
  const violation = checkChannel({ channel, reference, branch, actor });
  return violation ? throwViolation(violation) : reference;
}

/** A transfer is seen on the bank statement by who may book on account. FORBIDDEN, FAILED_VALIDATION. */
function parseTransfer({ actor, reference }: { actor: Actor; reference: string }): string {
  if (!can(actor, "charge.defer")) throwApiError("FORBIDDEN");
  const message = checkField({ name: "reference", field: referenceFields.bank_transfer, value: reference });
  if (message === undefined) return reference;
  throwApiError("FAILED_VALIDATION", { field: "reference", path: ["reference"] }, message);
}
