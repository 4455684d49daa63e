// §4 the user's own shift: cash is counted before the expected amount is shown.
import type { WireRow } from "#domain/schema/registry.ts";
import { IconCash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { money, text } from "#domain/schema/fields.ts";
import { limits } from "#domain/limits.ts";
import { toPaise, formatRupees } from "#domain/money.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { CashDifference } from "#web/features/cash/cash-difference.tsx";

const shiftFields = ["id", "opened_at", "closed_at", "counted", "expected", "difference", "note"] as const;
type Shift = WireRow<"cash_shifts", typeof shiftFields>;

export function ShiftPage() {
  useLiveCollections("cash_shifts");
  const { user } = useRequiredSession();
  const query = { fields: shiftFields, filter: { collector: { _eq: user.id } }, sort: ["-id"], limit: 10 };
  const { data: shifts, error, refetch } = useQuery(itemsQuery("cash_shifts", query));
  const openShift = shifts?.find(({ closed_at }) => closed_at === null);
  const closedShifts = shifts?.filter(({ closed_at }) => closed_at !== null) ?? [];
  return (
    <Page title="My shift" width="narrow">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!shifts && !error && <SkeletonRows count={3} />}
      {shifts && (openShift ? <CountCashForm shift={openShift} /> : <NoShift />)}
      {closedShifts.map((shift) => (
        <CountedShift key={shift.id} shift={shift} />
      ))}
    </Page>
  );
}

function NoShift() {
  return (
    <EmptyState
      icon={IconCash}
      title="No open shift"
      text="A shift starts when you go on duty or collect your first cash payment."
    />
  );
}

const fields = {
  counted: money({ label: "Counted cash", min: 0, required: true }),
  note: text({ label: "Note to manager", max: limits.message }),
};

function CountCashForm({ shift }: { shift: Shift }) {
  const { zone } = useBranch();
  async function close(values: { [name: string]: string | boolean | null }): Promise<void> {
    await updateItem("cash_shifts", shift.id, { counted: values["counted"], note: values["note"] });
    await refreshItems("cash_shifts");
  }
  return (
    <Card title="Close shift" gap="md">
      <Text c="dimmed">
        Open since <DateTime at={shift.opened_at} zone={zone} /> (<RelativeTime at={shift.opened_at} zone={zone} />
        ). Count the cash you collected, without your opening float. The expected amount is shown afterwards.
      </Text>
      <Form fields={fields} onSubmit={close}>
        <Stack>
          <FormField name="counted" placeholder="0.00" />
          <FormField name="note" />
          <SubmitButton>Close shift</SubmitButton>
        </Stack>
      </Form>
    </Card>
  );
}

function CountedShift({ shift }: { shift: Shift }) {
  const { zone } = useBranch();
  return (
    <Card gap="sm">
      <Group justify="space-between" role="status">
        <CashDifference paise={toPaise(shift.difference ?? "0")} />
        <DateTime at={shift.closed_at} zone={zone} />
      </Group>
      <KeyValueList layout="stacked" minColumnWidth={130}>
        <KeyValue label="Counted">{formatRupees(toPaise(shift.counted ?? "0"))}</KeyValue>
        <KeyValue label="Expected">{formatRupees(toPaise(shift.expected ?? "0"))}</KeyValue>
      </KeyValueList>
      {shift.note && <Text c="dimmed">{shift.note}</Text>}
    </Card>
  );
}
