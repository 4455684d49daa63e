// Amount due of an entry and its charge breakdown.
import type { EntryBalance } from "#domain/payments/payment.ts";
import { formatRupees } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ChargeCard, ChargeLine } from "#web/product/detail/detail-page.tsx";
import { DateTime, formatMinutes } from "#web/ui/data/date-time.tsx";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { formatUnit } from "#web/features/parking/unit-labels.ts";

interface EntryChargeBreakdownProps {
  entry: DetailedEntry;
  balance: EntryBalance;
}

function getCaption({ entry, balance }: EntryChargeBreakdownProps): string {
  if (balance.total <= 0) return "No amount due";
  if (entry.parking_status_id === parkingSequence.cancelled) return "Charge until cancellation";
  if (entry.parking_status_id === parkingSequence.pending && balance.paid <= 0)
    return entry.is_prepay ? "Due before entry" : "First time unit";
  if (balance.extended <= 0) return "Paid";
  if (balance.paid > 0) return "Additional amount due";
  return entry.out_time ? "Amount due" : "Amount due now";
}

export function EntryChargeBreakdown({ entry, balance }: EntryChargeBreakdownProps) {
  const isPaid = balance.extended <= 0 && balance.total > 0;
  return (
    <ChargeCard caption={getCaption({ entry, balance })} paise={isPaid ? balance.total : balance.extended}>
      <ChargeLines entry={entry} balance={balance} />
    </ChargeCard>
  );
}

/** '95 min: 4 × 30 min at ₹20.00 each'. */
function describeStay({ balance: { arithmetic } }: EntryChargeBreakdownProps): string {
  const { minutes, units, unitMinutes, rate } = arithmetic;
  const each = `${units} × ${formatUnit(unitMinutes)} at ${formatRupees(rate)}`;
  return minutes > 0 ? `${formatMinutes(minutes)}: ${each}` : each;
}

function ChargeLines({ entry, balance }: EntryChargeBreakdownProps) {
  const { arithmetic, additional, deduction, paid, total } = balance;
  const isFree = arithmetic.rate <= 0 && arithmetic.minimum <= 0;
  const isMinimum = arithmetic.minimum > arithmetic.units * arithmetic.rate;
  return (
    <>
      <ChargeLine
        name={isFree ? "Free parking" : describeStay({ entry, balance })}
        paise={arithmetic.units * arithmetic.rate}
      />
      {isMinimum && <ChargeLine name="Minimum charge" paise={arithmetic.minimum} />}
      {additional > 0 && <ChargeLine name={`Extra charge: ${entry.addition_note}`} sign="+" paise={additional} />}
      {deduction > 0 && <ChargeLine name={`Discount: ${entry.deduction_note}`} sign="−" paise={deduction} />}
      <ChargeLine name="Total" paise={total} isTotal />
      {paid > 0 && <ChargeLine name={<PaymentSummary entry={entry} />} paise={paid} />}
    </>
  );
}

function PaymentSummary({ entry }: { entry: DetailedEntry }) {
  const { zone } = useBranch();
  return (
    <>
      Paid {entry.payment_mode === "online" ? "online" : "in cash"}
      {entry.payment_collected_by && `, collected by ${entry.payment_collected_by.first_name}`}
      {entry.paid_at && (
        <>
          , <DateTime at={entry.paid_at} zone={zone} />
        </>
      )}
    </>
  );
}
