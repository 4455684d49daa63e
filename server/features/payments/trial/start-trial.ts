// §4: a payment of the smallest amount tries the provider's keys of a branch; what is received is returned.
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import * as limits from "#domain/limits.ts";
import type { paymentActions } from "#domain/payments/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { readListAs } from "#server/request.ts";
import { assertAttemptLimit, insertAttempt, openPaymentPage } from "#server/features/payments/start-payment.ts";

/** Returns the provider's page, which returns to the payment settings. Throws the errors of the contract. */
export async function startTrial({
  services,
  session,
  origin,
  id,
}: ContractCall<typeof paymentActions.startTrial>): Promise<ContractResult<typeof paymentActions.startTrial>> {
  const query = buildQueryById({ collection: PaymentSettings, id: String(id), fields: ["id"] })!;
  const { data } = await readListAs({ services, session, collection: PaymentSettings, query });
  if (data === "[]") throwApiError("FORBIDDEN");
  const { returnPath, ...started } = await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      // The lock lets trials of one branch be counted.
      const [site] = await tx<{ branch: number; company: number; path: string }[]>`
        select s.branch, b.company, concat('/', c.slug, '/', b.slug) as path from payment_settings s
        join "Branch" b on b.id = s.branch join "Companies" c on c.id = b.company where s.id = ${id} for update of s`;
      if (!site) throwApiError("FORBIDDEN");
      const { branch, company } = site;
      const gateway = await services.paymentGateways.get({ sql: tx, branch });
      if (!gateway) throwApiError("PAYMENT_NOT_OFFERED");
      await assertAttemptLimit({ services, tx, of: tx`branch = ${branch} and is_trial` });
      const values = { company, branch, amount: limits.trialPaymentPaise, is_trial: true };
      const ctx = createWriteContext({ services, tx, actor: session.actor, origin });
      const attempt = await insertAttempt({ services, ctx, gateway, values });
      return { attempt, gateway, payer: `B${branch}`, returnPath: `${site.path}/configurations/payments` };
    },
  });
  const { payUrl } = await openPaymentPage({ services, ...started, returnPath });
  return { url: payUrl };
}
