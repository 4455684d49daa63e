// Charge of an entry by its tariff, with the lines that lead to it (docs/rules/tariffs.md).
import type { OfferDiscount, OfferedCharge } from "#domain/offers/choose-offers.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { describeChargeLine, type DescribedLine } from "#domain/tariffs/describe-charge.ts";
import { toSimpleTariff, toTariffRow, type TariffRow } from "#domain/tariffs/simple-tariff.ts";
import { computeStayCharge, type ChargeLine, type StayCharge, type StayTerms } from "#domain/tariffs/stay-charge.ts";
import type { EntryTariff, Rates } from "#domain/tariffs/tariff.ts";

export interface ChargeBreakdown {
  /** Started minutes of the stay. */
  minutes: number;
  /** With `units` and `rate`, if the charge is the higher of units × rate and the minimum; otherwise null. */
  unitMinutes: number | null;
  units: number | null;
  /** Paise, like all other amounts. */
  rate: number | null;
  minimum: number;
  valetCharge: number;
  charge: number;
  /** Their amounts add up to the charge. */
  lines: DescribedLine[];
}

/** The fields of entries, tickets and bookings that the charge depends on; a missing one is empty. */
export type ChargedStay = TariffRow & {
  tariff?: EntryTariff | null;
  offer_discounts?: OfferDiscount[] | null;
} & Partial<
    Pick<
      RowOf<"Valet_and_Parking_Information">,
      | "in_time"
      | "out_time"
      | "valet_charge"
      | "payment_status"
      | "paid_amount"
      | "paid_at"
      | "charge_override"
      | "charge_override_reason"
    >
  > &
  Partial<
    Pick<
      RowOf<"Parking_Information">,
      "free_until" | "booked_amount" | "is_slip_lost" | "lost_slip_proof" | "tariff_extras" | "bill_amount"
    >
  >;

const freeTariff = toSimpleTariff({ charge_amount_for_minutes: 0 });

/** What was promised to an entry: its copied tariff, or the four fields of an older one. */
export function getEntryTariff(entry: Pick<ChargedStay, "tariff"> & TariffRow): EntryTariff {
  return entry.tariff ?? toSimpleTariff(entry);
}

/** What was recorded at the gate. */
function getStayTerms({ is_slip_lost, lost_slip_proof, tariff_extras, bill_amount }: ChargedStay): StayTerms {
  return {
    isSlipLost: is_slip_lost === true,
    isLostSlipWaived: Boolean(lost_slip_proof),
    extras: tariff_extras ?? [],
    bill: bill_amount ? { amount: bill_amount } : null,
  };
}

/** The payment in whose grace period `at` lies: nothing more is owed for the time since. */
function findGracePayment({ entry, at }: { entry: ChargedStay; at: Date }): Date | undefined {
  const { payment_status, paid_amount, paid_at, offer_discounts } = entry;
  // An offer can cover all of it.
  const isCharged = (paid_amount ?? 0) > 0 || (offer_discounts ?? []).length > 0;
  if (payment_status !== "paid" || !paid_at || !isCharged) return undefined;
  const sinceMs = at.getTime() - paid_at.getTime();
  return sinceMs > 0 && sinceMs <= getEntryTariff(entry).grace_minutes * 60_000 ? paid_at : undefined;
}

/**
 * Charge up to `now` or the check-out. A pass makes the stay free until `free_until`, then it is charged normally. In
 * the grace period it is the charge at the time of the payment; of one in advance, that of the first minute.
 */
function computePassCharge({
  entry,
  now,
  freeMinutes = 0,
}: {
  entry: ChargedStay;
  now: Date;
  freeMinutes?: number;
}): StayCharge & { tariff: EntryTariff } {
  const end = entry.out_time ?? now;
  const paidAt = findGracePayment({ entry, at: end });
  const to = paidAt ?? end;
  const inTime = entry.in_time && paidAt && paidAt <= entry.in_time ? null : (entry.in_time ?? null);
  const freeUntil = entry.free_until ?? null;
  const isCovered = freeUntil !== null && to <= freeUntil;
  const tariff = isCovered ? freeTariff : getEntryTariff(entry);
  const from = inTime !== null && freeUntil !== null && freeUntil > inTime ? freeUntil : inTime;
  return { ...computeStayCharge({ tariff, stay: { from, to, freeMinutes, ...getStayTerms(entry) } }), tariff };
}

/** A line without a rate says nothing. */
export const describeLines = (lines: readonly ChargeLine[]): DescribedLine[] =>
  lines.filter((line) => line.kind !== "each" || line.rate > 0).map(describeChargeLine);

const noUnits = { unitMinutes: null, units: null, rate: null };

function countUnits({
  rates,
  minutes,
  charge,
  isStarted,
}: Pick<StayCharge, "minutes" | "charge"> & { rates: Rates; isStarted: boolean }): Pick<
  ChargeBreakdown,
  "unitMinutes" | "units" | "rate"
> {
  const line = toTariffRow(rates) && rates.lines[0];
  if (line?.kind !== "each") return noUnits;
  const units = isStarted ? Math.ceil(minutes / line.step) : 1;
  const isWholeCharge = charge === Math.max(rates.minimum, units * line.amount);
  return isWholeCharge ? { unitMinutes: line.step, units, rate: line.amount } : noUnits;
}

/** What the offers that were redeemed save of a charge, a line each; a later change of the charge does not change them. */
function listOfferLines({ entry, charge }: { entry: ChargedStay; charge: number }): ChargeLine[] {
  let remaining = charge;
  const lines: ChargeLine[] = [];
  for (const { title, amount } of entry.offer_discounts ?? []) {
    const saved = Math.min(amount, remaining);
    remaining -= saved;
    if (saved > 0) lines.push({ kind: "offer", title, amount: -saved });
  }
  return lines;
}

/** The charge of an entry with its valet charge, or the one set by hand in place of both; less what offers save. */
export function getStayBreakdown({ entry, now }: { entry: ChargedStay; now: Date }): ChargeBreakdown {
  const { minutes, charge, lines, tariff } = computePassCharge({ entry, now });
  const valetCharge = entry.valet_charge ?? 0;
  const allLines: ChargeLine[] = valetCharge > 0 ? [...lines, { kind: "valet", amount: valetCharge }] : [...lines];
  // The booked time has its price, which the tariff does not charge again: the stay is free until its end.
  const booked = entry.booked_amount ?? 0;
  if (booked > 0) allLines.unshift({ kind: "booking", amount: booked });
  const isStarted = (entry.in_time ?? null) !== null;
  const byTariff = charge + valetCharge + booked;
  const override = entry.charge_override ?? null;
  const reason = entry.charge_override_reason ?? null;
  if (override !== null) allLines.push({ kind: "override", charge: override, reason, amount: override - byTariff });
  const offerLines = listOfferLines({ entry, charge: override ?? byTariff });
  allLines.push(...offerLines);
  const isByUnits = override === null && offerLines.length === 0 && booked === 0;
  return {
    minutes,
    minimum: tariff.rates.minimum,
    valetCharge,
    ...(isByUnits ? countUnits({ rates: tariff.rates, minutes, charge, isStarted }) : noUnits),
    charge: offerLines.reduce((sum, { amount }) => sum + amount, override ?? byTariff),
    lines: describeLines(allLines),
  };
}

/** What an entry is charged before any offer. Free minutes save nothing of a charge set by hand. */
export function getOfferedCharge({ entry, now }: { entry: ChargedStay; now: Date }): OfferedCharge {
  const stay = { ...entry, offer_discounts: null };
  const bill = getStayBreakdown({ entry: stay, now }).charge;
  const withFreeMinutes = (freeMinutes: number): number =>
    (entry.charge_override ?? null) === null
      ? computePassCharge({ entry: stay, now, freeMinutes }).charge +
        (entry.valet_charge ?? 0) +
        (entry.booked_amount ?? 0)
      : bill;
  return { bill, withFreeMinutes };
}
