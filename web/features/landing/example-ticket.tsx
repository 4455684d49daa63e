// A slip as it leaves the printer.
import { Plate } from "#web/ui/plate.tsx";
import { QrCode } from "#web/ui/qr.tsx";
import styles from "#web/features/landing/example-ticket.module.css";

export function ExampleTicket() {
  return (
    <figure className={styles["ticket"]}>
      <figcaption className={styles["head"]}>
        <span>Marina Mall, T. Nagar</span>
        <span className={styles["soft"]}>Example slip</span>
      </figcaption>
      <Plate number="TN09BX4127" size="large" />
      <div className={styles["middle"]}>
        <div>
          <span className={styles["soft"]}>Slot</span>
          <span className={`figures ${styles["slot"]}`}>A-07</span>
        </div>
        <QrCode text="https://chaavi.example/20261121-38" label="Example of the code on a slip" size="112px" />
      </div>
      <dl className={`figures ${styles["facts"]}`}>
        <div>
          <dt>Receipt</dt>
          <dd>20261121-38</dd>
        </div>
        <div>
          <dt>In</dt>
          <dd>2026/11/21 10:40 AM</dd>
        </div>
        <div>
          <dt>Rate</dt>
          <dd>₹20.00 for 30 min</dd>
        </div>
      </dl>
    </figure>
  );
}
