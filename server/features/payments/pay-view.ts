// §2 the pay page: what one entry owes, whether it can be paid online, and how its last attempt stands.
import type { Row } from "#domain/collection.ts";
import { type Badge, paymentBadge } from "#domain/rules/badge.ts";
import { type Owed, owedBy, paymentStatusOf } from "#domain/rules/payment.ts";
import type { AttemptState } from "#domain/states/online-payment.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { fromDatabase } from "#server/items/values.ts";
import { payToken } from "#server/services/pay-link.ts";
import { type EntryKey, entryCollections, entryField } from "#server/services/payments/ledger.ts";

export interface PayView {
  kind: "P" | "V";
  id: number;
  /** The key to this page, for its link and its QR. */
  token: string;
  name: string | null;
  receipt_no: string | null;
  sequence: number;
  in_time: Date | null;
  out_time: Date | null;
  /** Paise. */
  owed: Owed;
  payment_status: string;
  payment_mode: string | null;
  badge: Badge;
  refunded: number;
  isOffered: boolean;
  isTaxed: boolean;
  attempt: {
    id: number;
    amount: number;
    state: AttemptState;
    started_at: Date;
    transaction: string;
    is_current: boolean;
  } | null;
  branch: { id: number; name: string; slug: string; address: string | null; company: string; companySlug: string };
}

interface Found {
  entry: Row;
  name: string | null;
  branch: PayView["branch"];
  tax: string | null;
}

async function findEntry({ house, entry }: { house: House; entry: EntryKey }): Promise<Found> {
  const collection = entryCollections[entry.kind];
  const { sql } = house;
  const isVisit = entry.kind === "P";
  const name = isVisit ? sql`coalesce(m.vehicle_no, m.name)` : sql`e."Vehicle_Number"`;
  const main = isVisit ? sql`join "Parking_Main_Information" m on m.id = e.parking_main_info` : sql``;
  const [row] = await sql<(Omit<Found, "entry"> & { entry: Row })[]>`
    select row_to_json(e) as entry, ${name} as name, s.tax_treatment as tax,
      json_build_object('id', b.id, 'name', b.name, 'slug', b.slug, 'address', b.address, 'company', c.name, 'companySlug', c.slug) as branch
    from ${sql(collection.name)} e ${main}
    join "Branch" b on b.id = e.branch join "Companies" c on c.id = b.company
    left join payment_settings s on s.branch = b.id
    where e.id = ${entry.id}`;
  if (!row) refuse("INVALID_TOKEN");
  return { ...row, entry: fromDatabase(collection, row.entry) };
}

async function lastAttempt({ house, entry, current }: { house: House; entry: EntryKey; current: unknown }) {
  const field = entryField[entry.kind];
  const [row] = await house.sql<{ id: number; paise: number; state: AttemptState; at: Date; transaction: string }[]>`
    select id, (amount * 100)::int as paise, state, date_created as at, merchant_transaction_id as transaction
    from payment_attempts where ${house.sql(field)} = ${entry.id} order by id desc limit 1`;
  if (!row) return null;
  const { id, paise: amount, state, at: started_at, transaction } = row;
  return { id, amount, state, started_at, transaction, is_current: current === transaction };
}

/** Everything the pay page shows, as of now. INVALID_TOKEN where there is no such entry. */
export async function payView({ house, entry }: { house: House; entry: EntryKey }): Promise<PayView> {
  const { entry: row, name, branch, tax } = await findEntry({ house, entry });
  const owed = owedBy({ entry: row, now: house.clock() });
  const sequence = (row["parking_status_id"] ?? row["status_id"]) as number;
  const paymentStatus = paymentStatusOf(row);
  const gateway = await house.gateways.of({ sql: house.sql, branch: branch.id });
  return {
    ...entry,
    token: payToken({ ...entry, secret: house.config.secret }),
    name,
    receipt_no: row["receipt_no"] as string | null,
    sequence,
    in_time: row["in_time"] as Date | null,
    out_time: row["out_time"] as Date | null,
    owed,
    payment_status: paymentStatus,
    payment_mode: row["payment_mode"] as string | null,
    badge: paymentBadge({
      kind: entry.kind === "P" ? "parking" : "valet",
      sequence,
      paymentStatus,
      total: owed.total,
      extended: owed.extended,
    }),
    refunded: (row["refunded_amount"] ?? 0) as number,
    isOffered: gateway !== undefined,
    isTaxed: tax === "taxable",
    attempt: await lastAttempt({ house, entry, current: row["merchant_transaction_id"] }),
    branch,
  };
}
