// What is owed, by the minute, and how it came to that.
import { paiseFrom, showRupees } from "#domain/rules/money.ts";
import type { Owed } from "#domain/rules/payment.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { ChargeCard, ChargeLine } from "#web/ui/detail/detail.tsx";
import { showMinutes } from "#web/ui/time.tsx";

function captionOf({ total, extended, paid }: Owed): string {
  if (total <= 0) return "Nothing to pay";
  if (extended <= 0) return "Paid";
  return paid > 0 ? "Extra to pay" : "To pay now";
}

export function Charge({ ticket, owed }: { ticket: TicketWire; owed: Owed }) {
  const { arithmetic, additional, deduction, paid, total, extended } = owed;
  const { minutes, units, unitMinutes, rate, minimum, valetCharge } = arithmetic;
  const stay = Math.max(minimum, units * rate);
  const tip = paiseFrom(ticket.valet_tip ?? "0") ?? 0;
  const stayWords = `${showMinutes(minutes)}: ${units} × ${showMinutes(unitMinutes)} at ${showRupees(rate)}`;
  return (
    <ChargeCard caption={captionOf(owed)} paise={extended > 0 ? extended : total}>
      {stay > 0 && <ChargeLine name={stay > units * rate ? `${stayWords}, at the least` : stayWords} paise={stay} />}
      {valetCharge > 0 && <ChargeLine name="Valet" paise={valetCharge} />}
      {additional > 0 && <ChargeLine name={`Added: ${ticket.addition_note}`} sign="+" paise={additional} />}
      {deduction > 0 && <ChargeLine name={`Taken off: ${ticket.deduction_note}`} sign="−" paise={deduction} />}
      <ChargeLine name="Total" paise={total} isTotal />
      {paid > 0 && (
        <ChargeLine
          name={`Paid ${ticket.payment_mode === "online" ? "online" : "in cash"}${ticket.payment_collected_by ? ` to ${ticket.payment_collected_by.first_name}` : ""}`}
          paise={paid}
        />
      )}
      {tip > 0 && <ChargeLine name="Tip for the driver, beside the total" paise={tip} />}
    </ChargeCard>
  );
}
