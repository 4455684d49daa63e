// Balance of a ticket with the lines of its charge.
import { parsePaise, formatRupees } from "#domain/money.ts";
import type { ChargeBreakdown } from "#domain/payments/stay-breakdown.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { ChargeCard, ChargeLine } from "#web/product/detail/detail-page.tsx";
import { getLineLabel } from "#web/product/payments/line-label.ts";
import { PaidLines } from "#web/product/payments/paid-lines.tsx";
import { DebtsBesideAmount } from "#web/product/payments/vehicle-debts.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { historySource } from "#web/features/valet/ticket-history.tsx";
import { t } from "#web/languages/t.ts";

interface TicketChargeBreakdownProps {
  ticket: Ticket;
  balance: EntryBalance;
}

function getCaption({ ticket, balance: { total, extended, paid } }: TicketChargeBreakdownProps): string {
  if (total <= 0) return "No amount due";
  if (extended <= 0) return "Paid";
  if (paid > 0) return "Additional amount due";
  return ticket.out_time ? "Left unpaid" : "Amount due";
}

/** '95 min: 4 × 30 min at ₹20.00' and the valet charge; of a tariff with several lines each of them. */
function StayLines({ arithmetic }: { arithmetic: ChargeBreakdown }) {
  const { minutes, units, unitMinutes, rate, valetCharge, charge, lines } = arithmetic;
  if (units === null || unitMinutes === null || rate === null)
    return lines.map((line) => <ChargeLine key={line.text} name={getLineLabel(line)} paise={line.amount} />);
  const stayCharge = charge - valetCharge;
  const each = t("{units} × {unit} at {rate}", { units, unit: formatMinutes(unitMinutes), rate: formatRupees(rate) });
  const label = `${formatMinutes(minutes)}: ${each}`;
  return (
    <>
      {stayCharge > 0 && (
        <ChargeLine name={stayCharge > units * rate ? t("Minimum charge") : label} paise={stayCharge} />
      )}
      {valetCharge > 0 && <ChargeLine name={t("Valet")} paise={valetCharge} />}
    </>
  );
}

export function TicketChargeBreakdown({ ticket, balance }: TicketChargeBreakdownProps) {
  const { arithmetic, additional, deduction, paid, total, extended } = balance;
  const tip = parsePaise(ticket.valet_tip ?? "0") ?? 0;
  const refunded = parsePaise(ticket.refunded_amount ?? "0") ?? 0;
  return (
    <ChargeCard
      caption={t(getCaption({ ticket, balance }))}
      paise={extended > 0 ? extended : total}
      note={<DebtsBesideAmount entry={{ kind: "V", id: ticket.id }} vehicle={ticket.Vehicle_Number} due={extended} />}
    >
      <StayLines arithmetic={arithmetic} />
      {additional > 0 && (
        <ChargeLine
          name={t("Extra charge: {note}", { note: ticket.addition_note ?? "" })}
          sign="+"
          paise={additional}
        />
      )}
      {deduction > 0 && (
        <ChargeLine name={t("Discount: {note}", { note: ticket.deduction_note ?? "" })} sign="−" paise={deduction} />
      )}
      <ChargeLine name={t("Total")} paise={total} isTotal />
      <PaidLines row={{ id: ticket.id, history: historySource }} paid={paid} />
      {refunded > 0 && <ChargeLine name={t("Refunded")} sign="−" paise={refunded} />}
      {tip > 0 && <ChargeLine name={t("Tip (not in total)")} paise={tip} />}
    </ChargeCard>
  );
}
