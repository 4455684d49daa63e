// §4 A tip that the customer pays online: a payment of its own, apart from the charge of the ticket.
import { anonymous } from "#domain/access/roles.ts";
import { formatWireAmount } from "#domain/money.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { checkField } from "#domain/schema/fields.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { checkOnlineTip } from "#domain/valet/tips/online-tip.ts";
import type { valetCustomerActions } from "#domain/valet/customer-actions.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { findPaymentAttempt, lockEntry } from "#server/features/payments/payment-records.ts";
import {
  assertAttemptLimit,
  findOpenTip,
  getPayer,
  openPaymentPage,
  writeAttempt,
} from "#server/features/payments/start-payment.ts";
import { buildTicketPagePath } from "#server/features/valet/ticket.ts";

interface TipInput {
  services: AppServices;
  origin: RequestOrigin;
  ticket: number;
  /** Paise. */
  amount: number;
}

/**
 * Returns the provider's page, which returns to the page of the ticket; the one already open for the same amount, so that a
 * tip is not paid twice. Throws the errors of the contract, ALREADY_PAID if the open one was paid meanwhile.
 */
export async function startTip({
  services,
  origin,
  ticket: id,
  amount,
}: TipInput): Promise<ContractResult<typeof valetCustomerActions.payTip>> {
  const entry = { kind: "V", id } as const;
  const field = ValetAndParkingInformation.fields.valet_tip;
  const message = checkField({ name: "tip", field, value: formatWireAmount(amount) });
  if (message !== undefined) throwApiError("FAILED_VALIDATION", { field: "tip", path: ["tip"] }, message);
  await checkOpenTip({ services, ticket: id });
  const started = await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const row = (await lockEntry({ tx, entry })) ?? throwApiError("INVALID_TOKEN");
      const error = checkOnlineTip({ ticket: row, amount });
      if (error) throwApiError(error, { field: "tip" });
      const gateway = await services.paymentGateways.get({ sql: tx, branch: row.branch });
      if (!gateway) throwApiError("PAYMENT_NOT_OFFERED");
      const open = await findOpenTip({ services, sql: tx, ticket: id });
      if (open?.amount === amount) return { openUrl: open.payUrl };
      await assertAttemptLimit({ services, tx, of: tx`valet_and_parking_information = ${id}` });
      const tip = { amount, isExtra: false, isTip: true };
      const attempt = await writeAttempt({ services, tx, actor: anonymous, origin, entry, row, gateway, ...tip });
      return { attempt, gateway };
    },
  });
  if ("openUrl" in started) return { url: started.openUrl };
  const returnPath = await readTicketPagePath({ services, id });
  const { payUrl } = await openPaymentPage({ services, ...started, payer: getPayer(entry), returnPath });
  return { url: payUrl };
}

/** §4 "A status check runs first": the provider may have confirmed the open tip without its callback arriving. */
async function checkOpenTip({ services, ticket }: { services: AppServices; ticket: number }): Promise<void> {
  const { sql } = services;
  const open = await findOpenTip({ services, sql, ticket });
  if (!open) return;
  await checkAttempt({ services, id: open.id });
  const checked = await findPaymentAttempt({ sql, id: open.id });
  if (checked?.state === "success") throwApiError("ALREADY_PAID");
}

async function readTicketPagePath({ services: { sql, tokens }, id }: Pick<TipInput, "services"> & { id: number }) {
  const [row] = await sql<{ company: string; branch: string; renewedAt: Date | null }[]>`
    select c.slug as company, b.slug as branch, v.otp_renewed_at as "renewedAt" from "Valet_and_Parking_Information" v
    join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company where v.id = ${id}`;
  return buildTicketPagePath({ ...row!, id, tokens });
}
