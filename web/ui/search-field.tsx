// The field above a list that narrows it as one types.
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import styles from "#web/ui/filters.module.css";

const typingMs = 250;

interface SearchFieldProps {
  /** What is searched in, for who cannot see the hint. */
  label: string;
  hint: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Narrows a list as one types, a moment after the last letter. */
export function SearchField({ label, hint, search, onSearch }: SearchFieldProps) {
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
        {label}
      </label>
      <IconSearch size={20} aria-hidden="true" />
      <input
        id={id}
        type="text"
        inputMode="search"
        value={typed}
        maxLength={50}
        placeholder={hint}
        autoComplete="off"
        autoCapitalize="off"
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
