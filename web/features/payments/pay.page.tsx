// §2 §4 public pay page: balance due, redirect to the provider, and the payment's progress on return.
import { getLineLabel } from "#web/product/payments/line-label.ts";
import { IconCircleCheck, IconCircleX, IconClockHour4, IconReceipt } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { showSuccess } from "#web/ui/feedback.ts";
import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { formatDateTime12 } from "#domain/dates.ts";
import * as limits from "#domain/limits.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import type { PaymentPage } from "#domain/payments/payment-page.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar, Card, CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime, formatMinutes } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import {
  clearPaymentMarkers,
  storePaymentMarkers,
  readLastPayment,
  readPayment,
  redeemOffers,
  startPayment,
} from "#web/features/payments/payment-link-api.ts";
import { OfferLines, PayOffers, usePayOffers } from "#web/features/payments/pay-offers.tsx";
import { PayerPageLink } from "#web/features/payments/payer-page-link.tsx";
import { InvalidPaymentLink, PaymentLinkEnded } from "#web/features/payments/payment-link-ended.tsx";
import { useLivePayment } from "#web/features/payments/use-live-payment.ts";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function PayPage() {
  usePageTitle(t("Pay"));
  const { token = "" } = useParams();
  const [parameters, setParameters] = useSearchParams();
  // Set on return from the provider, or after the browser was closed during a payment.
  const [resumedPayment] = useState(() => (parameters.has("returned") ? "returned" : readLastPayment()));
  const [isRetrying, setIsRetrying] = useState(false);
  const isWaiting = (pay: PaymentPage): boolean =>
    isAttemptPending(pay) &&
    (resumedPayment === "returned" || resumedPayment === pay.attempt?.transaction) &&
    !isRetrying;
  const { payment, error, isConnected, update, retry } = useLivePayment({ token, isWaiting });

  const isDecided = payment !== undefined && resumedPayment !== null && !isAttemptPending(payment);
  useEffect(() => {
    if (!isDecided) return;
    clearPaymentMarkers();
    // Said once: not again when the page is reloaded or opened from the history.
    setParameters(withoutReturn, { replace: true });
  }, [isDecided, setParameters]);
  const isPaid = isDecided && isAttemptPaid(payment);
  // An effect of its own, since the other one also runs after the address has changed.
  useEffect(() => {
    if (isPaid) showSuccess("PAYMENT_SUCCESSFUL");
  }, [isPaid]);

  if (hasErrorCode(error, "INVALID_TOKEN")) return <InvalidPaymentLink />;
  if (hasErrorCode(error, "PAY_LINK_ENDED")) return <PaymentLinkEnded />;
  if (!payment && error) return <ErrorState isPage error={error} onRetry={retry} />;
  if (!payment) return <SkeletonRows count={3} />;
  const hasFailed = resumedPayment !== null && payment.attempt?.state === "failed";
  return (
    <CenteredPage>
      {!isConnected && <Notice role="status">{t("Reconnecting…")}</Notice>}
      <Stack component="header" gap="xs" style={{ textAlign: "center" }}>
        {payment.name && (
          <div>
            <Plate number={payment.name} size="large" />
          </div>
        )}
        <Text c="dimmed">
          {payment.branch.company}, {payment.branch.name}
        </Text>
        {payment.booked && (
          <Text>
            {tNodes("Booked from {start} to {end}, slot {slot}.", {
              start: <DateTime at={payment.booked.from} zone={payment.branch.time_zone} />,
              end: <DateTime at={payment.booked.until} zone={payment.branch.time_zone} />,
              slot: payment.booked.slot,
            })}
          </Text>
        )}
      </Stack>
      {/* Collected in another way meanwhile: a payment that arrives now is returned. */}
      {isWaiting(payment) && payment.owed.extended > 0 ? (
        <WaitingForBank pay={payment} onRetry={() => setIsRetrying(true)} />
      ) : (
        <PaymentDue pay={payment} hasFailed={hasFailed} onUpdate={update} />
      )}
    </CenteredPage>
  );
}

function withoutReturn(parameters: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(parameters);
  kept.delete("returned");
  return kept;
}

const isCancelled = ({ kind, sequence }: PaymentPage): boolean =>
  kind === "P" && sequence === parkingSequence.cancelled;

function isAttemptPending({ attempt }: PaymentPage): boolean {
  return attempt !== null && attempt.is_current && (attempt.state === "pending" || attempt.state === "initiated");
}

/** Whether the payer's last payment succeeded and was kept; an earlier one of the entry may be refunded. */
function isAttemptPaid(pay: PaymentPage): boolean {
  const { attempt } = pay;
  return attempt?.state === "success" && attempt.returned === 0 && attempt.refunded === 0 && !isCancelled(pay);
}

function WaitingForBank({ pay, onRetry }: { pay: PaymentPage; onRetry: () => void }) {
  return (
    <>
      <PaymentProgress icon={IconClockHour4} colour="var(--accent-ink)" title={t("Waiting for your bank")}>
        <Text c="dimmed" isFigures>
          {t("Your payment of {amount} is being processed. This page updates itself. You can close it.", {
            amount: formatRupees(pay.attempt!.amount),
          })}
        </Text>
      </PaymentProgress>
      <ActionBar>
        <AsyncButton variant="default" size="xl" onPress={async () => onRetry()}>
          {t("I have not paid")}
        </AsyncButton>
      </ActionBar>
      <PayerPageLink pay={pay} variant="default" />
    </>
  );
}

interface PaymentProgressProps {
  icon: Icon;
  colour: string;
  title: string;
  children: ReactNode;
}

function PaymentProgress({ icon: ProgressIcon, colour, title, children }: PaymentProgressProps) {
  return (
    <Stack gap="xs" align="center" role="status" style={{ paddingBlock: "var(--space-xl)", textAlign: "center" }}>
      <ProgressIcon size={72} stroke={1.5} color={colour} aria-hidden="true" />
      <Title order={1}>{title}</Title>
      {children}
    </Stack>
  );
}

function PaymentDue({
  pay,
  hasFailed,
  onUpdate,
}: {
  pay: PaymentPage;
  hasFailed: boolean;
  onUpdate: (pay: PaymentPage) => void;
}) {
  const { owed, isOffered, token } = pay;
  const isPending = isAttemptPending(pay);
  const offers = usePayOffers({ pay, isOpen: !isPending && owed.extended > 0 && owed.paid === 0 });
  if (owed.extended <= 0) return <PaymentComplete pay={pay} />;
  const isInReview = pay.attempt?.state === "review" && pay.attempt.is_current;
  const amountDue = isPending ? pay.attempt!.amount : owed.extended - offers.saving;

  async function redirectToProvider(): Promise<void> {
    try {
      const used = offers.saving > 0 ? { offers: { code: offers.code } } : {};
      const body = isPending ? {} : { expected: formatWireAmount(amountDue), ...used };
      const { url, transaction } = await startPayment(token, body);
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
        <Notice c="red" role="alert">
          {t("The payment failed and you were not charged. Try again, or pay cash at the gate.")}
        </Notice>
      )}
      {pay.attempt?.may_be_paid && (
        <Notice icon={IconClockHour4} role="status">
          {t(
            "A payment of {amount} is being confirmed. If you have made it, do not pay again: this page shows the result.",
            { amount: formatRupees(pay.attempt.amount) },
          )}
        </Notice>
      )}
      {isInReview && (
        <Notice icon={IconClockHour4} role="status">
          {t(
            "You paid an amount other than the {amount} requested. The branch is checking the payment. You do not need to pay again now; ask at the gate.",
            { amount: formatRupees(pay.attempt!.amount) },
          )}
        </Notice>
      )}
      <Card gap="md">
        <AmountDue isPage caption={getDueCaption({ isInReview, paid: owed.paid })} paise={amountDue}>
          <PassPeriod pay={pay} />
        </AmountDue>
        <ChargeLines pay={pay} />
        {isPending && amountDue < owed.extended && (
          <Text c="dimmed">
            {t(
              "This payment of {amount} was requested at {time}. The time since then is in the charge above, but not in this payment. If anything is left to pay afterwards, this page shows it.",
              {
                amount: formatRupees(amountDue),
                time: formatDateTime12({ at: new Date(pay.attempt!.started_at), zone: pay.branch.time_zone }),
              },
            )}
          </Text>
        )}
        {isPending && <OfferLines discounts={pay.attempt!.discounts} />}
        <PayOffers offers={offers} />
      </Card>
      {isInReview ? null : amountDue <= 0 ? (
        <ActionBar>
          <AsyncButton
            color="marigold"
            size="xl"
            onPress={async () => onUpdate(await redeemOffers(token, offers.code))}
          >
            {t("Use offer, nothing to pay")}
          </AsyncButton>
        </ActionBar>
      ) : amountDue < limits.minOnlinePaise ? (
        <Text c="dimmed">
          {t("{amount} is too little for an online payment. Please pay at the gate.", {
            amount: formatRupees(amountDue),
          })}
        </Text>
      ) : isOffered ? (
        <ActionBar>
          <AsyncButton color="marigold" size="xl" onPress={redirectToProvider}>
            <span className="figures">{t("Pay {amount}", { amount: formatRupees(amountDue) })}</span>
          </AsyncButton>
        </ActionBar>
      ) : (
        <Text c="dimmed">{t("Please pay at the gate. Online payment is not available right now.")}</Text>
      )}
      <ReturnedNotice pay={pay} />
      {owed.paid > 0 && <ReceiptLink token={token} />}
      <PayerPageLink pay={pay} variant="default" />
    </>
  );
}

/** Not a demand while the branch checks a payment: the customer may have paid. */
function getDueCaption({ isInReview, paid }: { isInReview: boolean; paid: number }): string {
  if (isInReview) return t("Amount being checked");
  return paid > 0 ? t("Balance due") : t("Amount due");
}

function ChargeLines({ pay: { kind, owed } }: { pay: PaymentPage }) {
  const { arithmetic, additional, deduction, paid, actual } = owed;
  const { minutes, units, valetCharge } = arithmetic;
  const stayLines: [string, number][] =
    units === null
      ? arithmetic.lines.map((line) => [getLineLabel(line), line.amount])
      : [
          [
            kind === "M" ? t("Pass") : t("Parking, {duration}", { duration: formatMinutes(minutes) }),
            actual - valetCharge,
          ],
          [t("Valet"), valetCharge],
        ];
  const lines: [string, number][] = [
    ...stayLines,
    [t("Extra charge"), additional],
    [t("Discount"), -deduction],
    [t("Already paid"), -paid],
  ];
  return (
    <KeyValueList layout="spread" gap="xs">
      {lines
        .filter(([, paise]) => paise !== 0)
        .map(([name, paise]) => (
          <KeyValue key={name} label={name}>
            {formatRupees(paise)}
          </KeyValue>
        ))}
    </KeyValueList>
  );
}

function describeCompletion({ pay, isFree }: { pay: PaymentPage; isFree: boolean }): string {
  if (pay.kind === "M") return isFree ? t("Nothing is due for this pass.") : t("Your pass is paid for this period.");
  if (pay.out_time) return t("Your vehicle is checked out. Drive safely.");
  if (isFree && pay.payment_status === "paid") return t("Nothing is left to pay.");
  return isFree ? t("Parking is currently free.") : t("Payment received; staff informed.");
}

/** What is due or was paid for a pass. */
function PassPeriod({ pay: { period, branch } }: { pay: PaymentPage }) {
  if (!period) return null;
  return (
    <Text c="dimmed">
      <DateTime at={period.from} zone={branch.time_zone} /> – <DateTime at={period.till} zone={branch.time_zone} />
    </Text>
  );
}

function PaymentComplete({ pay }: { pay: PaymentPage }) {
  const isFree = pay.owed.total <= 0 && pay.owed.paid <= 0;
  if (isCancelled(pay)) return <PaymentCancelled pay={pay} />;
  return (
    <>
      <PaymentProgress icon={IconCircleCheck} colour="var(--green)" title={isFree ? t("Nothing due") : t("Paid")}>
        {!isFree && <Amount paise={pay.owed.paid} size="large" />}
        <Text c="dimmed">{describeCompletion({ pay, isFree })}</Text>
        <PassPeriod pay={pay} />
      </PaymentProgress>
      <ReturnedNotice pay={pay} />
      <RefundedNotice pay={pay} />
      {!isFree && <ReceiptLink token={pay.token} />}
      <PayerPageLink pay={pay} />
    </>
  );
}

/** What was paid is returned: the page does not say that it is paid. */
function PaymentCancelled({ pay }: { pay: PaymentPage }) {
  // The vehicle of a booking has not come.
  const title = pay.in_time === null ? t("Booking cancelled") : t("Entry cancelled");
  return (
    <>
      <PaymentProgress icon={IconCircleX} colour="var(--ink)" title={title}>
        <Text c="dimmed">{t("Nothing is left to pay.")}</Text>
      </PaymentProgress>
      <ReturnedNotice pay={pay} />
      <RefundedNotice pay={pay} />
      {pay.owed.paid > 0 && <ReceiptLink token={pay.token} />}
      <PayerPageLink pay={pay} />
    </>
  );
}

/** For a payer whose payment arrived after the entry was paid in another way. */
function ReturnedNotice({ pay: { attempt } }: { pay: PaymentPage }) {
  if (!attempt || attempt.returned <= 0) return null;
  if (attempt.unreturned > 0)
    return (
      <Notice c="red" role="alert">
        {t(
          "{amount} of your online payment was not needed, but could not be returned to your account. Show this page to the staff, who return it to you.",
          { amount: formatRupees(attempt.unreturned) },
        )}
      </Notice>
    );
  return (
    <Notice role="status">
      {t(
        "{amount} of your online payment was not needed: it was paid in another way or too late. It is returned to your account, usually within a few days.",
        { amount: formatRupees(attempt.returned) },
      )}
    </Notice>
  );
}

/** For a payer who got money back from the branch. */
function RefundedNotice({ pay: { refunded, payment_mode: mode } }: { pay: PaymentPage }) {
  if (refunded <= 0) return null;
  return (
    <Notice role="status">
      {mode === "online"
        ? t("{amount} was refunded to your payment method. It arrives usually within a few days.", {
            amount: formatRupees(refunded),
          })
        : t("{amount} was refunded.", { amount: formatRupees(refunded) })}
    </Notice>
  );
}

function ReceiptLink({ token }: { token: string }) {
  return (
    <ButtonLink to={`/receipt/${token}`} variant="default" size="lg" leftSection={<IconReceipt aria-hidden="true" />}>
      {t("View receipt")}
    </ButtonLink>
  );
}
