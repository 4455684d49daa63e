// §1 §5 /platform/settlement: what vendors owe the platform, by month.
import { IconDownload, IconReceipt2 } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ActionReply } from "#domain/contracts.ts";
import { formatDate } from "#domain/dates.ts";
import { getKeys } from "#domain/object-keys.ts";
import { formatCell, isNumericType } from "#domain/reports/format-cell.ts";
import { addMonths, settlementColumns } from "#domain/reports/settlement/vendor-settlement.ts";
import { call, toRequest } from "#web/api/call.ts";
import { downloadFrom } from "#web/api/files.ts";
import { Page } from "#web/ui/page.tsx";
import {
  type SettlementUrlState,
  useSettlementUrlState,
} from "#web/features/platform/settlement/settlement-url-state.ts";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";

/** Months that can be chosen. */
const monthCount = 36;

export function SettlementPage() {
  const month = formatDate({ at: useNow() }).slice(0, 7);
  const [state, setState] = useSettlementUrlState(month);
  const months = Array.from({ length: monthCount }, (_, index) => addMonths(month, -index));
  const options = [...new Set([...months, state.from, state.to])].toSorted().toReversed();
  const download = (): Promise<void> =>
    downloadFrom({
      path: toRequest({ route: "GET /actions/platform/settlement/file", query: { ...state } }).path,
      name: `settlement-${state.from}-${state.to}.csv`,
    });
  return (
    <Page
      title="Settlement"
      actions={
        <AsyncButton variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onPress={download}>
          CSV
        </AsyncButton>
      }
    >
      <Grid minColumnWidth={160} gap="sm" role="group" aria-label="Months">
        {(["from", "to"] as const).map((end) => (
          <Select
            key={end}
            label={end === "from" ? "From" : "To"}
            value={state[end]}
            data={options.map((value) => ({ value, label: value }))}
            onChange={({ currentTarget: { value } }) => setState({ [end]: value })}
          />
        ))}
      </Grid>
      <SettlementTable state={state} />
    </Page>
  );
}

type Settlement = ActionReply<"GET /actions/platform/settlement">;

function SettlementTable({ state }: { state: SettlementUrlState }) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["platform-settlement", state],
    queryFn: ({ signal }) => call({ route: "GET /actions/platform/settlement", query: { ...state } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.rows.length === 0)
    return (
      <EmptyState icon={IconReceipt2} title="Nothing was received in these months" text="Choose other months above." />
    );
  return (
    <Stack aria-busy={isPlaceholderData}>
      <Text c="dimmed">
        What customers paid at all branches of a vendor, and the fees for it. Vendors see the same by branch in their
        settlement report.
      </Text>
      {data.rows.some((row) => row.has_unset_fees) && (
        <Text c="dimmed">* A fee of a branch is not set and counts as nothing.</Text>
      )}
      <DataTable
        label="Settlement"
        columns={createColumns(data.totals)}
        rows={data.rows}
        getKey={({ company, month }) => `${company} ${month}`}
      />
    </Stack>
  );
}

function createColumns(totals: Settlement["totals"]): DataTableColumn<Settlement["rows"][number]>[] {
  return getKeys(settlementColumns).map((name) => {
    const { label, type } = settlementColumns[name];
    const total = name === "vendor" ? "Total" : name === "month" ? "" : formatCell({ value: totals[name], type });
    return {
      header: label,
      isRowHeader: name === "vendor",
      align: isNumericType(type) || name === "month" ? "end" : undefined,
      footer: total,
      cell: (row) =>
        name === "vendor" ? (
          <RowLink to={`/platform/companies/${row.company}`}>{row.vendor}</RowLink>
        ) : (
          `${formatCell({ value: row[name], type })}${name === "due" && row.has_unset_fees ? " *" : ""}`
        ),
    };
  });
}
