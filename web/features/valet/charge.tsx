// What is owed, by the minute, and how it came to that.
import type { ReactNode } from "react";
import { showRupees } from "#domain/rules/money.ts";
import type { Owed } from "#domain/rules/payment.ts";
import { paiseFrom } from "#domain/rules/money.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Card } from "#web/ui/page.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import styles from "#web/features/valet/detail.module.css";

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
  return (
    <Card>
      <p className={styles["caption"]}>{captionOf(owed)}</p>
      <p className={styles["due"]}>
        <Amount paise={extended > 0 ? extended : total} size="huge" />
      </p>
      <dl className={styles["sum"]}>
        {stay > 0 && (
          <Line
            name={`${showMinutes(minutes)}: ${units} × ${showMinutes(unitMinutes)} at ${showRupees(rate)}${stay > units * rate ? ", at the least" : ""}`}
          >
            <Amount paise={stay} />
          </Line>
        )}
        {valetCharge > 0 && (
          <Line name="Valet">
            <Amount paise={valetCharge} />
          </Line>
        )}
        {additional > 0 && (
          <Line name={`Added: ${ticket.addition_note}`}>
            + <Amount paise={additional} />
          </Line>
        )}
        {deduction > 0 && (
          <Line name={`Taken off: ${ticket.deduction_note}`}>
            − <Amount paise={deduction} />
          </Line>
        )}
        <div className={styles["total"]}>
          <dt>Total</dt>
          <dd>
            <Amount paise={total} />
          </dd>
        </div>
        {paid > 0 && (
          <Line
            name={`Paid ${ticket.payment_mode === "online" ? "online" : "in cash"}${ticket.payment_collected_by ? ` to ${ticket.payment_collected_by.first_name}` : ""}`}
          >
            <Amount paise={paid} />
          </Line>
        )}
        {tip > 0 && (
          <Line name="Tip for the driver, beside the total">
            <Amount paise={tip} />
          </Line>
        )}
      </dl>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
