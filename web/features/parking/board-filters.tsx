// The chips above the list, and the field that narrows it as one types.
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
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
      <div className={styles["chips"]} role="group" aria-label="Show">
        <Chip isChosen={isAll} label="All" onPress={() => onChange({ state: null, payment: null, search: "" })} />
        {payments.map(({ value, label }) => (
          <Chip
            key={value}
            label={label}
            isChosen={address.payment === value}
            onPress={() => onChange({ payment: address.payment === value ? null : value })}
          />
        ))}
      </div>
      <SearchField search={address.search} onSearch={(search) => onChange({ search })} />
    </div>
  );
}

function Chip({ label, isChosen, onPress }: { label: string; isChosen: boolean; onPress: () => void }) {
  return (
    <button type="button" className={styles["chip"]} aria-pressed={isChosen} onClick={onPress}>
      {label}
    </button>
  );
}

const typingMs = 250;

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  const [sent, setSent] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (search !== seen) {
    setSeen(search);
    // The back button and "All" change it from outside; what was typed here may be further on already.
    if (search !== sent) setTyped(search);
  }

  function type(next: string): void {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(next);
      onSearch(next);
    }, typingMs);
  }

  return (
    <div className={styles["search"]}>
      <label className="visually-hidden" htmlFor={id}>
        Part of a plate, phone number, name or receipt
      </label>
      <IconSearch size={20} aria-hidden="true" />
      <input
        id={id}
        type="text"
        inputMode="search"
        value={typed}
        maxLength={50}
        placeholder="Plate, phone, name, receipt"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => type(event.currentTarget.value)}
      />
      {typed && (
        <button type="button" aria-label="Clear the search" onClick={() => type("")}>
          <IconX size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
