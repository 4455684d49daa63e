// The customer's running charge, the tip and, after check-out, the receipt.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { Card } from "#web/ui/page.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { setDriverTip } from "#web/features/valet/customer/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { CustomerButton } from "#web/features/valet/customer/customer-button.tsx";
import styles from "#web/features/valet/customer/customer.module.css";

export interface CustomerActionProps {
  ticket: CustomerTicket;
  token: string;
  onChange: (ticket: CustomerTicket) => void;
  onError: (thrown: unknown) => void;
}

export function CustomerCharge(props: CustomerActionProps) {
  const { ticket } = props;
  const isCheckedOut = ticket.status.sequence === valetSequence.checkedOut;
  return (
    <>
      <RunningCharge ticket={ticket} isCheckedOut={isCheckedOut} />
      {!isCheckedOut && ticket.status.sequence >= valetSequence.pickupRequested && <TipSelector {...props} />}
      {isCheckedOut && <CustomerReceipt ticket={ticket} />}
    </>
  );
}

function RunningCharge({ ticket, isCheckedOut }: { ticket: CustomerTicket; isCheckedOut: boolean }) {
  const { owed, badge } = ticket;
  const { arithmetic, total, extended, additional, deduction } = owed;
  if (total <= 0 && owed.paid <= 0) return null;
  const stayCharge = total - arithmetic.valetCharge - additional + deduction;
  return (
    <Card>
      <div className={styles["charge"]}>
        <div>
          <p className={styles["soft"]}>{isCheckedOut ? "Total" : "So far"}</p>
          <Amount paise={total} size="huge" />
        </div>
        <span className={`${styles["badge"]} ${badge === "Pending" ? "" : styles["settled"]}`}>{badge}</span>
      </div>
      <p className={`figures ${styles["soft"]}`}>
        {stayCharge > 0 && `${formatMinutes(arithmetic.minutes)}: ${formatRupees(stayCharge)}`}
        {arithmetic.valetCharge > 0 && `${stayCharge > 0 ? " + " : ""}valet ${formatRupees(arithmetic.valetCharge)}`}
        {additional > 0 && ` + ${formatRupees(additional)}`}
        {deduction > 0 && ` − ${formatRupees(deduction)}`}
      </p>
      {/* Plain links: the pages are outside this entry point of the web app. */}
      {extended > 0 ? (
        <a className={styles["pay"]} href={`/pay/${ticket.pay}`}>
          Pay <span className="figures">{formatRupees(extended)}</span> online or at the gate
        </a>
      ) : (
        <a className={styles["pay"]} href={`/receipt/${ticket.pay}`}>
          Receipt
        </a>
      )}
    </Card>
  );
}

/** Paise; tips are not part of the total. */
const tipOptionsPaise = [0, 2_000, 5_000, 10_000];

function TipSelector({ ticket, token, onChange, onError }: CustomerActionProps) {
  const selected = ticket.valet_tip ?? 0;
  return (
    <section aria-label="Tip (not in total)" className={styles["tip"]}>
      <p className={styles["soft"]}>Tip for {ticket.driver ?? "the driver"} (not in total), paid at the gate</p>
      <div className={styles["tips"]}>
        {tipOptionsPaise.map((paise) => (
          <CustomerButton
            key={paise}
            isSelected={paise === selected}
            onPress={async () => onChange(await setDriverTip({ token, rupees: formatWireAmount(paise) }))}
            onError={onError}
          >
            {paise === 0 ? "No tip" : `₹${paise / 100}`}
          </CustomerButton>
        ))}
      </div>
    </section>
  );
}

function CustomerReceipt({ ticket }: { ticket: CustomerTicket }) {
  const { branch, owed } = ticket;
  const formatAt = (at: string | null) => (at ? formatDateTime12({ at: new Date(at), zone: branch.zone }) : "–");
  const tip = ticket.valet_tip ?? 0;
  return (
    <section aria-label="Receipt" className={styles["receipt"]}>
      <h2>Receipt {ticket.receipt_no}</h2>
      <p>
        {branch.company}, {branch.name}
        {branch.address ? `, ${branch.address}` : ""}
      </p>
      <dl className="figures">
        <div>
          <dt>In</dt>
          <dd>{formatAt(ticket.in_time)}</dd>
        </div>
        <div>
          <dt>Out</dt>
          <dd>{formatAt(ticket.out_time)}</dd>
        </div>
        <div>
          <dt>{ticket.payment_mode === "online" ? "Paid online" : "Paid"}</dt>
          <dd>{formatRupees(owed.paid)}</dd>
        </div>
        {tip > 0 && (
          <div>
            <dt>Tip (not in total)</dt>
            <dd>{formatRupees(tip)}</dd>
          </div>
        )}
      </dl>
      <button type="button" className={styles["button"]} onClick={() => globalThis.print()}>
        Print receipt
      </button>
    </section>
  );
}
