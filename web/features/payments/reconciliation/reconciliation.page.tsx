// §4 /{company}/{branch}/reconciliation: the provider's settlement file against the payments recorded here.
import { IconCircleCheck, IconFileSpreadsheet } from "@tabler/icons-react";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { formatRupees } from "#domain/money.ts";
import type { Reconciliation } from "#domain/payments/reconciliation/reconciliation.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { useBranch } from "#web/api/use-session.ts";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { getLastDays } from "#web/ui/filters/last-days.ts";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { showError } from "#web/ui/feedback.ts";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

export function ReconciliationPage() {
  const { zone } = useBranch();
  const today = getLastDays(zone)[0]!;
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState("");
  const [result, setResult] = useState<Reconciliation>();

  async function compare(file: File): Promise<void> {
    setIsReading(true);
    setProblem("");
    setResult(undefined);
    const body = new FormData();
    body.set("file", file);
    try {
      setResult(await call({ route: "POST /actions/payments/reconcile", query: { from, to }, body }));
    } catch (thrown) {
      // What is wrong with the file; the text of the code says less.
      if (thrown instanceof ApiError && thrown.code === "INVALID_PAYLOAD")
        setProblem(thrown.message.replace(/^Invalid payload\. /, ""));
      else showError(thrown);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <Page title="Reconciliation">
      <Card gap="md">
        <Text c="dimmed">
          Upload the settlement file of the payment provider (CSV or XLSX) and choose the days that it covers. Nothing
          is changed.
        </Text>
        <Grid minColumnWidth={160} gap="sm" align="end">
          <TextInput
            label="From"
            type="date"
            value={from}
            max={today}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            label="To"
            type="date"
            value={to}
            max={today}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <FilePickerButton
            icon={IconFileSpreadsheet}
            accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onFile={(file) => void compare(file)}
          >
            {isReading ? "Comparing…" : "Choose file"}
          </FilePickerButton>
        </Grid>
        {problem && (
          <Notice c="red" role="alert">
            {problem}
          </Notice>
        )}
      </Card>
      {result && <Result result={result} />}
    </Page>
  );
}

function Result({ result: { lines, matched, inFile, recorded, differences } }: { result: Reconciliation }) {
  const columns = useColumns();
  return (
    <Stack>
      <Grid minColumnWidth={150} gap="sm">
        <StatTile label="Lines that agree" value={`${matched} of ${lines}`} />
        <StatTile label="In the file" value={formatRupees(inFile)} />
        <StatTile label="Recorded here" value={formatRupees(recorded)} />
        <StatTile label="Difference" value={formatRupees(inFile - recorded)} />
      </Grid>
      {differences.length === 0 ? (
        <EmptyState icon={IconCircleCheck} title="No differences" text="Every line agrees to the paisa." />
      ) : (
        <DataTable
          label="Differences"
          columns={columns}
          rows={differences}
          getKey={({ line, attempt, isRefund }) => `${line}-${attempt}-${isRefund}`}
        />
      )}
    </Stack>
  );
}

type Difference = Reconciliation["differences"][number];

const reasonLabels: { readonly [reason in Difference["reason"]]: string } = {
  amount: "Different amount",
  "not-paid": "Not paid here",
  unknown: "Not known here",
  twice: "Twice in the file",
  unreadable: "Not readable",
  missing: "Missing in the file",
};

function useColumns(): readonly DataTableColumn<Difference>[] {
  const { path } = useBranch();
  const format = (paise: number | null) => (paise === null ? "–" : formatRupees(paise));
  return [
    {
      header: "Reference",
      isRowHeader: true,
      cell: ({ reference, attempt }) =>
        attempt === null ? (
          (reference ?? "–")
        ) : (
          <RowLink to={path(`unclear-payments?id=${attempt}`)}>{reference ?? "Payment"}</RowLink>
        ),
    },
    { header: "Line", cell: ({ line }) => line ?? "–" },
    { header: "Kind", cell: ({ isRefund }) => (isRefund ? "Refund" : "Payment") },
    { header: "Difference", cell: ({ reason }) => reasonLabels[reason] },
    { header: "In the file", align: "end", cell: ({ inFile }) => format(inFile) },
    { header: "Recorded", align: "end", cell: ({ recorded }) => format(recorded) },
  ];
}
