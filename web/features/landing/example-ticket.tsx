// Example of a printed entry slip.
import { Plate } from "#web/product/vehicles/plate.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import styles from "#web/features/landing/example-ticket.module.css";

export function ExampleTicket() {
  return (
    <figure className={styles["ticket"]}>
      <figcaption className={styles["header"]}>
        <span>Marina Mall, T. Nagar</span>
        <span className={styles["muted"]}>Example slip</span>
      </figcaption>
      <Plate number="TN09BX4127" size="large" />
      <div className={styles["slotRow"]}>
        <div>
          <span className={styles["muted"]}>Slot</span>
          <span className={`figures ${styles["slot"]}`}>A-07</span>
        </div>
        <QrCode text="https://chaavi.example/20261121-38" label="Example QR code" size="112px" />
      </div>
      <dl className={`figures ${styles["details"]}`}>
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
          <dd>₹20 per 30 min</dd>
        </div>
      </dl>
    </figure>
  );
}
