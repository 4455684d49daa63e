// Payments of the demo's entries and tickets, and the cash shifts in which the staff received them.
import { formatDateStamp, maxDate } from "#domain/dates.ts";
import type { Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DemoSite } from "#tools/demo/branches.ts";
import { copyRows } from "#tools/demo/copy-rows.ts";
import { restartSequence } from "#tools/demo/simulation.ts";

const paymentCollection = findCollection("payments")!;
const shiftCollection = findCollection("cash_shifts")!;
const paymentColumns = [
  "company",
  "branch",
  "parking_information",
  "valet_and_parking_information",
  "kind",
  "mode",
  "channel",
  "amount",
  "received_at",
  "collected_by",
  "shift",
  "merchant_transaction_id",
  "date_created",
  "user_created",
];
const shiftColumns = [
  "id",
  "company",
  "branch",
  "collector",
  "opened_at",
  "closed_at",
  "opening_float",
  "counted",
  "expected",
  "difference",
  "date_created",
  "user_created",
];

/** A payment of an entry or a ticket; the amount in paise. */
export interface DemoPayment {
  site: DemoSite;
  paid: { parking_information: number } | { valet_and_parking_information: number };
  mode: "cash" | "online";
  amount: number;
  receivedAt: Date;
  /** Who received it; nobody for payments through the provider. */
  collector: Actor | null;
  merchantTransactionId?: string;
}

/** The cash that a collector received on one day. */
interface DemoShift {
  id: number;
  site: DemoSite;
  collector: Actor;
  firstAt: Date;
  lastAt: Date;
  /** In paise. */
  received: number;
}

/** Writes the payments, and one shift for each collector and day: those of earlier days are counted and closed. */
export async function savePayments({
  tx,
  payments,
  now,
}: {
  tx: Tx;
  payments: readonly DemoPayment[];
  now: Date;
}): Promise<void> {
  const shifts = new Map<string, DemoShift>();
  const rows = payments
    .filter(({ amount }) => amount > 0)
    .map(({ site, paid, mode, amount, receivedAt, collector, merchantTransactionId = null }) => ({
      ...paid,
      company: site.branch["company"],
      branch: site.id,
      kind: "payment",
      mode,
      channel: mode,
      amount,
      received_at: receivedAt,
      collected_by: collector?.id ?? null,
      shift: mode === "cash" && collector ? addToShift({ shifts, site, collector, amount, at: receivedAt }) : null,
      merchant_transaction_id: merchantTransactionId,
      date_created: receivedAt,
      user_created: collector?.id ?? null,
    }));
  const shiftRows = [...shifts.values()].map((shift) => toShiftRow({ shift, now }));
  await copyRows({ tx, collection: shiftCollection, columns: shiftColumns, rows: shiftRows });
  await copyRows({ tx, collection: paymentCollection, columns: paymentColumns, rows });
  if (shifts.size > 0) await restartSequence({ tx, collection: shiftCollection });
}

/** Adds the amount to the collector's shift of that day, and returns the id of the shift. */
function addToShift(options: {
  shifts: Map<string, DemoShift>;
  site: DemoSite;
  collector: Actor;
  amount: number;
  at: Date;
}): number {
  const { shifts, site, collector, amount, at } = options;
  const key = `${site.id} ${collector.id} ${formatDateStamp({ at, zone: site.zone })}`;
  const shift = shifts.get(key) ?? { id: shifts.size + 1, site, collector, firstAt: at, lastAt: at, received: 0 };
  shifts.set(key, {
    ...shift,
    firstAt: at < shift.firstAt ? at : shift.firstAt,
    lastAt: maxDate(at, shift.lastAt),
    received: shift.received + amount,
  });
  return shift.id;
}

/** One shift in forty is short of 20 rupees; that of today is not counted yet. */
function toShiftRow({ shift, now }: { shift: DemoShift; now: Date }): Row {
  const { id, site, collector, firstAt, lastAt, received } = shift;
  const common = {
    id,
    company: site.branch["company"],
    branch: site.id,
    collector: collector.id,
    opened_at: firstAt,
    opening_float: 0,
    date_created: firstAt,
    user_created: collector.id,
  };
  const [lastDay, today] = [lastAt, now].map((at) => formatDateStamp({ at, zone: site.zone }));
  if (lastDay === today) return common;
  const counted = id % 40 === 0 ? Math.max(0, received - 20_00) : received;
  return { ...common, closed_at: lastAt, counted, expected: received, difference: counted - received };
}
