// §5 platform_charges and service_charges: the platform's share of what customers of a branch pay. The rates of a day are
// those in force on it, whenever they were changed since.
import { halfGstRateBasisPoints } from "#domain/payments/gst.ts";

/** In hundredths of a percent; null is not set. */
export interface Fees {
  readonly platform_charges: number | null;
  readonly service_charges: number | null;
}

/** A confirmed change of the fees of a branch, with those before it. */
export interface FeeChange extends Fees {
  readonly start_day: string;
  readonly previous: Fees;
}

/** `changes` are those of the branch by start and decision; `current` are its fees without any change. */
export function getFeesOn({
  day,
  changes,
  current,
}: {
  day: string;
  changes: readonly FeeChange[];
  current: Fees;
}): Fees {
  const { platform_charges, service_charges } =
    changes.findLast(({ start_day }) => start_day <= day) ?? changes[0]?.previous ?? current;
  return { platform_charges, service_charges };
}

export interface Share {
  readonly platform_fee: number | null;
  readonly service_fee: number | null;
  readonly gst: number;
  /** Fees with GST. */
  readonly due: number;
}

const basisPoints = 10_000;
/** Half away from zero, so that a credit is rounded like a charge. */
const roundHalf = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** Fees of an amount in paise, each rounded to a paisa; GST is added to them. */
export function computeShare({ net, fees }: { net: number; fees: Fees }): Share {
  const toFee = (rate: number | null): number | null => (rate === null ? null : roundHalf((net * rate) / basisPoints));
  const platform_fee = toFee(fees.platform_charges);
  const service_fee = toFee(fees.service_charges);
  const sum = (platform_fee ?? 0) + (service_fee ?? 0);
  const gst = 2 * roundHalf((sum * halfGstRateBasisPoints) / basisPoints);
  return { platform_fee, service_fee, gst, due: sum + gst };
}

export interface DayOfRevenue {
  readonly day: string;
  readonly received: number;
  readonly refunded: number;
}

export interface SettlementPeriod extends Share {
  readonly month: string;
  readonly from: string;
  readonly received: number;
  readonly refunded: number;
  readonly net: number;
  readonly fees: Fees;
}

/** Sums days in their order by month; a change of the fees within a month starts a period of its own. */
export function settlePeriods({
  days,
  ...terms
}: {
  days: readonly DayOfRevenue[];
  changes: readonly FeeChange[];
  current: Fees;
}): SettlementPeriod[] {
  const periods: { month: string; from: string; fees: Fees; received: number; refunded: number }[] = [];
  for (const { day, received, refunded } of days) {
    const month = day.slice(0, 7);
    const fees = getFeesOn({ day, ...terms });
    const last = periods.at(-1);
    const isSame =
      last?.month === month &&
      last.fees.platform_charges === fees.platform_charges &&
      last.fees.service_charges === fees.service_charges;
    if (!isSame) periods.push({ month, from: day, fees, received, refunded });
    else Object.assign(last, { received: last.received + received, refunded: last.refunded + refunded });
  }
  return periods.map((period) => {
    const net = period.received - period.refunded;
    return { ...period, net, ...computeShare({ net, fees: period.fees }) };
  });
}
