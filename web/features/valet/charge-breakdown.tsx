// Balance of a ticket with the lines of its charge.
import { describeChannel } from "#domain/payments/channels/payment-channels.ts";
import { parsePaise, formatRupees } from "#domain/money.ts";
import type { ChargeBreakdown } from "#domain/payments/stay-breakdown.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { omitLineAmount } from "#domain/tariffs/describe-charge.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { ChargeCard, ChargeLine } from "#web/product/detail/detail-page.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";

function getCaption({ total, extended, paid }: EntryBalance): string {
  if (total <= 0) return "No amount due";
  if (extended <= 0) return "Paid";
  return paid > 0 ? "Additional amount due" : "Amount due";
}

/** '95 min: 4 × 30 min at ₹20.00' and the valet charge; of a tariff with several lines each of them. */
function StayLines({ arithmetic }: { arithmetic: ChargeBreakdown }) {
  const { minutes, units, unitMinutes, rate, valetCharge, charge, lines } = arithmetic;
  if (units === null || unitMinutes === null || rate === null)
    return lines.map((line) => <ChargeLine key={line.text} name={omitLineAmount(line)} paise={line.amount} />);
  const stayCharge = charge - valetCharge;
  const label = `${formatMinutes(minutes)}: ${units} × ${formatMinutes(unitMinutes)} at ${formatRupees(rate)}`;
  return (
    <>
      {stayCharge > 0 && <ChargeLine name={stayCharge > units * rate ? "Minimum charge" : label} paise={stayCharge} />}
      {valetCharge > 0 && <ChargeLine name="Valet" paise={valetCharge} />}
    </>
  );
}

export function TicketChargeBreakdown({ ticket, balance }: { ticket: Ticket; balance: EntryBalance }) {
  const { arithmetic, additional, deduction, paid, total, extended } = balance;
  const tip = parsePaise(ticket.valet_tip ?? "0") ?? 0;
  const refunded = parsePaise(ticket.refunded_amount ?? "0") ?? 0;
  return (
    <ChargeCard caption={getCaption(balance)} paise={extended > 0 ? extended : total}>
      <StayLines arithmetic={arithmetic} />
      {additional > 0 && <ChargeLine name={`Extra charge: ${ticket.addition_note}`} sign="+" paise={additional} />}
      {deduction > 0 && <ChargeLine name={`Discount: ${ticket.deduction_note}`} sign="−" paise={deduction} />}
      <ChargeLine name="Total" paise={total} isTotal />
      {paid > 0 && (
        <ChargeLine
          name={`Paid ${describeChannel({ channel: ticket.payment_channel, mode: ticket.payment_mode })}${ticket.payment_collected_by ? `, collected by ${ticket.payment_collected_by.first_name}` : ""}`}
          paise={paid}
        />
      )}
      {refunded > 0 && <ChargeLine name="Refunded" sign="−" paise={refunded} />}
      {tip > 0 && <ChargeLine name="Tip (not in total)" paise={tip} />}
    </ChargeCard>
  );
}
