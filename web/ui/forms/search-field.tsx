// Search field that filters a list while typing.
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "#web/ui/filters/filters.module.css";
import { t } from "#web/languages/t.ts";

const debounceMs = 250;

interface SearchFieldProps {
  /** Accessible name; `hint` is the placeholder. */
  label: string;
  hint: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Calls `onSearch` after a short pause in typing. */
export function SearchField({ label, hint, search, onSearch }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(search);
  const [previousSearch, setPreviousSearch] = useState(search);
  const [sent, setSent] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (search !== previousSearch) {
    setPreviousSearch(search);
    // Applies outside changes (back button, clear filters), but not the echo of an earlier value while typing continues.
    if (search !== sent) setTyped(search);
  }

  function type(next: string): void {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(next);
      onSearch(next);
    }, debounceMs);
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
      {typed && <IconButton label={t("Clear search")} icon={IconX} iconSize={18} onPress={() => type("")} />}
    </div>
  );
}
