// Payments that the provider reported and that were not started here: listed until somebody has closed them.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRupees, toPaise } from "#domain/money.ts";
import { UnknownPayments as UnknownPaymentRows } from "#domain/payments/online/unknown-payments.collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { RowButton } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";

const fields = ["id", "merchant_transaction_id", "amount", "utr", "messages", "date_created"] as const;
export type UnknownPayment = WireRow<"unknown_payments", typeof fields>;

/** Those that nobody has closed. */
export function useUnknownPayments() {
  const { branch } = useBranch();
  const filter = { branch: { _eq: branch.id }, closed_at: { _null: true } };
  return useQuery(itemsQuery("unknown_payments", { fields, filter, sort: ["id"], limit: 100 }));
}

export function UnknownPayments({ payments }: { payments: readonly UnknownPayment[] }) {
  const [chosen, setChosen] = useState<UnknownPayment>();
  const columns = useColumns(setChosen);
  return (
    <Card title="Payments that were not started here">
      <Text c="dimmed">
        The provider received them for this company, but no payment with this reference is known. They belong to no
        entry.
      </Text>
      <DataTable
        label="Payments that were not started here"
        columns={columns}
        rows={payments}
        getKey={({ id }) => id}
      />
      {chosen && <CloseSheet payment={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function useColumns(onChoose: (payment: UnknownPayment) => void): readonly DataTableColumn<UnknownPayment>[] {
  const { zone } = useBranch();
  return [
    {
      header: "Reference",
      isRowHeader: true,
      cell: (payment) => <RowButton onPress={() => onChoose(payment)}>{payment.merchant_transaction_id}</RowButton>,
    },
    { header: "Received", align: "end", cell: ({ amount }) => formatRupees(toPaise(amount ?? "0")) },
    { header: "UTR", cell: ({ utr }) => utr ?? "–" },
    { header: "Reported", cell: ({ date_created: at }) => <DateTime at={at} zone={zone} /> },
  ];
}

const closingFields = { closing_reason: { ...UnknownPaymentRows.fields.closing_reason, required: true } };

function CloseSheet({ payment, onClose }: { payment: UnknownPayment; onClose: () => void }) {
  const { zone } = useBranch();
  const { id, merchant_transaction_id: transaction, amount, utr, messages, date_created: at } = payment;
  return (
    <Sheet isOpen title="Unknown payment" onClose={onClose}>
      <Form
        fields={closingFields}
        onSubmit={async (values) => {
          await updateItem("unknown_payments", id, values).finally(() => void refreshItems("unknown_payments"));
          showSuccess("DATA_UPDATED");
          onClose();
        }}
      >
        <Stack>
          <KeyValueList>
            <KeyValue label="Reference">{transaction}</KeyValue>
            <KeyValue label="Received">{formatRupees(toPaise(amount ?? "0"))}</KeyValue>
            {utr && <KeyValue label="UTR">{utr}</KeyValue>}
            <KeyValue label="Reported">
              <DateTime at={at} zone={zone} />
              {(messages ?? 1) > 1 && `, ${messages} times`}
            </KeyValue>
          </KeyValueList>
          <Text>
            Look it up with the provider. Return it there if it belongs to nobody here, or collect what it is for, then
            write down what was done.
          </Text>
          <FormField name="closing_reason" widget="long-text" />
          <SubmitButton>Close payment</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
