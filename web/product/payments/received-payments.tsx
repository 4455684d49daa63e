// §4: what an entry has received, with the reversals and refunds by staff, which are made here.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { changeReason, partAmount } from "#domain/schema/action-fields.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { formatRupees, formatWireAmount, toPaise } from "#domain/money.ts";
import { checkReversal } from "#domain/cash/payment-correction.ts";
import { describeChannel, getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { paidCollectionNames } from "#web/api/payments.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { PrintSettlementButton } from "#web/product/payments/settlement-receipt.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const paymentFields = [
  "id",
  "kind",
  "mode",
  "channel",
  "reference",
  "amount",
  "account",
  "received_at",
  "reason",
  "corrects",
  "invoice",
  "valid_from",
  "valid_till",
  "collected_by.id",
  "collected_by.first_name",
  "shift.closed_at",
] as const;
type Payment = WireRow<"payments", typeof paymentFields>;
const kindLabels = { payment: "Received", refund: "Refunded", reversal: "Reversed", settlement: "Settled" } as const;

const refreshed = ["payments", "cash_shifts", ...paidCollectionNames] as const;

export function ReceivedPayments({ entry }: { entry: PaidKey }) {
  useLiveCollections("payments");
  const via = paidKinds[entry.kind].field;
  const query = { fields: paymentFields, filter: { [via]: { _eq: entry.id } }, sort: ["id"], limit: 100 };
  const { data: payments } = useQuery(itemsQuery("payments", query));
  if (!payments || payments.length === 0) return null;
  const lastPeriod = payments.findLast((payment) => payment.valid_till !== null);
  return (
    <Card title={t("Payments")}>
      <RowList isFramed={false} label={t("Payments")}>
        {payments.map((payment) => (
          <ReceivedPayment
            key={payment.id}
            payment={payment}
            corrected={sumCorrections({ payments, payment })}
            pass={entry.kind === "M" ? { id: entry.id, isLast: payment.id === lastPeriod?.id } : undefined}
          />
        ))}
      </RowList>
    </Card>
  );
}

/** Settlements of accounts that the user recorded in the open shift, which can still be reversed. */
export function OwnSettlements() {
  useLiveCollections("payments", "cash_shifts");
  const { user } = useRequiredSession();
  const { branch } = useBranch();
  const filter = {
    branch: { _eq: branch.id },
    kind: { _in: ["settlement", "reversal"] },
    account: { _nnull: true },
    collected_by: { _eq: user.id },
    shift: { closed_at: { _null: true } },
  };
  const { data: payments } = useQuery(
    itemsQuery("payments", { fields: paymentFields, filter, sort: ["id"], limit: 100 }),
  );
  if (!payments || payments.length === 0) return null;
  return (
    <Card title={t("Settlements of your shift")}>
      <RowList isFramed={false} label={t("Settlements of your shift")}>
        {payments.map((payment) => (
          <ReceivedPayment key={payment.id} payment={payment} corrected={sumCorrections({ payments, payment })} />
        ))}
      </RowList>
    </Card>
  );
}

/** Refunded or reversed part of a payment in paise. */
function sumCorrections({ payments, payment }: { payments: readonly Payment[]; payment: Payment }): number {
  const corrections = payments.filter(({ corrects }) => corrects === payment.id);
  return corrections.reduce((sum, { amount }) => sum - toPaise(amount), 0);
}

interface ReceivedPaymentProps {
  payment: Payment;
  corrected: number;
  /** Of the payment of a pass, and whether it paid the last period. */
  pass?: { id: number; isLast: boolean } | undefined;
}

function ReceivedPayment({ payment, corrected, pass }: ReceivedPaymentProps) {
  const session = useRequiredSession();
  const { zone } = useBranch();
  const [opened, setOpened] = useState<"reverse" | "refund">();
  const amount = toPaise(payment.amount);
  const isCash = payment.mode === "cash";
  const isTakenByStaff = payment.kind === "payment" && getPaymentChannel(payment) !== "online";
  const refusal = checkReversal({
    payment: { ...payment, amount, corrected, isInvoiced: payment.invoice !== null },
    isOwn: payment.collected_by?.id === session.user.id,
    isShiftOpen: payment.shift?.closed_at === null,
  });
  const canReverse = refusal === undefined && pass?.isLast !== false && can(session, "gate.operate");
  const isPrintable = payment.kind === "settlement" && corrected === 0;
  // The payment of a pass is returned by ending the pass.
  const canRefund = isTakenByStaff && !pass && corrected < amount && can(session, "payment.refund-cash");
  return (
    <Row>
      <Text component="strong" size="lg" isFigures>
        {t("{kind} {amount} {channel}", {
          kind: t(payment.channel === "on_account" && payment.kind === "payment" ? "Booked" : kindLabels[payment.kind]),
          amount: formatRupees(Math.abs(amount)),
          channel: t(describeChannel(payment)),
        })}
      </Text>
      <Text c="dimmed" size="sm">
        <DateTime at={payment.received_at} zone={zone} />
        {payment.collected_by && ` · ${payment.collected_by.first_name}`}
        {payment.account && ` · ${payment.account}`}
        {payment.reference && ` · ${payment.reference}`}
        {payment.reason && (
          <>
            {" · "}
            <LongText>{payment.reason}</LongText>
          </>
        )}
      </Text>
      {payment.valid_till !== null && (
        <Text c="dimmed" size="sm">
          {tNodes("For {from} – {till}", {
            from: <DateTime at={payment.valid_from} zone={zone} />,
            till: <DateTime at={payment.valid_till} zone={zone} />,
          })}
        </Text>
      )}
      {(canReverse || canRefund || isPrintable) && (
        <Group>
          {isPrintable && <PrintSettlementButton payment={payment.id} />}
          {canReverse && (
            <Button variant="default" onClick={() => setOpened("reverse")}>
              {t("Reverse")}
            </Button>
          )}
          {canRefund && (
            <Button variant="default" onClick={() => setOpened("refund")}>
              {isCash ? t("Refund in cash") : t("Refund")}
            </Button>
          )}
        </Group>
      )}
      {opened === "reverse" && <ReversalSheet payment={payment} pass={pass?.id} onClose={() => setOpened(undefined)} />}
      {opened === "refund" && (
        <RefundSheet payment={payment} refundable={amount - corrected} onClose={() => setOpened(undefined)} />
      )}
    </Row>
  );
}

// Required by the server, whose text says what for.
const reversalFields = { reason: { ...changeReason, required: false } };
const refundFields = { amount: { ...partAmount, min: 0 }, ...reversalFields };

interface CorrectionSheetProps {
  payment: Payment;
  onClose: () => void;
}

function ReversalSheet({ payment, pass, onClose }: CorrectionSheetProps & { pass: number | undefined }) {
  async function reverse({ reason }: { [name: string]: string | boolean | null }): Promise<void> {
    const body = { reason: String(reason ?? "") };
    const request =
      pass === undefined
        ? ({ route: "POST /actions/cash/payments/:id/reverse", id: payment.id, body } as const)
        : ({
            route: "POST /actions/passes/:id/reverse-payment",
            id: pass,
            body: { ...body, payment: payment.id },
          } as const);
    await callAndRefresh(request, ...refreshed);
    showSuccess("PAYMENT_REVERSED");
    onClose();
  }
  return (
    <Sheet isOpen title={t("Reverse payment")} onClose={onClose}>
      <Form fields={reversalFields} onSubmit={reverse}>
        <Stack>
          <Text c="dimmed">
            {t("For an amount that was entered by mistake. {amount} is then owed again.", {
              amount: formatRupees(toPaise(payment.amount)),
            })}
          </Text>
          <FormField name="reason" isRequired />
          <SubmitButton>{t("Reverse {amount}", { amount: formatRupees(toPaise(payment.amount)) })}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function RefundSheet({ payment, refundable, onClose }: CorrectionSheetProps & { refundable: number }) {
  async function refund(values: { [name: string]: string | boolean | null }): Promise<void> {
    const body = { amount: String(values["amount"]), reason: String(values["reason"] ?? "") };
    await callAndRefresh({ route: "POST /actions/cash/payments/:id/refund", id: payment.id, body }, ...refreshed);
    showSuccess(payment.mode === "cash" ? "CASH_REFUNDED" : "PAYMENT_UPDATED");
    onClose();
  }
  return (
    <Sheet isOpen title={payment.mode === "cash" ? t("Refund in cash") : t("Refund payment")} onClose={onClose}>
      <Form fields={refundFields} initial={{ amount: formatWireAmount(refundable) }} onSubmit={refund}>
        <Stack>
          <Text c="dimmed">
            {payment.mode === "cash"
              ? t("The cash is paid out of your open shift.")
              : t("Return the money {channel} first: this records it.", { channel: t(describeChannel(payment)) })}
          </Text>
          <FormField name="amount" description={t("Up to {amount}", { amount: formatRupees(refundable) })} />
          <FormField name="reason" isRequired />
          <SubmitButton>{t("Refund")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
