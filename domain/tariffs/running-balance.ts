// Balances of running stays for lists that show them every second: computed anew only when the charge can have changed.
import { type ChargedEntry, computeBalance, type EntryBalance } from "#domain/payments/payment.ts";
import { getEntryTariff } from "#domain/payments/stay-breakdown.ts";

const minuteMs = 60_000;

/**
 * The last moment, from `now` on, up to which the charge stays as it is. Minutes of a stay, its free time and the grace
 * period count from the check-in, the end of a pass or the payment; nights and calendar days begin with a minute of the
 * clock.
 */
export function findChargeBoundary({ entry, now }: { entry: ChargedEntry; now: Date }): number {
  const { in_time, out_time, voided_at, free_until, paid_at } = entry;
  if (!in_time || out_time || voided_at) return Infinity;
  const nowMs = now.getTime();
  const { nights, day } = getEntryTariff(entry).rates;
  const starts = [in_time, free_until, paid_at].flatMap((at) => (at ? [at.getTime()] : []));
  if (nights.length > 0 || day?.reset === "calendar") starts.push(0);
  return Math.min(...starts.map((start) => start + Math.ceil((nowMs - start) / minuteMs) * minuteMs));
}

interface KnownBalance {
  entry: ChargedEntry;
  balance: EntryBalance;
  from: number;
  until: number;
}

/**
 * Computes the balance of a row, which `toEntry` converts, unless it is known for `now`. A changed row is another object.
 */
export function createBalanceCache<T extends object>(
  toEntry: (row: T) => ChargedEntry,
): (args: { row: T; now: Date }) => EntryBalance {
  const known = new WeakMap<T, KnownBalance>();
  return ({ row, now }) => {
    const at = now.getTime();
    const last = known.get(row);
    if (last && last.from <= at && at <= last.until) return last.balance;
    const entry = last?.entry ?? toEntry(row);
    const balance = computeBalance({ entry, now });
    known.set(row, { entry, balance, from: at, until: findChargeBoundary({ entry, now }) });
    return balance;
  };
}
