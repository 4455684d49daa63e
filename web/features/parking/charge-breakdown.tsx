// Amount due of an entry and its charge breakdown.
import type { ChargeBreakdown } from "#domain/payments/stay-breakdown.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ChargeCard, ChargeLine } from "#web/product/detail/detail-page.tsx";
import { getLineLabel } from "#web/product/payments/line-label.ts";
import { PaidLines } from "#web/product/payments/paid-lines.tsx";
import { DebtsBesideAmount } from "#web/product/payments/vehicle-debts.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { historySource } from "#web/features/parking/entry-history.tsx";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { t } from "#web/languages/t.ts";

interface EntryChargeBreakdownProps {
  entry: DetailedEntry;
  balance: EntryBalance;
}

function getCaption({ entry, balance }: EntryChargeBreakdownProps): string {
  if (balance.total <= 0) return "No amount due";
  if (entry.parking_status_id === parkingSequence.cancelled) return "Charge until cancellation";
  if (entry.is_awaiting_arrival && balance.paid <= 0) return "Price of the booking";
  if (entry.parking_status_id === parkingSequence.pending && balance.paid <= 0)
    return entry.is_prepay ? "Due before entry" : "First time unit";
  if (balance.writtenOff > 0) return "Written off";
  if (balance.extended <= 0) return "Paid";
  if (balance.paid > 0) return "Additional amount due";
  return entry.out_time ? "Left unpaid" : "Amount due now";
}

export function EntryChargeBreakdown({ entry, balance }: EntryChargeBreakdownProps) {
  const isPaid = balance.extended <= 0 && balance.total > 0;
  return (
    <ChargeCard
      caption={t(getCaption({ entry, balance }))}
      paise={isPaid ? balance.total : balance.extended}
      note={
        <DebtsBesideAmount
          entry={{ kind: "P", id: entry.id }}
          vehicle={entry.parking_main_info?.vehicle_no}
          due={balance.extended}
        />
      }
    >
      <ChargeLines entry={entry} balance={balance} />
    </ChargeCard>
  );
}

/** '95 min: 4 × 30 min at ₹20.00 each'; of a tariff with several lines each of them. */
function StayLines({ arithmetic }: { arithmetic: ChargeBreakdown }) {
  const { minutes, units, unitMinutes, rate, minimum, lines } = arithmetic;
  if (units === null || unitMinutes === null || rate === null)
    return lines.map((line) => <ChargeLine key={line.text} name={getLineLabel(line)} paise={line.amount} />);
  const each = t("{units} × {unit} at {rate}", { units, unit: formatMinutes(unitMinutes), rate: formatRupees(rate) });
  const stay = minutes > 0 ? `${formatMinutes(minutes)}: ${each}` : each;
  return (
    <>
      <ChargeLine name={rate <= 0 && minimum <= 0 ? t("Free parking") : stay} paise={units * rate} />
      {minimum > units * rate && <ChargeLine name={t("Minimum charge")} paise={minimum} />}
    </>
  );
}

function ChargeLines({ entry, balance }: EntryChargeBreakdownProps) {
  const { arithmetic, additional, deduction, paid, total, writtenOff } = balance;
  const refunded = toPaise(entry.refunded_amount ?? "0");
  return (
    <>
      {entry.free_until && entry.booked_amount === null && arithmetic.rate === 0 ? (
        <ChargeLine name={t("Covered by pass")} paise={0} />
      ) : (
        <StayLines arithmetic={arithmetic} />
      )}
      {additional > 0 && (
        <ChargeLine name={t("Extra charge: {note}", { note: entry.addition_note ?? "" })} sign="+" paise={additional} />
      )}
      {deduction > 0 && (
        <ChargeLine name={t("Discount: {note}", { note: entry.deduction_note ?? "" })} sign="−" paise={deduction} />
      )}
      <ChargeLine name={t("Total")} paise={total} isTotal />
      <PaidLines row={{ id: entry.id, history: historySource }} paid={paid} />
      {refunded > 0 && <ChargeLine name={t("Refunded")} sign="−" paise={refunded} />}
      {writtenOff > 0 && (
        <ChargeLine
          name={t("Written off: {reason}", { reason: entry.write_off_reason ?? "" })}
          sign="−"
          paise={writtenOff}
        />
      )}
    </>
  );
}
