// §2 §4 the payer's page: what is owed, one button to the provider, and on the way back a view that resolves by itself.
import { IconCircleCheck, IconClockHour4, IconReceipt } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { showRupees, wireAmount } from "#domain/rules/money.ts";
import { hasCode } from "#web/items/api-error.ts";
import type { PayWire } from "#web/items/payments.ts";
import { Amount } from "#web/ui/amount.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { ActionBar, Card, usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { clearStamps, keepStamps, lastPayment, readPay, startPay } from "#web/features/payments/link-api.ts";
import { useLivePay } from "#web/features/payments/use-live-pay.ts";
import styles from "#web/features/payments/pay.module.css";

export function PayPage() {
  usePageTitle("Pay");
  const { token = "" } = useParams();
  const [parameters] = useSearchParams();
  // Back from the provider, or the browser was closed on the way.
  const [came] = useState(() => (parameters.has("returned") ? "returned" : lastPayment()));
  const [isLeaving, setIsLeaving] = useState(false);
  const isWaiting = (pay: PayWire): boolean =>
    isOpen(pay) && (came === "returned" || came === pay.attempt?.transaction) && !isLeaving;
  const { pay, error, isConnected, show, retry } = useLivePay({ token, isWaiting });

  const isDecided = pay !== undefined && came !== null && !isOpen(pay);
  useEffect(() => {
    if (isDecided) clearStamps();
  }, [isDecided]);

  if (hasCode(error, "INVALID_TOKEN")) return <NoEntry />;
  if (!pay && error) return <ErrorState error={error} onRetry={retry} />;
  if (!pay) return <SkeletonRows count={3} />;
  const wasRefused = came !== null && pay.attempt?.state === "failed";
  return (
    <div className={styles["narrow"]}>
      {!isConnected && (
        <p className={styles["note"]} role="status">
          Reconnecting…
        </p>
      )}
      <header className={styles["head"]}>
        {pay.name && <Plate number={pay.name} size="large" />}
        <span className={styles["soft"]}>
          {pay.branch.company}, {pay.branch.name}
        </span>
      </header>
      {isWaiting(pay) ? (
        <Waiting pay={pay} onAgain={() => setIsLeaving(true)} />
      ) : (
        <Due pay={pay} wasRefused={wasRefused} onShow={show} />
      )}
    </div>
  );
}

function isOpen({ attempt }: PayWire): boolean {
  return attempt !== null && attempt.is_current && (attempt.state === "pending" || attempt.state === "initiated");
}

function NoEntry() {
  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This link is not valid</h1>
      <p className={styles["soft"]}>Scan the QR on your slip again, or ask at the gate.</p>
    </div>
  );
}

function Waiting({ pay, onAgain }: { pay: PayWire; onAgain: () => void }) {
  return (
    <>
      <div className={styles["state"]} role="status">
        <IconClockHour4 size={56} stroke={1.5} aria-hidden="true" className={styles["turning"]} />
        <h1 className={styles["title"]}>Waiting for your bank</h1>
        <p className={styles["soft"]}>
          <span className="figures">{showRupees(pay.attempt!.amount)}</span> is on its way. This page changes by itself;
          you may also close it: if the payment goes through, it counts.
        </p>
      </div>
      <ActionBar>
        <WaitingButton variant="default" size="xl" onPress={async () => onAgain()}>
          I have not paid yet
        </WaitingButton>
      </ActionBar>
    </>
  );
}

function Due({ pay, wasRefused, onShow }: { pay: PayWire; wasRefused: boolean; onShow: (pay: PayWire) => void }) {
  const { owed, isOffered, token } = pay;
  if (owed.extended <= 0) return <Settled pay={pay} />;
  const asked = isOpen(pay) ? pay.attempt!.amount : owed.extended;

  async function leave(): Promise<void> {
    try {
      const { url, transaction } = await startPay(token, isOpen(pay) ? undefined : wireAmount(owed.extended));
      keepStamps({ transaction, entry: `${pay.kind}${pay.id}` });
      location.assign(url);
    } catch (thrown) {
      onShow(await readPay(token));
      throw thrown;
    }
  }

  return (
    <>
      {wasRefused && (
        <p className={styles["refused"]} role="alert">
          The payment did not go through, and nothing was taken. Try again, or pay cash at the gate.
        </p>
      )}
      <Card>
        <h1 className={styles["caption"]}>{owed.paid > 0 ? "Still to pay" : "To pay"}</h1>
        <Amount paise={asked} size="huge" />
        <Arithmetic pay={pay} />
      </Card>
      {isOffered ? (
        <ActionBar>
          <WaitingButton color="marigold" size="xl" onPress={leave}>
            <span className="figures">Pay {showRupees(asked)}</span>
          </WaitingButton>
        </ActionBar>
      ) : (
        <p className={styles["soft"]}>Pay at the gate: this place takes no online payments at the moment.</p>
      )}
      {owed.paid > 0 && <ReceiptLink token={token} />}
    </>
  );
}

function Arithmetic({ pay: { owed } }: { pay: PayWire }) {
  const { arithmetic, additional, deduction, paid, actual } = owed;
  const stay = actual - arithmetic.valetCharge;
  const lines: [string, number][] = [
    [`Parking, ${showMinutes(arithmetic.minutes)}`, stay],
    ["Valet", arithmetic.valetCharge],
    ["Added", additional],
    ["Taken off", -deduction],
    ["Paid already", -paid],
  ];
  return (
    <dl className={styles["lines"]}>
      {lines
        .filter(([, paise]) => paise !== 0)
        .map(([name, paise]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{showRupees(paise)}</dd>
          </div>
        ))}
    </dl>
  );
}

function Settled({ pay }: { pay: PayWire }) {
  const isFree = pay.owed.total <= 0 && pay.owed.paid <= 0;
  return (
    <>
      <div className={styles["state"]} role="status">
        <IconCircleCheck size={72} stroke={1.5} aria-hidden="true" className={styles["done"]} />
        <h1 className={styles["title"]}>{isFree ? "Nothing to pay" : "Paid"}</h1>
        {!isFree && <Amount paise={pay.owed.paid} size="large" />}
        <p className={styles["soft"]}>
          {pay.out_time
            ? "Your vehicle is out. Drive safely."
            : isFree
              ? "Parking is free for now."
              : "Thank you. The gate knows."}
        </p>
      </div>
      {!isFree && <ReceiptLink token={pay.token} />}
    </>
  );
}

function ReceiptLink({ token }: { token: string }) {
  return (
    <ButtonLink to={`/receipt/${token}`} variant="default" size="lg" leftSection={<IconReceipt aria-hidden="true" />}>
      Receipt
    </ButtonLink>
  );
}
