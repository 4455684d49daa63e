// Links to the listings of places, with the number of branches there.
import type { SiteLink } from "#domain/site/site-data.ts";
import styles from "#web/site/site.module.css";

export function PlaceLinks({ label, places }: { label: string; places: readonly (SiteLink & { branches: number })[] }) {
  return (
    <nav className={styles["strip"]} aria-label={label}>
      {places.map(({ label: name, path, branches }) => (
        <a key={path} href={path} className={styles["chip"]}>
          {name} <span className="figures">({branches})</span>
        </a>
      ))}
    </nav>
  );
}
