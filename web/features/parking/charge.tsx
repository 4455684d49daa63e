// What is owed, by the minute, and how it came to that.
import type { Owed } from "#domain/rules/payment.ts";
import { showRupees } from "#domain/rules/money.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { useBranch } from "#web/items/use-session.ts";
import { ChargeCard, ChargeLine } from "#web/ui/detail/detail.tsx";
import { Moment, showMinutes } from "#web/ui/time.tsx";
import type { DetailWire } from "#web/features/parking/detail-wire.ts";
import { unitWords } from "#web/features/parking/unit-words.ts";

interface ChargeProps {
  entry: DetailWire;
  owed: Owed;
}

function captionOf({ entry, owed }: ChargeProps): string {
  if (owed.total <= 0) return "Nothing to pay";
  if (entry.parking_status_id === parkingSequence.cancelled) return "Cancelled, it would have cost";
  if (entry.parking_status_id === parkingSequence.pending && owed.paid <= 0)
    return entry.is_prepay ? "To pay before it comes in" : "For the first time unit, once it is in";
  if (owed.extended <= 0) return "Paid";
  if (owed.paid > 0) return "Extra to pay";
  return entry.out_time ? "To pay" : "To pay now";
}

export function Charge({ entry, owed }: ChargeProps) {
  const isPaid = owed.extended <= 0 && owed.total > 0;
  return (
    <ChargeCard caption={captionOf({ entry, owed })} paise={isPaid ? owed.total : owed.extended}>
      <Arithmetic entry={entry} owed={owed} />
    </ChargeCard>
  );
}

/** '95 min: 4 × 30 min at ₹20.00 each'. */
function stayWords({ owed: { arithmetic } }: ChargeProps): string {
  const { minutes, units, unitMinutes, rate } = arithmetic;
  const each = `${units} × ${unitWords(unitMinutes)} at ${showRupees(rate)}`;
  return minutes > 0 ? `${showMinutes(minutes)}: ${each}` : each;
}

function Arithmetic({ entry, owed }: ChargeProps) {
  const { arithmetic, additional, deduction, paid, total } = owed;
  const isFree = arithmetic.rate <= 0 && arithmetic.minimum <= 0;
  const isMinimum = arithmetic.minimum > arithmetic.units * arithmetic.rate;
  return (
    <>
      <ChargeLine
        name={isFree ? "Parking is free for this one" : stayWords({ entry, owed })}
        paise={arithmetic.units * arithmetic.rate}
      />
      {isMinimum && <ChargeLine name="At the least" paise={arithmetic.minimum} />}
      {additional > 0 && <ChargeLine name={`Added: ${entry.addition_note}`} sign="+" paise={additional} />}
      {deduction > 0 && <ChargeLine name={`Taken off: ${entry.deduction_note}`} sign="−" paise={deduction} />}
      <ChargeLine name="Total" paise={total} isTotal />
      {paid > 0 && <ChargeLine name={<PaidHow entry={entry} />} paise={paid} />}
    </>
  );
}

function PaidHow({ entry }: { entry: DetailWire }) {
  const { zone } = useBranch();
  return (
    <>
      Paid {entry.payment_mode === "online" ? "online" : "in cash"}
      {entry.payment_collected_by && ` to ${entry.payment_collected_by.first_name}`}
      {entry.paid_at && (
        <>
          , <Moment at={entry.paid_at} zone={zone} />
        </>
      )}
    </>
  );
}
