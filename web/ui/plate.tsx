// The product's signature: a vehicle number, always shown as the plate it stands on.
import { plateGroups } from "#web/ui/plate-groups.ts";
import styles from "#web/ui/plate.module.css";

export type PlateKind = "private" | "commercial" | "electric";

interface PlateProps {
  number: string;
  /** White, yellow or green, where known. */
  kind?: PlateKind | undefined;
  size?: "small" | "medium" | "large" | undefined;
}

const backs = { private: "", commercial: styles["yellow"], electric: styles["green"] };

export function Plate({ number, kind = "private", size = "medium" }: PlateProps) {
  return (
    <span className={`${styles["plate"]} ${styles[size]} ${backs[kind]}`}>
      <span className="visually-hidden">{number}</span>
      <span className={styles["strip"]} aria-hidden="true">
        IND
      </span>
      <span className={styles["characters"]} aria-hidden="true">
        {plateGroups(number).map((group, at) => (
          <span className={styles["group"]} key={at}>
            {[...group].map((character, place) => (
              <span className={styles["character"]} key={place}>
                {character}
              </span>
            ))}
          </span>
        ))}
      </span>
    </span>
  );
}
