// Payment filter and search of the board.
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Group } from "#web/ui/layout.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import type { BoardUrlState, BoardPaymentFilter } from "#web/features/parking/board/board-url-state.ts";

interface BoardFiltersProps {
  urlState: BoardUrlState;
  onChange: (next: Partial<BoardUrlState>) => void;
}

const payments: readonly { value: BoardPaymentFilter; label: string }[] = [
  { value: "to-pay", label: "Unpaid" },
  { value: "paid", label: "Paid" },
];

export function BoardFilters({ urlState, onChange }: BoardFiltersProps) {
  const isAll = !urlState.state && !urlState.payment && !urlState.search;
  return (
    <Group gap="sm" justify="space-between">
      <FilterChipGroup label="Filter">
        <FilterChip isChosen={isAll} label="All" onPress={() => onChange({ state: null, payment: null, search: "" })} />
        {payments.map(({ value, label }) => (
          <FilterChip
            key={value}
            label={label}
            isChosen={urlState.payment === value}
            onPress={() => onChange({ payment: urlState.payment === value ? null : value })}
          />
        ))}
      </FilterChipGroup>
      <SearchField
        label="Search by vehicle number, phone, name or receipt"
        hint="Vehicle, phone, name, receipt"
        search={urlState.search}
        onSearch={(search) => onChange({ search })}
      />
    </Group>
  );
}
