// Shown instead of a pay page or receipt whose link has expired.
import styles from "#web/features/payments/pay.module.css";

export function PaymentLinkEnded() {
  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This payment link has expired</h1>
      <p className={styles["soft"]}>
        Payment links expire a few days after payment. Ask the parking location for a receipt, or if an amount is due.
      </p>
    </div>
  );
}
