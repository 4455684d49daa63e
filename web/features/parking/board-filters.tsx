// The chips above the list, and the field that narrows it as one types.
import { Chip, Chips } from "#web/ui/chip.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import type { BoardAddress, BoardPayment } from "#web/features/parking/board-address.ts";
import styles from "#web/features/parking/board.module.css";

interface BoardFiltersProps {
  address: BoardAddress;
  onChange: (next: Partial<BoardAddress>) => void;
}

const payments: readonly { value: BoardPayment; label: string }[] = [
  { value: "to-pay", label: "To pay" },
  { value: "paid", label: "Paid" },
];

export function BoardFilters({ address, onChange }: BoardFiltersProps) {
  const isAll = !address.state && !address.payment && !address.search;
  return (
    <div className={styles["filters"]}>
      <Chips label="Show">
        <Chip isChosen={isAll} label="All" onPress={() => onChange({ state: null, payment: null, search: "" })} />
        {payments.map(({ value, label }) => (
          <Chip
            key={value}
            label={label}
            isChosen={address.payment === value}
            onPress={() => onChange({ payment: address.payment === value ? null : value })}
          />
        ))}
      </Chips>
      <SearchField
        label="Part of a plate, phone number, name or receipt"
        hint="Plate, phone, name, receipt"
        search={address.search}
        onSearch={(search) => onChange({ search })}
      />
    </div>
  );
}
