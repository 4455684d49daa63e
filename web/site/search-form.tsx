// Search for parking by place, area, PIN code or company; works without JavaScript.
import { IconSearch } from "@tabler/icons-react";
import { errorCatalogue } from "#domain/errors.ts";
import { Group } from "#web/ui/layout.tsx";
import styles from "#web/site/site.module.css";

interface SearchFormProps {
  /** Path of the listing that answers. */
  action?: string;
  words?: string;
  /** Fields of the stay, which the search keeps. */
  kept?: readonly (readonly [name: string, value: string])[];
}

export function SearchForm({ action = "/parking", words = "", kept = [] }: SearchFormProps) {
  return (
    <form method="get" action={action} role="search" className={styles["stay"]}>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className={styles["field"]}>
        Area, city, PIN code or company
        <input
          className={styles["input"]}
          type="search"
          name="q"
          defaultValue={words}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
      </label>
      <Group gap="sm" wrap="nowrap">
        <button className={styles["primary"]}>
          <IconSearch size={20} aria-hidden="true" />
          Find parking
        </button>
        {/* Shown by the script, which asks for the position. */}
        <button type="button" className={styles["button"]} data-near-me hidden>
          Near me
        </button>
      </Group>
      {/* Filled by the script for customers who have pinned places. */}
      <template data-own-places>
        <Group component="nav" gap="xs" aria-label="My places">
          <a className={styles["chip"]} href={action}>
            Near
          </a>
        </Group>
      </template>
      <p
        role="status"
        data-near-me-status
        data-waiting="Finding your position…"
        data-denied={errorCatalogue.LOCATION_PERMISSION.text}
        data-unsupported={errorCatalogue.LOCATION_NOT_SUPPORTED.text}
        data-unknown="Your position could not be found. Search for the area instead."
        hidden
      />
    </form>
  );
}
