// §2 pay page: balance of an entry, whether it can be paid online, and its last attempt.
import type { paymentActions } from "#domain/payments/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import { computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import type { AttemptState } from "#domain/payments/online/online-payment-states.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { readPaymentRequest } from "#server/features/payments/channels/payment-request.ts";
import {
  type EntryKey,
  entryCollections,
  entryFields,
  type PaidEntry,
} from "#server/features/payments/payment-records.ts";

type PaymentPage = ContractResult<typeof paymentActions.readLink>;

interface PaymentEntryRow {
  entry: PaidEntry;
  name: string | null;
  branch: PaymentPage["branch"];
  tax: string | null;
}

async function loadPaymentEntry({
  services,
  entry,
}: {
  services: AppServices;
  entry: EntryKey;
}): Promise<PaymentEntryRow> {
  const collection = entryCollections[entry.kind];
  const { sql } = services;
  const isParking = entry.kind === "P";
  const name = isParking ? sql`coalesce(m.vehicle_no, m.name)` : sql`e."Vehicle_Number"`;
  const visitorRecordJoin = isParking ? sql`join "Parking_Main_Information" m on m.id = e.parking_main_info` : sql``;
  const [row] = await sql<(Omit<PaymentEntryRow, "entry"> & { entry: Row })[]>`
    select row_to_json(e) as entry, ${name} as name, s.tax_treatment as tax,
      json_build_object('id', b.id, 'name', b.name, 'slug', b.slug, 'address', b.address, 'company', c.name, 'companySlug', c.slug) as branch
    from ${sql(collection.name)} e ${visitorRecordJoin}
    join "Branch" b on b.id = e.branch join "Companies" c on c.id = b.company
    left join payment_settings s on s.branch = b.id
    where e.id = ${entry.id}`;
  if (!row) throwApiError("INVALID_TOKEN");
  return { ...row, entry: fromDatabase(collection, row.entry) };
}

async function findLastAttempt({
  services,
  entry,
  current,
}: {
  services: AppServices;
  entry: EntryKey;
  current: unknown;
}) {
  const field = entryFields[entry.kind];
  const [row] = await services.sql<
    { id: number; paise: number; returned: number; state: AttemptState; at: Date; transaction: string }[]
  >`
    select id, (amount * 100)::int as paise, ((coalesce(received_amount, amount) - coalesce(applied_amount, amount)) * 100)::int as returned, state, date_created as at, merchant_transaction_id as transaction
    from payment_attempts where ${services.sql(field)} = ${entry.id} and not is_tip order by id desc limit 1`;
  if (!row) return null;
  const { id, paise: amount, state, at: started_at, transaction } = row;
  const returned = state === "success" ? row.returned : 0;
  return { id, amount, returned, state, started_at, transaction, is_current: current === transaction };
}

/** Reads everything the pay page shows. INVALID_TOKEN if the entry does not exist. */
export async function readPaymentPage({
  services,
  entry,
}: {
  services: AppServices;
  entry: EntryKey;
}): Promise<PaymentPage> {
  const { entry: row, name, branch, tax } = await loadPaymentEntry({ services, entry });
  const owed = computeBalance({ entry: row, now: services.clock() });
  const sequence = row.parking_status_id ?? row.status_id ?? 0;
  const paymentStatus = getPaymentStatus(row);
  const gateway = await services.paymentGateways.get({ sql: services.sql, branch: branch.id });
  return {
    ...entry,
    token: createPayToken({ tokens: services.tokens, entry, renewedAt: row.link_renewed_at }),
    name,
    receipt_no: row.receipt_no,
    sequence,
    in_time: row.in_time,
    out_time: row.out_time,
    tariff_version: row.tariff?.version ?? null,
    owed,
    payment_status: paymentStatus,
    payment_mode: row.payment_mode,
    payment_channel: row.payment_channel,
    request: await readPaymentRequest({ sql: services.sql, entry }),
    badge: getPaymentLabel({
      kind: entry.kind === "P" ? "parking" : "valet",
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
