// §4: online payments of a branch that a person has to look at, and everything known about one of them.
import type { paymentActions } from "#domain/payments/actions.ts";
import { onlineTerms } from "#domain/payments/online/online-terms.ts";
import { getUnclearReason, type JudgedAttempt } from "#domain/payments/online/unclear-payment.ts";
import type { RefundState } from "#domain/payments/online/online-payment-states.ts";
import { PaymentAttempts } from "#domain/payments/payments.collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { findPaymentAttempt, isOfEntry, readEntry } from "#server/features/payments/payment-records.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { readListAs } from "#server/request.ts";

type UnclearPayments = ContractResult<typeof paymentActions.listUnclear>;
type PaymentReview = ContractResult<typeof paymentActions.readReview>;

type AttemptRow = Omit<UnclearPayments[number], "reason" | "started_at"> & {
  started_at: Date;
  is_of_other_merchant: boolean;
  refunds: { state: RefundState; amount: number }[];
};

/** Oldest first of those that are listed; the rule decides which of them are unclear. */
const maxListed = 200;

function selectAttempts({ services: { sql } }: { services: AppServices }) {
  return sql`
    select a.id, case when a.pass is not null then 'M' when a.parking_information is null then 'V' else 'P' end as kind,
      coalesce(a.parking_information, a.valet_and_parking_information, a.pass) as entry,
      coalesce(m.vehicle_no, m.name, v."Vehicle_Number") as name, coalesce(e.receipt_no, v.receipt_no) as receipt_no,
      a.state, (a.amount * 100)::int as requested,
      (case when a.state = 'success' then coalesce(a.received_amount, a.amount) else a.received_amount end * 100)::int as received,
      (a.applied_amount * 100)::int as applied, a.code, a.date_created as started_at, a.merchant_transaction_id as transaction, a.utr,
      a.merchant_id is distinct from (select s.merchant_id from payment_settings s where s.branch = a.branch) as is_of_other_merchant,
      coalesce((select jsonb_agg(jsonb_build_object('state', r.state, 'amount', (r.amount * 100)::int) order by r.id)
        from payment_refunds r where r.attempt = a.id), '[]') as refunds
    from payment_attempts a left join "Parking_Information" e on e.id = a.parking_information
      left join "Parking_Main_Information" m on m.id = coalesce(e.parking_main_info, a.pass)
      left join "Valet_and_Parking_Information" v on v.id = a.valet_and_parking_information`;
}

function judge({ row, now }: { row: AttemptRow; now: Date }) {
  const { state, requested, received, applied, started_at: startedAt, is_of_other_merchant: isOfOtherMerchant } = row;
  const amount = received ?? requested;
  const attempt: JudgedAttempt = { state, amount, applied, startedAt, isOfOtherMerchant, refunds: row.refunds };
  return getUnclearReason({ attempt, now });
}

export async function listUnclearPayments({
  services,
  branch,
}: {
  services: AppServices;
  branch: number;
}): Promise<UnclearPayments> {
  const rows = await services.sql<AttemptRow[]>`${selectAttempts({ services })}
    where a.branch = ${branch} and not a.is_trial and (a.state in ('review', 'initiated', 'pending')
      or (a.state = 'success' and exists (select 1 from payment_refunds r where r.attempt = a.id and r.state <> 'done')))
    order by a.id limit ${maxListed}`;
  const now = services.clock();
  return rows.flatMap((stored) => {
    const reason = judge({ row: stored, now });
    const { refunds: _, is_of_other_merchant: __, ...row } = stored;
    return reason ? [{ ...row, reason }] : [];
  });
}

/** FORBIDDEN if the caller may not read the payment. */
export async function requireReadableAttempt({
  services,
  session,
  id,
}: {
  services: AppServices;
  session: Session;
  id: number;
}): Promise<void> {
  const query = buildQueryById({ collection: PaymentAttempts, id: String(id), fields: ["id"] })!;
  const { data } = await readListAs({ services, session, collection: PaymentAttempts, query });
  if (data === "[]") throwApiError("FORBIDDEN");
}

export async function readPaymentReview({
  services,
  id,
}: {
  services: AppServices;
  id: number;
}): Promise<PaymentReview> {
  const { sql } = services;
  const [[row], answers, refunds] = await Promise.all([
    sql<(AttemptRow & Pick<PaymentReview, "decided_by" | "decision_reason">)[]>`
      select x.*, u.first_name as decided_by, a.decision_reason from (${selectAttempts({ services })} where a.id = ${id} and not a.is_trial) x
        join payment_attempts a on a.id = x.id left join users u on u.id = a.decided_by`,
    sql<PaymentReview["answers"]>`
      select received_at as at, source, verdict from payment_answers where attempt = ${id} order by id desc limit 50`,
    sql<PaymentReview["refunds"]>`
      select r.id, (r.amount * 100)::int as amount, r.state, r.reason, u.first_name as by, r.date_created as at
      from payment_refunds r left join users u on u.id = r.user_created where r.attempt = ${id} order by r.id`,
  ]);
  if (!row) throwApiError("FORBIDDEN");
  const { refunds: _, is_of_other_merchant: __, ...attempt } = row;
  const now = services.clock();
  const stored = await findPaymentAttempt({ sql, id });
  if (!stored || !isOfEntry(stored)) throwApiError("FORBIDDEN");
  const entry = await readEntry({ sql, entry: stored.entry });
  const { getBalance, getUsable } = onlineTerms[attempt.kind];
  const balance = entry && getBalance({ row: entry, now });
  const received = attempt.received ?? 0;
  const usable = entry && !stored.isTip ? getUsable({ row: entry, attempt: stored, amount: received, now }) : received;
  return {
    ...attempt,
    reason: judge({ row, now }) ?? null,
    owed: balance?.extended ?? 0,
    paid: balance?.paid ?? 0,
    usable: entry ? usable : 0,
    answers,
    refunds,
  };
}
