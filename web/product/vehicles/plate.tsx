// A vehicle number, shown as a number plate.
import { splitPlate } from "#web/product/vehicles/plate-groups.ts";
import styles from "#web/product/vehicles/plate.module.css";

export type PlateKind = "private" | "commercial" | "electric";

interface PlateProps {
  number: string;
  /** Plate colour: private is white, commercial yellow, electric green. */
  kind?: PlateKind | undefined;
  size?: "small" | "medium" | "large" | undefined;
}

const plateClassNames = { private: "", commercial: styles["yellow"], electric: styles["green"] };

export function Plate({ number, kind = "private", size = "medium" }: PlateProps) {
  return (
    <span className={`${styles["plate"]} ${styles[size]} ${plateClassNames[kind]}`}>
      <span className="visually-hidden">{number}</span>
      <span className={styles["strip"]} aria-hidden="true">
        IND
      </span>
      <span className={styles["characters"]} aria-hidden="true">
        {splitPlate(number).map((group, index) => (
          <span className={styles["group"]} key={index}>
            {[...group].map((character, position) => (
              <span className={styles["character"]} key={position}>
                {character}
              </span>
            ))}
          </span>
        ))}
      </span>
    </span>
  );
}
