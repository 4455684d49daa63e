// The charge as it runs, the tip, and once it is settled the receipt.
import { formatDateTime12 } from "#domain/rules/dates.ts";
import { showRupees, wireAmount } from "#domain/rules/money.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Card } from "#web/ui/page.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import { tipDriver } from "#web/features/valet/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer-api.ts";
import { Press } from "#web/features/valet/customer-button.tsx";
import styles from "#web/features/valet/customer.module.css";

export interface CustomerActionProps {
  ticket: CustomerTicket;
  token: string;
  onChange: (ticket: CustomerTicket) => void;
  onFail: (thrown: unknown) => void;
}

export function CustomerCharge(props: CustomerActionProps) {
  const { ticket } = props;
  const isOut = ticket.status.sequence === valetSequence.checkedOut;
  return (
    <>
      <Charge ticket={ticket} isOut={isOut} />
      {!isOut && ticket.status.sequence >= valetSequence.pickupRequested && <Tip {...props} />}
      {isOut && <Receipt ticket={ticket} />}
    </>
  );
}

function Charge({ ticket, isOut }: { ticket: CustomerTicket; isOut: boolean }) {
  const { owed, badge } = ticket;
  const { arithmetic, total, extended, additional, deduction } = owed;
  if (total <= 0 && owed.paid <= 0) return null;
  const stay = total - arithmetic.valetCharge - additional + deduction;
  return (
    <Card>
      <div className={styles["charge"]}>
        <div>
          <p className={styles["soft"]}>{isOut ? "Total" : "So far"}</p>
          <Amount paise={total} size="huge" />
        </div>
        <span className={`${styles["badge"]} ${badge === "Pending" ? "" : styles["settled"]}`}>{badge}</span>
      </div>
      <p className={`figures ${styles["soft"]}`}>
        {stay > 0 && `${showMinutes(arithmetic.minutes)}: ${showRupees(stay)}`}
        {arithmetic.valetCharge > 0 && `${stay > 0 ? " + " : ""}valet ${showRupees(arithmetic.valetCharge)}`}
        {additional > 0 && ` + ${showRupees(additional)}`}
        {deduction > 0 && ` − ${showRupees(deduction)}`}
      </p>
      {/* Plain links: they lead out of this small document into the product. */}
      {extended > 0 ? (
        <a className={styles["pay"]} href={`/pay/${ticket.pay}`}>
          Pay <span className="figures">{showRupees(extended)}</span> online, or at the gate
        </a>
      ) : (
        <a className={styles["pay"]} href={`/receipt/${ticket.pay}`}>
          Receipt
        </a>
      )}
    </Card>
  );
}

/** Paise; the driver's, outside the total. */
const tips = [0, 2_000, 5_000, 10_000];

function Tip({ ticket, token, onChange, onFail }: CustomerActionProps) {
  const given = ticket.valet_tip ?? 0;
  return (
    <section aria-label="Tip" className={styles["tip"]}>
      <p className={styles["soft"]}>A tip for {ticket.driver ?? "the driver"}, given with the charge at the gate</p>
      <div className={styles["tips"]}>
        {tips.map((paise) => (
          <Press
            key={paise}
            isChosen={paise === given}
            onPress={async () => onChange(await tipDriver({ token, rupees: wireAmount(paise) }))}
            onFail={onFail}
          >
            {paise === 0 ? "No tip" : `₹${paise / 100}`}
          </Press>
        ))}
      </div>
    </section>
  );
}

function Receipt({ ticket }: { ticket: CustomerTicket }) {
  const { branch, owed } = ticket;
  const at = (moment: string | null) => (moment ? formatDateTime12({ at: new Date(moment), zone: branch.zone }) : "–");
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
          <dd>{at(ticket.in_time)}</dd>
        </div>
        <div>
          <dt>Out</dt>
          <dd>{at(ticket.out_time)}</dd>
        </div>
        <div>
          <dt>{ticket.payment_mode === "online" ? "Paid online" : "Paid"}</dt>
          <dd>{showRupees(owed.paid)}</dd>
        </div>
        {tip > 0 && (
          <div>
            <dt>Tip</dt>
            <dd>{showRupees(tip)}</dd>
          </div>
        )}
      </dl>
      <button type="button" className={styles["button"]} onClick={() => globalThis.print()}>
        Print or save
      </button>
    </section>
  );
}
