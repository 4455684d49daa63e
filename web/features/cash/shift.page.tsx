// §4 the user's own shift: opening float, handovers, and the count, before which the expected amount is not shown.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import { toPaise, formatRupees } from "#domain/money.ts";
import { setOpeningFloat } from "#web/api/cash-shift.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { CountShiftForm } from "#web/product/cash/count-shift-form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { CountCorrection } from "#web/features/cash/count-correction.tsx";
import { CashDifference } from "#web/features/cash/cash-difference.tsx";
import { PrintShiftButton } from "#web/features/cash/print-shift.tsx";
import { HandOverSheet } from "#web/features/cash/hand-over-sheet.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";
import { t } from "#web/languages/t.ts";

const shiftFields = [
  "id",
  "closed_at",
  "opening_float",
  "counted",
  "expected",
  "difference",
  "vehicles",
  "note",
  "collector.id",
  "closed_by.id",
  "closed_by.first_name",
  "first_counted",
  "corrected_at",
  "corrected_by.first_name",
  "correction_reason",
] as const;
type Shift = WireRow<"cash_shifts", typeof shiftFields>;

export function ShiftPage() {
  useLiveCollections("cash_shifts", "cash_handovers");
  const { user } = useRequiredSession();
  const query = { fields: shiftFields, filter: { collector: { _eq: user.id } }, sort: ["-id"], limit: 10 };
  const { data: shifts, error, refetch } = useQuery(itemsQuery("cash_shifts", query));
  const openShift = shifts?.find(({ closed_at }) => closed_at === null);
  const closedShifts = shifts?.filter(({ closed_at }) => closed_at !== null) ?? [];
  return (
    <Page title={t("My shift")} width="narrow">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!shifts && !error && <SkeletonRows count={3} />}
      {openShift && <OpenShift shift={openShift} />}
      {shifts && !openShift && <CountShiftForm />}
      {closedShifts.map((shift) => (
        <CountedShift key={shift.id} shift={shift} />
      ))}
    </Page>
  );
}

function OpenShift({ shift }: { shift: Shift }) {
  const [sheet, setSheet] = useState<"float" | "handover" | null>(null);
  return (
    <Card title={t("Close shift")} gap="md">
      <Group gap="sm">
        <Button variant="default" onClick={() => setSheet("float")}>
          {t("Opening float {amount}", { amount: formatRupees(toPaise(shift.opening_float ?? "0")) })}
        </Button>
        <Button variant="default" onClick={() => setSheet("handover")}>
          {t("Hand over cash")}
        </Button>
      </Group>
      <CountShiftForm />
      {sheet === "float" && <FloatSheet shift={shift} onClose={() => setSheet(null)} />}
      {sheet === "handover" && <HandOverSheet onClose={() => setSheet(null)} />}
    </Card>
  );
}

const floatFields = { opening_float: { ...CashShifts.fields.opening_float, required: true } };

function FloatSheet({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  return (
    <Sheet isOpen title={t("Opening float")} onClose={onClose}>
      <Form
        fields={floatFields}
        initial={{ opening_float: shift.opening_float ?? "" }}
        onSubmit={async ({ opening_float: amount }) => {
          await setOpeningFloat(shift.id, amount);
          showSuccess(t("Opening float saved"));
          onClose();
        }}
      >
        <Stack>
          <FormField
            name="opening_float"
            placeholder="0.00"
            description={t("Cash that you brought or were given for change, before the first payment.")}
          />
          <SubmitButton>{t("Save")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function CountedShift({ shift }: { shift: Shift }) {
  const { zone } = useBranch();
  const closer = shift.closed_by;
  return (
    <Card gap="sm">
      <Group justify="space-between" role="status">
        <CashDifference paise={toPaise(shift.difference ?? "0")} />
        <DateTime at={shift.closed_at} zone={zone} />
      </Group>
      <KeyValueList layout="stacked" minColumnWidth={130}>
        <KeyValue label={t("Counted")}>{formatRupees(toPaise(shift.counted ?? "0"))}</KeyValue>
        <KeyValue label={t("Expected")}>{formatRupees(toPaise(shift.expected ?? "0"))}</KeyValue>
        {shift.vehicles !== null && <KeyValue label={t("Paid vehicles")}>{shift.vehicles}</KeyValue>}
      </KeyValueList>
      {closer && closer.id !== shift.collector?.id && (
        <Text c="dimmed">{t("Closed by {name}", { name: closer.first_name ?? t("former staff") })}</Text>
      )}
      {shift.note && (
        <Text c="dimmed">
          <LongText>{shift.note}</LongText>
        </Text>
      )}
      {shift.corrected_at && (
        <CountCorrection
          correction={{
            counted: toPaise(shift.first_counted ?? "0"),
            by: shift.corrected_by?.first_name ?? null,
            at: shift.corrected_at,
            reason: shift.correction_reason,
          }}
        />
      )}
      <Group gap="xs">
        <PrintShiftButton shift={shift.id} />
      </Group>
    </Card>
  );
}
