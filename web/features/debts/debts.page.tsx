// §4 /{company}/{branch}/debts: what vehicles that left still owe, oldest first.
import { Button } from "@mantine/core";
import { IconCoinRupee, IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatRupees } from "#domain/money.ts";
import { type Debt, debtsQuery, exportDebts } from "#web/api/debts.ts";
import { downloadCsv } from "#web/api/download-file.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { RelativeTime, DateTime } from "#web/ui/data/date-time.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AccountList } from "#web/features/debts/account-list.tsx";
import { debtAges, type DebtsUrlState, useDebtsUrlState } from "#web/features/debts/debts-url-state.ts";
import { t } from "#web/languages/t.ts";
import { tPlural } from "#web/languages/nodes.ts";

export function DebtsPage() {
  useLiveCollections("Parking_Information", "Valet_and_Parking_Information");
  const { branch, zone } = useBranch();
  const [urlState, setUrlState] = useDebtsUrlState();
  const { view, search, age } = urlState;
  const isOfVehicles = view === "vehicles";
  async function download(): Promise<void> {
    downloadCsv({ name: `Debts ${branch.name}.csv`, text: await exportDebts({ filters: { search, age }, zone }) });
  }
  return (
    <Page
      title={t("Debts")}
      actions={
        isOfVehicles && (
          <AsyncButton variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onPress={download}>
            {t("Export")}
          </AsyncButton>
        )
      }
    >
      <FilterChipGroup label={t("Debts of")}>
        <FilterChip label={t("Vehicles")} isChosen={isOfVehicles} onPress={() => setUrlState({ view: "vehicles" })} />
        <FilterChip label={t("Accounts")} isChosen={!isOfVehicles} onPress={() => setUrlState({ view: "accounts" })} />
      </FilterChipGroup>
      {isOfVehicles ? <VehicleDebts urlState={urlState} onShow={setUrlState} /> : <AccountList />}
    </Page>
  );
}

interface DebtListProps {
  urlState: DebtsUrlState;
  onShow: (next: Partial<DebtsUrlState>) => void;
}

function VehicleDebts({ urlState, onShow }: DebtListProps) {
  const { search, age } = urlState;
  return (
    <>
      <Group justify="space-between" gap="sm">
        <FilterChipGroup label={t("Age")}>
          {debtAges.map((days) => (
            <FilterChip
              key={days}
              label={days === 0 ? t("All") : t("{days} days and older", { days })}
              isChosen={age === days}
              onPress={() => onShow({ age: days })}
            />
          ))}
        </FilterChipGroup>
        <SearchField
          label={t("Search by vehicle number, phone, name or receipt")}
          hint={t("Vehicle, phone, name")}
          search={search}
          onSearch={(typed) => onShow({ search: typed })}
        />
      </Group>
      <DebtList urlState={urlState} onShow={onShow} />
    </>
  );
}

function DebtList({ urlState, onShow }: DebtListProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...debtsQuery({ search: urlState.search, age: urlState.age, page: urlState.page }),
    placeholderData: keepPreviousData,
  });
  const columns = useDebtColumns();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.count === 0) return <NoDebts urlState={urlState} onShow={onShow} />;
  return (
    <Stack aria-busy={isPlaceholderData}>
      <StatTile label={tPlural(data.count, "{count} debt", "{count} debts")} value={formatRupees(data.total)} />
      <DataTable label={t("Debts")} columns={columns} rows={data.debts} getKey={({ kind, id }) => `${kind}${id}`} />
      <Pagination page={urlState.page} count={data.count} order="oldest" onPageChange={(page) => onShow({ page })} />
    </Stack>
  );
}

function useDebtColumns(): readonly DataTableColumn<Debt>[] {
  const { path, zone } = useBranch();
  return [
    {
      header: "Vehicle",
      isRowHeader: true,
      cell: ({ kind, id, name }) => (
        <RowLink to={path(`${kind === "P" ? "parking" : "valet-parking"}/detail?id=${id}`)}>
          {name ?? t("Visitor")}
        </RowLink>
      ),
    },
    { header: "Phone", cell: ({ phone }) => phone ?? "–" },
    { header: "Left at", cell: ({ out_time }) => <DateTime at={out_time} zone={zone} /> },
    { header: "Age", cell: ({ out_time }) => <RelativeTime at={out_time} zone={zone} /> },
    { header: "Reason", cell: ({ reason }) => reason ?? "–" },
    { header: "Owed", align: "end", cell: ({ owed }) => formatRupees(owed) },
  ];
}

function NoDebts({ urlState, onShow }: DebtListProps) {
  if (urlState.search === "" && urlState.age === 0 && urlState.page === 1)
    return (
      <EmptyState
        icon={IconCoinRupee}
        title={t("No debts")}
        text={t("Vehicles that leave with the payment type “Pay later” appear here until they pay.")}
      />
    );
  return (
    <EmptyState icon={IconCoinRupee} title={t("No matching debts")} text={t("Try a shorter search, or show all.")}>
      <Button size="lg" onClick={() => onShow({ search: "", age: 0 })}>
        {t("Show all")}
      </Button>
    </EmptyState>
  );
}
