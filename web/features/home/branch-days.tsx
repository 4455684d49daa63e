// Today's figures branch by branch, for an admin of several branches.
import { useQuery } from "@tanstack/react-query";
import type { BranchDay } from "#domain/branches/actions.ts";
import { formatRupees } from "#domain/money.ts";
import { formatDuration } from "#domain/tariffs/describe-charge.ts";
import { call } from "#web/api/call.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { switchBranch } from "#web/product/shell/switch-branch.ts";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { RowButton } from "#web/ui/data/row-list.tsx";
import { showError } from "#web/ui/feedback.ts";
import { useAsyncAction } from "#web/ui/forms/use-async-action.ts";
import { Stack } from "#web/ui/layout.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";

/** Figures of other branches have no live events here. */
const refreshMs = 30_000;

const add = (rows: readonly BranchDay[], value: (row: BranchDay) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

function countColumn(header: string, rows: readonly BranchDay[], value: (row: BranchDay) => number) {
  return { header, align: "end", cell: value, footer: add(rows, value) } as const;
}

function moneyColumn(header: string, rows: readonly BranchDay[], value: (row: BranchDay) => number) {
  return {
    header,
    align: "end",
    cell: (row: BranchDay) => formatRupees(value(row)),
    footer: formatRupees(add(rows, value)),
  } as const;
}

export function BranchDays() {
  const { data, error, refetch } = useQuery({
    queryKey: ["branch-days"],
    queryFn: ({ signal }) => call({ route: "GET /actions/company/day" }, { signal }),
    refetchInterval: refreshMs,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  // One branch has its figures above.
  if (!data || data.length < 2) return null;
  return (
    <Stack component="section" gap="sm">
      <Title>All branches today</Title>
      <DataTable label="All branches today" columns={getColumns(data)} rows={data} getKey={({ id }) => id} />
    </Stack>
  );
}

function getColumns(rows: readonly BranchDay[]): readonly DataTableColumn<BranchDay>[] {
  return [
    {
      header: "Branch",
      isRowHeader: true,
      cell: (row) => <BranchName branch={row} />,
      footer: "Total",
    },
    countColumn("Inside", rows, ({ inside }) => inside),
    countColumn("Approvals", rows, ({ waitingForApproval }) => waitingForApproval),
    countColumn("Valet open", rows, ({ valetOpen }) => valetOpen),
    {
      header: "Pickups waiting",
      align: "end",
      cell: (row) => <Waiting branch={row} />,
      footer: add(rows, ({ pickupsRequested }) => pickupsRequested),
    },
    moneyColumn("Cash", rows, ({ cash }) => cash),
    moneyColumn("Online", rows, ({ online }) => online),
    countColumn("On duty", rows, ({ onDuty }) => onDuty),
  ];
}

function BranchName({ branch }: { branch: BranchDay }) {
  const session = useRequiredSession();
  const { run } = useAsyncAction({ action: () => switchBranch({ branch, session }), onError: showError });
  if (branch.id === session.branch?.id)
    return (
      <Text component="strong" size="lg">
        {branch.name}
      </Text>
    );
  return <RowButton onPress={() => void run()}>{branch.name}</RowButton>;
}

function Waiting({ branch: { pickupsRequested, waitingSince } }: { branch: BranchDay }) {
  const now = useNow(60_000);
  if (pickupsRequested === 0 || waitingSince === null) return pickupsRequested;
  return (
    <>
      {pickupsRequested}{" "}
      <Text component="span" size="sm" c="dimmed">
        for {formatDuration(Math.max(0, Math.floor((now.getTime() - new Date(waitingSince).getTime()) / 60_000)))}
      </Text>
    </>
  );
}
