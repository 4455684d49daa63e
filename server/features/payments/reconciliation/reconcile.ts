// §4: compares the provider's settlement file with the payments and refunds of the company. Nothing is changed.
import type { FastifyRequest } from "fastify";
import { isDateString } from "#domain/dates.ts";
import type { paymentActions } from "#domain/payments/actions.ts";
import {
  compareSettlement,
  type LedgerLine,
  readSettlementLines,
} from "#domain/payments/reconciliation/settlement-file.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { getBranchDayRange } from "#server/features/branches/branch-day.ts";
import { readListLines } from "#server/features/people/list-file.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";

type Call = ContractCall<typeof paymentActions.reconcile>;
type Reconciliation = ContractResult<typeof paymentActions.reconcile>;

const maxDifferences = 500;
const maxDays = 92;

/**
 * The period decides what the file has to contain; what the file contains is found whenever it was paid.
 * INVALID_QUERY, INVALID_PAYLOAD, and the errors of an uploaded list.
 */
export async function reconcile(call: Call, request: FastifyRequest): Promise<Reconciliation> {
  const { services, session } = call;
  const { company, branch, id } = session.actor;
  if (company === null || branch === null || id === null) throwApiError("FORBIDDEN");
  const period = await readPeriod({ call, branch });
  const read = readSettlementLines(await readListLines({ request, queueKey: id }));
  if ("missing" in read)
    throwInvalidPayload(`The first line of the file must name its columns. Missing: ${read.missing.join(", ")}.`);
  const { lines } = read;
  const references = [...new Set(lines.flatMap((line) => line.references))];
  const ledger = await readLedger({ services, company, references, ...period });
  const { matched, differences } = compareSettlement({ lines, ledger });
  const sum = (rows: readonly { isRefund: boolean; amount: number | undefined }[]) =>
    rows.reduce((total, { isRefund, amount = 0 }) => total + (isRefund ? -amount : amount), 0);
  return {
    lines: lines.length,
    matched,
    inFile: sum(lines),
    recorded: sum(ledger.filter(({ isInPeriod, isDone }) => isInPeriod && isDone)),
    differences: differences.slice(0, maxDifferences),
  };
}

async function readPeriod({
  call: {
    services: { sql },
    query: { from: first = "", to: last = "" },
  },
  branch,
}: {
  call: Call;
  branch: number;
}): Promise<{ from: Date; to: Date }> {
  if (!isDateString(first) || !isDateString(last))
    throwApiError("INVALID_QUERY", { reason: "from and to are YYYY-MM-DD" });
  const { from } = await getBranchDayRange({ sql, branch, day: first });
  const { to } = await getBranchDayRange({ sql, branch, day: last });
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  if (days <= 0 || days > maxDays) throwApiError("INVALID_QUERY", { reason: `a period has 1 to ${maxDays} days` });
  return { from, to };
}

function readLedger({
  services: { sql },
  company,
  references,
  from,
  to,
}: {
  services: Call["services"];
  company: number;
  references: readonly string[];
  from: Date;
  to: Date;
}): Promise<LedgerLine[]> {
  const named = [...references];
  return sql<LedgerLine[]>`
    select id as attempt, false as "isRefund", array_remove(array[merchant_transaction_id, provider_transaction_id, utr], null) as references,
      (coalesce(received_amount, amount) * 100)::int as amount, state = 'success' as "isDone",
      coalesce(decided_at >= ${from} and decided_at < ${to}, false) as "isInPeriod"
    from payment_attempts where company = ${company} and ((state = 'success' and decided_at >= ${from} and decided_at < ${to})
      or merchant_transaction_id = any(${named}) or provider_transaction_id = any(${named}) or utr = any(${named}))
    union all
    select a.id, true, array_remove(array[r.merchant_refund_id, a.merchant_transaction_id, a.provider_transaction_id], null),
      (r.amount * 100)::int, r.state = 'done', coalesce(r.decided_at >= ${from} and r.decided_at < ${to}, false)
    from payment_refunds r join payment_attempts a on a.id = r.attempt
    where r.company = ${company} and ((r.state = 'done' and r.decided_at >= ${from} and r.decided_at < ${to})
      or r.merchant_refund_id = any(${named}) or a.merchant_transaction_id = any(${named}) or a.provider_transaction_id = any(${named}))`;
}
