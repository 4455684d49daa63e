// §4 online payments of one entry with their refunds; managers issue refunds here.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { PaymentRefunds } from "#domain/payments/payments.collection.ts";
import { toPaise, formatRupees, formatWireAmount } from "#domain/money.ts";
import { attemptStateTable, refundStateTable } from "#domain/payments/online/online-payment-states.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { refundPayment } from "#web/api/payments.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { TransferBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";
import { t } from "#web/languages/t.ts";

const attemptFields = [
  "id",
  "is_tip",
  "amount",
  "received_amount",
  "applied_amount",
  "state",
  "date_created",
  "merchant_transaction_id",
  "utr",
  "refunds.id",
  "refunds.amount",
  "refunds.state",
  "refunds.reason",
] as const;
type Attempt = WireRow<"payment_attempts", typeof attemptFields>;

/** `isGranted` if what was used pays for a pass in force, which is returned by ending it. */
export function OnlinePayments({ entry, isGranted = false }: { entry: PaidKey; isGranted?: boolean }) {
  useLiveCollections("payment_attempts", "payment_refunds");
  const via = paidKinds[entry.kind].field;
  const query = { fields: attemptFields, filter: { [via]: { _eq: entry.id } }, sort: ["-id"], limit: 50 };
  const { data: attempts } = useQuery(itemsQuery("payment_attempts", query));
  if (!attempts || attempts.length === 0) return null;
  return (
    <Card title={t("Online payments")}>
      <RowList isFramed={false}>
        {attempts.map((attempt) => (
          <PaymentAttempt key={attempt.id} attempt={attempt} isGranted={isGranted} />
        ))}
      </RowList>
    </Card>
  );
}

/** Amount not yet refunded, in paise; pending refunds count as refunded. */
function getRefundableAmount({ amount, received_amount: received, refunds }: Attempt): number {
  const refunded = refunds.filter(({ state }) => state !== "failed").map((refund) => toPaise(refund.amount));
  return refunded.reduce((rest, paise) => rest - paise, toPaise(received ?? amount));
}

function PaymentAttempt({ attempt, isGranted }: { attempt: Attempt; isGranted: boolean }) {
  const session = useRequiredSession();
  const { path, zone } = useBranch();
  const [isRefunding, setIsRefunding] = useState(false);
  const refundable = getRefundableAmount(attempt);
  const isHeld = isGranted && toPaise(attempt.applied_amount ?? "0") > 0;
  const canRefund = can(session, "payment.refund") && attempt.state === "success" && refundable > 0 && !isHeld;
  return (
    <Row>
      <Group gap="sm" justify="space-between">
        <Text component="strong" size="lg" isFigures>
          {formatRupees(toPaise(attempt.amount))}
          {attempt.is_tip && ` ${t("tip")}`}
        </Text>
        <TransferBadge {...attemptStateTable.states[attempt.state]} />
      </Group>
      <Text c="dimmed" isFigures>
        <DateTime at={attempt.date_created} zone={zone} />
        {attempt.utr && ` · UTR ${attempt.utr}`}
      </Text>
      <Group gap="sm" justify="space-between">
        <Text size="xs" c="dimmed" isFigures>
          {attempt.merchant_transaction_id}
        </Text>
        <CopyButton text={attempt.merchant_transaction_id} success="TRANSACTION_ID_COPIED">
          {t("Copy transaction ID")}
        </CopyButton>
      </Group>
      {attempt.state === "review" && (
        <Notice c="red" icon={IconAlertTriangle}>
          {t(
            "The payment provider reports an amount other than the {amount} requested. The vehicle is not marked as paid until a manager decides about it.",
            { amount: formatRupees(toPaise(attempt.amount)) },
          )}
        </Notice>
      )}
      {attempt.refunds.map((refund) => (
        <Group key={refund.id} gap="sm" justify="space-between">
          <span>
            {t("Refund")}: <span className="figures">{formatRupees(toPaise(refund.amount))}</span>,{" "}
            <LongText>{refund.reason ?? ""}</LongText>
          </span>
          <TransferBadge {...refundStateTable.states[refund.state]} />
        </Group>
      ))}
      {can(session, "payment.refund") && attempt.state !== "failed" && (
        <ButtonLink to={path(`unclear-payments?id=${attempt.id}`)} variant="default" size="lg">
          What the provider said
        </ButtonLink>
      )}
      {canRefund && (
        <Button variant="default" size="lg" onClick={() => setIsRefunding(true)}>
          Refund
        </Button>
      )}
      {isRefunding && <RefundSheet attempt={attempt} refundable={refundable} onClose={() => setIsRefunding(false)} />}
    </Row>
  );
}

const { amount, reason } = PaymentRefunds.fields;
const fields = { amount: { ...amount, min: 1, required: true }, reason: { ...reason, required: true } };

function RefundSheet({ attempt, refundable, onClose }: { attempt: Attempt; refundable: number; onClose: () => void }) {
  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await refundPayment({ id: attempt.id, amount: String(values["amount"]), reason: String(values["reason"]) });
    showSuccess("REQUEST_SENT");
    await refreshItems("payment_attempts");
    onClose();
  }
  return (
    <Sheet isOpen title="Refund payment" onClose={onClose}>
      <Form fields={fields} initial={{ amount: formatWireAmount(refundable) }} onSubmit={submit}>
        <Stack>
          <Text c="dimmed">
            Up to <span className="figures">{formatRupees(refundable)}</span> can be refunded to the original payment
            method, usually within a few days.{attempt.is_tip && " The driver is then due that much less."}
          </Text>
          <FormField name="amount" />
          <FormField name="reason" />
          <SubmitButton>Refund payment</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
