// Payment filter, filter of long stays and search of the board.
import { useQuery } from "@tanstack/react-query";
import { countQuery, itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useNow } from "#web/ui/use-now.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Group } from "#web/ui/layout.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import {
  toStatusFilter,
  type BoardUrlState,
  type BoardPaymentFilter,
} from "#web/features/parking/board/board-url-state.ts";
import { t } from "#web/languages/t.ts";

interface BoardFiltersProps {
  /** Whether the user works at the gate, where vehicles pay and stay long. */
  isAtGate: boolean;
  urlState: BoardUrlState;
  onChange: (next: Partial<BoardUrlState>) => void;
}

const payments: readonly { value: BoardPaymentFilter; label: string }[] = [
  { value: "to-pay", label: "Unpaid" },
  { value: "paid", label: "Paid" },
];

export function BoardFilters({ isAtGate, urlState, onChange }: BoardFiltersProps) {
  const isCharged = useIsCharged() && isAtGate;
  const isAll = !urlState.state && !urlState.payment && !urlState.search;
  return (
    <Group gap="sm" justify="space-between">
      <FilterChipGroup label={t("Filter")}>
        <FilterChip
          isChosen={isAll}
          label={t("All")}
          onPress={() => onChange({ state: null, payment: null, search: "" })}
        />
        {(isCharged || urlState.payment) &&
          payments.map(({ value, label }) => (
            <FilterChip
              key={value}
              label={t(label)}
              isChosen={urlState.payment === value}
              onPress={() => onChange({ payment: urlState.payment === value ? null : value })}
            />
          ))}
        {isAtGate && (
          <LongStayChip
            isChosen={urlState.state === "long-inside"}
            onPress={() => onChange({ state: urlState.state === "long-inside" ? null : "long-inside" })}
          />
        )}
      </FilterChipGroup>
      <SearchField
        label={t("Search by vehicle number, phone, name or receipt")}
        hint={t("Vehicle, phone, receipt")}
        search={urlState.search}
        onSearch={(search) => onChange({ search })}
      />
    </Group>
  );
}

/** Whether parking has ever had a tariff; without one nothing is paid. */
function useIsCharged(): boolean {
  const { branch } = useBranch();
  const filter = { branch: { _eq: branch.id }, service: { _eq: "is_parking" } };
  const { data } = useQuery(itemsQuery("Tariff_Versions", { fields: ["id"], filter, limit: 1 }));
  return data === undefined || data.length > 0;
}

/** Only while there are such vehicles: on most days there are none. */
function LongStayChip({ isChosen, onPress }: { isChosen: boolean; onPress: () => void }) {
  const { branch, zone } = useBranch();
  const now = useNow(60_000);
  const filter = toStatusFilter({ state: "long-inside", branch: branch.id, zone, now });
  const { data } = useQuery(countQuery("Parking_Information", filter));
  if (!data && !isChosen) return null;
  return <FilterChip label={t("Inside over 24 hours")} count={data} isChosen={isChosen} onPress={onPress} />;
}
