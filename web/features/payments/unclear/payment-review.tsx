// One unclear payment: what the provider said, what is owed, and what can be done.
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRupees } from "#domain/money.ts";
import type { PaymentReview as Review } from "#domain/payments/online/unclear-payment.ts";
import { attemptStateTable, refundStateTable } from "#domain/payments/online/online-payment-states.ts";
import type { PaidKind } from "#domain/payments/online/paid-kinds.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";
import { paidCollectionNames } from "#web/api/payments.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { TransferBadge } from "#web/product/status-badge.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ActionBar, Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { describeAnswer, describeReason } from "#web/features/payments/unclear/labels.ts";

const refreshed = ["payment_attempts", "payment_refunds", "payments", ...paidCollectionNames] as const;

export function PaymentReview({ id }: { id: number }) {
  const { path } = useBranch();
  const { data, error, refetch } = useQuery({
    queryKey: ["items", "payment_attempts", "review", id],
    queryFn: () => call({ route: "GET /actions/payments/attempts/:id", id }),
    staleTime: 0,
  });
  return (
    <Page
      title={data ? `Online payment of ${formatRupees(data.requested)}` : "Online payment"}
      actions={
        <ButtonLink
          to={path("unclear-payments")}
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          Unclear payments
        </ButtonLink>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && <ReviewDetails review={data} />}
    </Page>
  );
}

function ReviewDetails({ review }: { review: Review }) {
  const { reason } = review;
  const unclear = reason && describeReason({ reason, isDecided: review.decided_by !== null });
  return (
    <>
      <Notice role="status" c={unclear ? "red" : "green"}>
        {unclear ? (
          <>
            <strong>{unclear.label}.</strong> {unclear.text}
          </>
        ) : (
          "Nothing has to be done."
        )}
      </Notice>
      <Columns>
        <Amounts review={review} />
        <Stack>
          <Answers review={review} />
          <Refunds review={review} />
        </Stack>
      </Columns>
      <ReviewActions review={review} />
    </>
  );
}

const detailPages: { readonly [kind in PaidKind]: (id: number) => string } = {
  P: (id) => `parking/detail?id=${id}`,
  V: (id) => `valet-parking/detail?id=${id}`,
  M: (id) => `vehicle-entry/edit?id=${id}`,
};

function Amounts({ review }: { review: Review }) {
  const { path, zone } = useBranch();
  const { kind, entry, name, state, received, applied, decided_by: decidedBy } = review;
  return (
    <Card title="Payment">
      <KeyValueList>
        <KeyValue label="Vehicle">
          <RowLink to={path(detailPages[kind](entry))}>{name ?? "Visitor"}</RowLink>
        </KeyValue>
        <KeyValue label="State">
          <TransferBadge {...attemptStateTable.states[state]} />
        </KeyValue>
        <KeyValue label="Requested">{formatRupees(review.requested)}</KeyValue>
        <KeyValue label="Received">{received === null ? "Not known" : formatRupees(received)}</KeyValue>
        {applied !== null && <KeyValue label="Used for the entry">{formatRupees(applied)}</KeyValue>}
        <KeyValue label="Paid so far">{formatRupees(review.paid)}</KeyValue>
        <KeyValue label="Owed now">{formatRupees(review.owed)}</KeyValue>
        <KeyValue label="Started">
          <DateTime at={review.started_at} zone={zone} />
        </KeyValue>
        <KeyValue label="Reference">{review.transaction}</KeyValue>
        {review.utr && <KeyValue label="UTR">{review.utr}</KeyValue>}
        {review.code && <KeyValue label="Provider's code">{review.code}</KeyValue>}
        {decidedBy && (
          <KeyValue label="Decided by">
            {decidedBy}: {review.decision_reason}
          </KeyValue>
        )}
      </KeyValueList>
    </Card>
  );
}

function Answers({ review: { answers } }: { review: Review }) {
  const { zone } = useBranch();
  return (
    <Card title="What the provider said">
      {answers.length === 0 && <Text c="dimmed">Nothing yet.</Text>}
      <RowList isFramed={false} label="What the provider said">
        {answers.map((answer) => (
          <Row key={`${answer.at}${answer.source}`}>
            {describeAnswer(answer)}
            <Text component="div" size="sm" c="dimmed">
              <DateTime at={answer.at} zone={zone} />
            </Text>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}

function Refunds({ review: { refunds, decided_by: decidedBy } }: { review: Review }) {
  const { zone } = useBranch();
  if (refunds.length === 0) return null;
  return (
    <Card title="Refunds">
      <RowList isFramed={false} label="Refunds">
        {refunds.map(({ id, amount, state, reason, by, at }) => (
          <Row key={id}>
            <Group gap="sm" justify="space-between">
              <strong className="figures">{formatRupees(amount)}</strong>
              <TransferBadge {...refundStateTable.states[state]} />
            </Group>
            <Text component="div" size="sm" c="dimmed">
              {by ?? decidedBy ?? "Automatic"}, <DateTime at={at} zone={zone} />
              {reason && `: ${reason}`}
            </Text>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}

function ReviewActions({ review }: { review: Review }) {
  const { id, state, received, usable, reason } = review;
  const [decision, setDecision] = useState<"apply" | "refund">();
  const isDecidable = state === "review" && received !== null;
  const isOpen = reason === "no-answer" || reason === "other-amount";

  async function ask(): Promise<void> {
    await callAndRefresh({ route: "POST /actions/payments/attempts/:id/check", id }, ...refreshed);
    showSuccess("PAYMENT_UPDATED");
  }

  if (!isOpen) return null;
  return (
    <ActionBar>
      <AsyncButton variant="default" size="xl" onPress={ask}>
        Ask the provider again
      </AsyncButton>
      {isDecidable && (
        <Button variant="default" size="xl" onClick={() => setDecision("refund")}>
          Return all
        </Button>
      )}
      {isDecidable && usable > 0 && (
        <Button color="marigold" size="xl" onClick={() => setDecision("apply")}>
          <span className="figures">Use {formatRupees(usable)}</span>
        </Button>
      )}
      {decision && <DecisionSheet review={review} decision={decision} onClose={() => setDecision(undefined)} />}
    </ActionBar>
  );
}

const fields = { reason: changeReason };

function DecisionSheet({
  review: { id, received, owed, usable },
  decision,
  onClose,
}: {
  review: Review;
  decision: "apply" | "refund";
  onClose: () => void;
}) {
  const amount = received ?? 0;
  const used = decision === "apply" ? usable : 0;
  async function submit({ reason }: { reason: string | null }): Promise<void> {
    const body = { decision, reason: reason ?? "" };
    await callAndRefresh({ route: "POST /actions/payments/attempts/:id/decide", id, body }, ...refreshed);
    showSuccess("PAYMENT_UPDATED");
    onClose();
  }
  return (
    <Sheet isOpen title={decision === "apply" ? "Use payment" : "Return payment"} onClose={onClose}>
      <Form fields={fields} onSubmit={submit}>
        <Stack>
          <KeyValueList layout="spread">
            <KeyValue label="Received">{formatRupees(amount)}</KeyValue>
            <KeyValue label="Used for the entry">{formatRupees(used)}</KeyValue>
            <KeyValue label="Returned to the payer">{formatRupees(amount - used)}</KeyValue>
            {owed - used > 0 && <KeyValue label="Still owed">{formatRupees(owed - used)}</KeyValue>}
          </KeyValueList>
          <FormField name="reason" />
          <SubmitButton>{decision === "apply" ? "Use payment" : "Return payment"}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
