// §2 pay page: balance of an entry, whether it can be paid online, and its last attempt.
import type { paymentActions } from "#domain/payments/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import { isPayPageReusable } from "#domain/payments/online/online-payment.ts";
import { onlineTerms, type PaidRow } from "#domain/payments/online/online-terms.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { type EntryBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import type { PaymentStatus } from "#domain/payments/states.ts";
import type { AttemptState } from "#domain/payments/online/online-payment-states.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { readPaymentRequest } from "#server/features/payments/channels/payment-request.ts";
import { paidCollections, toPaidRow } from "#server/features/payments/payment-records.ts";

type PaymentPage = ContractResult<typeof paymentActions.readLink>;

interface PaymentEntryRow {
  entry: PaidRow;
  name: string | null;
  branch: PaymentPage["branch"];
  tax: string | null;
  booked: PaymentPage["booked"];
}

/** The times are null without a booking. */
interface BookedColumns {
  from: Date | null;
  until: Date | null;
  slot: string;
}

async function loadPaymentEntry({
  services,
  entry,
}: {
  services: AppServices;
  entry: PaidKey;
}): Promise<PaymentEntryRow> {
  const collection = paidCollections[entry.kind];
  const { sql } = services;
  const name = {
    P: sql`coalesce(m.vehicle_no, m.name)`,
    V: sql`e."Vehicle_Number"`,
    M: sql`coalesce(e.vehicle_no, e.name)`,
  };
  const visitorRecordJoin =
    entry.kind === "P"
      ? sql`join "Parking_Main_Information" m on m.id = e.parking_main_info
          left join "Pre_Booking_Information" k on k.parking_information = e.id`
      : sql``;
  const booking =
    entry.kind === "P"
      ? sql`k.booking_start_time as "from", k.booking_end_time as until, concat(k.slot_prefix, k.slot_no) as slot`
      : sql`null::timestamptz as "from", null::timestamptz as until, '' as slot`;
  const [row] = await sql<(Omit<PaymentEntryRow, "entry" | "booked"> & BookedColumns & { entry: Row })[]>`
    select row_to_json(e) as entry, ${booking}, ${name[entry.kind]} as name, s.tax_treatment as tax,
      json_build_object('id', b.id, 'name', b.name, 'slug', b.slug, 'address', b.address, 'time_zone', b.time_zone, 'company', c.name, 'companySlug', c.slug) as branch
    from ${sql(collection.name)} e ${visitorRecordJoin}
    join "Branch" b on b.id = e.branch join "Companies" c on c.id = b.company
    left join payment_settings s on s.branch = b.id
    where e.id = ${entry.id}`;
  if (!row) throwApiError("INVALID_TOKEN");
  const { from, until, slot, ...found } = row;
  const booked = from && until ? { from, until, slot } : null;
  return { ...found, entry: toPaidRow({ kind: entry.kind, row: row.entry }), booked };
}

async function findLastAttempt({
  services,
  entry,
  current,
}: {
  services: AppServices;
  entry: PaidKey;
  current: unknown;
}) {
  const field = paidKinds[entry.kind].field;
  const [row] = await services.sql<
    {
      id: number;
      paise: number;
      returned: number;
      refunded: number;
      is_by_payer: boolean;
      state: AttemptState;
      at: Date;
      transaction: string;
      discounts: { offer: number; title: string; amount: number }[];
    }[]
  >`
    select id, (amount * 100)::int as paise, ((coalesce(received_amount, amount) - coalesce(applied_amount, amount)) * 100)::int as returned,
      (select (coalesce(sum(r.amount), 0) * 100)::int from payment_refunds r where r.attempt = payment_attempts.id and r.state <> 'failed') as refunded,
      user_created is null as is_by_payer, state, date_created as at, merchant_transaction_id as transaction,
      (select coalesce(json_agg(json_build_object('offer', o.id, 'title', o.coupon_title, 'amount', (u.amount * 100)::int) order by u.id), '[]')
        from "Offer_Uses" u join "Offers" o on o.id = u.offer where u.attempt = payment_attempts.id and u.state = 'held') as discounts
    from payment_attempts where ${services.sql(field)} = ${entry.id} and not is_tip order by id desc limit 1`;
  if (!row) return null;
  const { id, paise: amount, state, at: started_at, transaction, discounts } = row;
  const returned = state === "success" ? row.returned : 0;
  const is_current = current === transaction;
  const isOpen = is_current && (state === "initiated" || state === "pending");
  return {
    id,
    amount,
    returned,
    unreturned: Math.max(0, returned - row.refunded),
    refunded: row.refunded,
    state,
    started_at,
    transaction,
    discounts,
    is_current,
    // One that was just started at the gate is what this payer was asked for.
    may_be_paid: isOpen && (row.is_by_payer || !isPayPageReusable({ startedAt: started_at, now: services.clock() })),
  };
}

/** What is due for a pass without its earlier periods, or what its last payment was for. */
async function describePassPayment({
  services: { sql },
  pass: { id, due_from: from, due_till: till },
  balance,
}: {
  services: AppServices;
  pass: PaidRow;
  balance: EntryBalance;
}): Promise<Pick<PaymentPage, "owed" | "period"> & { paymentStatus: PaymentStatus }> {
  const { extended } = balance;
  if (extended > 0 && from && till)
    return { owed: { ...balance, total: extended, paid: 0 }, period: { from, till }, paymentStatus: "not_paid" };
  const [last] = await sql<{ paid: number; from: Date; till: Date }[]>`
    select (amount * 100)::int as paid, valid_from as from, valid_till as till from payments p
    where pass = ${id} and kind = 'payment' and valid_till is not null
      and not exists (select 1 from payments r where r.corrects = p.id and r.kind = 'reversal') order by id desc limit 1`;
  if (!last) return { owed: { ...balance, total: 0, paid: 0 }, period: null, paymentStatus: "not_paid" };
  const { paid, ...period } = last;
  return { owed: { ...balance, total: paid, paid }, period, paymentStatus: "paid" };
}

/** Reads everything the pay page shows. INVALID_TOKEN if the entry does not exist. */
export async function readPaymentPage({
  services,
  entry,
}: {
  services: AppServices;
  entry: PaidKey;
}): Promise<PaymentPage> {
  const { entry: row, name, branch, tax, booked } = await loadPaymentEntry({ services, entry });
  const balance = onlineTerms[entry.kind].getBalance({ row, now: services.clock() });
  const { owed, period, paymentStatus } =
    entry.kind === "M"
      ? await describePassPayment({ services, pass: row, balance })
      : { owed: balance, period: null, paymentStatus: getPaymentStatus(row) };
  const sequence = row.parking_status_id ?? row.status_id ?? 0;
  const gateway = await services.paymentGateways.get({ sql: services.sql, branch: branch.id });
  return {
    ...entry,
    token: createPayToken({ tokens: services.tokens, entry, renewedAt: row.link_renewed_at }),
    name,
    receipt_no: row.receipt_no ?? null,
    sequence,
    in_time: row.in_time ?? null,
    out_time: row.out_time ?? null,
    period,
    booked,
    tariff_version: row.tariff?.version ?? null,
    owed,
    payment_status: paymentStatus,
    payment_mode: row.payment_mode,
    payment_channel: row.payment_channel,
    request: await readPaymentRequest({ sql: services.sql, entry }),
    badge: getPaymentLabel({
      kind: entry.kind === "V" ? "valet" : "parking",
      sequence,
      paymentStatus,
      total: owed.total,
      balanceDue: owed.extended,
      writtenOff: owed.writtenOff,
    }),
    refunded: row.refunded_amount ?? 0,
    isOffered: gateway !== undefined,
    isTaxed: tax === "taxable",
    attempt: await findLastAttempt({ services, entry, current: row.merchant_transaction_id }),
    branch,
  };
}
