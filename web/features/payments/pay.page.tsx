// §2 §4 public pay page: balance due, redirect to the provider, and the payment's progress on return.
import { IconCircleCheck, IconClockHour4, IconReceipt } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import type { PaymentState } from "#web/api/payments.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { ActionBar, Card, usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import {
  clearPaymentMarkers,
  storePaymentMarkers,
  readLastPayment,
  readPayment,
  startPayment,
} from "#web/features/payments/payment-link-api.ts";
import { PaymentLinkEnded } from "#web/features/payments/payment-link-ended.tsx";
import { useLivePayment } from "#web/features/payments/use-live-payment.ts";
import styles from "#web/features/payments/pay.module.css";

export function PayPage() {
  usePageTitle("Pay");
  const { token = "" } = useParams();
  const [parameters] = useSearchParams();
  // Set on return from the provider, or after the browser was closed during a payment.
  const [resumedPayment] = useState(() => (parameters.has("returned") ? "returned" : readLastPayment()));
  const [isRetrying, setIsRetrying] = useState(false);
  const isWaiting = (pay: PaymentState): boolean =>
    isAttemptPending(pay) &&
    (resumedPayment === "returned" || resumedPayment === pay.attempt?.transaction) &&
    !isRetrying;
  const { payment, error, isConnected, update, retry } = useLivePayment({ token, isWaiting });

  const isDecided = payment !== undefined && resumedPayment !== null && !isAttemptPending(payment);
  useEffect(() => {
    if (isDecided) clearPaymentMarkers();
  }, [isDecided]);

  if (hasErrorCode(error, "INVALID_TOKEN")) return <InvalidLink />;
  if (hasErrorCode(error, "PAY_LINK_ENDED")) return <PaymentLinkEnded />;
  if (!payment && error) return <ErrorState isPage error={error} onRetry={retry} />;
  if (!payment) return <SkeletonRows count={3} />;
  const hasFailed = resumedPayment !== null && payment.attempt?.state === "failed";
  return (
    <div className={styles["narrow"]}>
      {!isConnected && (
        <p className={styles["note"]} role="status">
          Reconnecting…
        </p>
      )}
      <header className={styles["head"]}>
        {payment.name && <Plate number={payment.name} size="large" />}
        <span className={styles["soft"]}>
          {payment.branch.company}, {payment.branch.name}
        </span>
      </header>
      {isWaiting(payment) ? (
        <WaitingForBank pay={payment} onRetry={() => setIsRetrying(true)} />
      ) : (
        <AmountDue pay={payment} hasFailed={hasFailed} onUpdate={update} />
      )}
    </div>
  );
}

function isAttemptPending({ attempt }: PaymentState): boolean {
  return attempt !== null && attempt.is_current && (attempt.state === "pending" || attempt.state === "initiated");
}

function InvalidLink() {
  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This link is not valid</h1>
      <p className={styles["soft"]}>Scan the QR code on your slip again, or ask at the gate.</p>
    </div>
  );
}

function WaitingForBank({ pay, onRetry }: { pay: PaymentState; onRetry: () => void }) {
  return (
    <>
      <div className={styles["state"]} role="status">
        <IconClockHour4 size={56} stroke={1.5} aria-hidden="true" className={styles["turning"]} />
        <h1 className={styles["title"]}>Waiting for your bank</h1>
        <p className={styles["soft"]}>
          Your payment of <span className="figures">{formatRupees(pay.attempt!.amount)}</span> is being processed. This
          page updates itself. You can close it.
        </p>
      </div>
      <ActionBar>
        <AsyncButton variant="default" size="xl" onPress={async () => onRetry()}>
          I have not paid
        </AsyncButton>
      </ActionBar>
    </>
  );
}

function AmountDue({
  pay,
  hasFailed,
  onUpdate,
}: {
  pay: PaymentState;
  hasFailed: boolean;
  onUpdate: (pay: PaymentState) => void;
}) {
  const { owed, isOffered, token } = pay;
  if (owed.extended <= 0) return <PaymentComplete pay={pay} />;
  const amountDue = isAttemptPending(pay) ? pay.attempt!.amount : owed.extended;

  async function redirectToProvider(): Promise<void> {
    try {
      const { url, transaction } = await startPayment(
        token,
        isAttemptPending(pay) ? undefined : formatWireAmount(owed.extended),
      );
      storePaymentMarkers({ transaction, entry: `${pay.kind}${pay.id}` });
      location.assign(url);
    } catch (thrown) {
      onUpdate(await readPayment(token));
      throw thrown;
    }
  }

  return (
    <>
      {hasFailed && (
        <p className={styles["refused"]} role="alert">
          The payment failed and you were not charged. Try again, or pay cash at the gate.
        </p>
      )}
      <Card>
        <h1 className={styles["caption"]}>{owed.paid > 0 ? "Balance due" : "Amount due"}</h1>
        <Amount paise={amountDue} size="huge" />
        <ChargeLines pay={pay} />
      </Card>
      {isOffered ? (
        <ActionBar>
          <AsyncButton color="marigold" size="xl" onPress={redirectToProvider}>
            <span className="figures">Pay {formatRupees(amountDue)}</span>
          </AsyncButton>
        </ActionBar>
      ) : (
        <p className={styles["soft"]}>Please pay at the gate. Online payment is not available right now.</p>
      )}
      {owed.paid > 0 && <ReceiptLink token={token} />}
    </>
  );
}

function ChargeLines({ pay: { owed } }: { pay: PaymentState }) {
  const { arithmetic, additional, deduction, paid, actual } = owed;
  const stay = actual - arithmetic.valetCharge;
  const lines: [string, number][] = [
    [`Parking, ${formatMinutes(arithmetic.minutes)}`, stay],
    ["Valet", arithmetic.valetCharge],
    ["Extra charge", additional],
    ["Discount", -deduction],
    ["Already paid", -paid],
  ];
  return (
    <dl className={styles["lines"]}>
      {lines
        .filter(([, paise]) => paise !== 0)
        .map(([name, paise]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{formatRupees(paise)}</dd>
          </div>
        ))}
    </dl>
  );
}

function PaymentComplete({ pay }: { pay: PaymentState }) {
  const isFree = pay.owed.total <= 0 && pay.owed.paid <= 0;
  return (
    <>
      <div className={styles["state"]} role="status">
        <IconCircleCheck size={72} stroke={1.5} aria-hidden="true" className={styles["done"]} />
        <h1 className={styles["title"]}>{isFree ? "Nothing due" : "Paid"}</h1>
        {!isFree && <Amount paise={pay.owed.paid} size="large" />}
        <p className={styles["soft"]}>
          {pay.out_time
            ? "Your vehicle is checked out. Drive safely."
            : isFree
              ? "Parking is currently free."
              : "Payment received; staff informed."}
        </p>
      </div>
      {!isFree && <ReceiptLink token={pay.token} />}
    </>
  );
}

function ReceiptLink({ token }: { token: string }) {
  return (
    <ButtonLink to={`/receipt/${token}`} variant="default" size="lg" leftSection={<IconReceipt aria-hidden="true" />}>
      View receipt
    </ButtonLink>
  );
}
