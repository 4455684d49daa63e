// §4 /{company}/{branch}/unclear-payments: online payments that a person has to look at, and one of them with `?id=`.
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { formatRupees } from "#domain/money.ts";
import type { UnclearPayments } from "#domain/payments/online/unclear-payment.ts";
import { parseId } from "#domain/schema/fields.ts";
import { call } from "#web/api/call.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { PaymentReview } from "#web/features/payments/unclear/payment-review.tsx";
import { UnknownPayments, useUnknownPayments } from "#web/features/payments/unclear/unknown-payments.tsx";
import { reasonLabels } from "#web/features/payments/unclear/labels.ts";

export function UnclearPaymentsPage() {
  useLiveCollections("payment_attempts", "payment_refunds", "unknown_payments");
  const [parameters] = useSearchParams();
  const id = parseId(parameters.get("id"));
  return id !== undefined ? <PaymentReview id={id} /> : <UnclearPaymentList />;
}

function UnclearPaymentList() {
  const { data, error, refetch } = useQuery({
    queryKey: ["items", "payment_attempts", "unclear"],
    queryFn: () => call({ route: "GET /actions/payments/unclear" }),
    // Refunds have no live events for this key.
    staleTime: 0,
  });
  const { data: unknown } = useUnknownPayments();
  const columns = useColumns();
  return (
    <Page title="Unclear payments">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data?.length === 0 && unknown?.length === 0 && (
        <EmptyState
          icon={IconCircleCheck}
          title="No unclear payments"
          text="Online payments of another amount, without an answer, received twice, too late or without being known appear here."
        />
      )}
      {data && data.length > 0 && (
        <DataTable label="Unclear payments" columns={columns} rows={data} getKey={({ id }) => id} />
      )}
      {unknown && unknown.length > 0 && <UnknownPayments payments={unknown} />}
    </Page>
  );
}

function useColumns(): readonly DataTableColumn<UnclearPayments[number]>[] {
  const { path, zone } = useBranch();
  return [
    {
      header: "Vehicle",
      isRowHeader: true,
      cell: ({ id, name }) => <RowLink to={path(`unclear-payments?id=${id}`)}>{name ?? "Visitor"}</RowLink>,
    },
    { header: "What is unclear", cell: ({ reason }) => reasonLabels[reason] },
    { header: "Requested", align: "end", cell: ({ requested }) => formatRupees(requested) },
    { header: "Received", align: "end", cell: ({ received }) => (received === null ? "–" : formatRupees(received)) },
    { header: "Started", cell: ({ started_at: at }) => <DateTime at={at} zone={zone} /> },
  ];
}
