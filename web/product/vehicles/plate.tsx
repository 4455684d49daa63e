// A vehicle number, shown as a number plate.
import { splitPlate } from "#web/product/vehicles/plate-groups.ts";
import { joinClassNames } from "#web/ui/class-names.ts";
import { getTextSize } from "#web/ui/text.tsx";
import styles from "#web/product/vehicles/plate.module.css";

export type PlateKind = "private" | "commercial" | "electric";

interface PlateProps {
  number: string;
  /** Plate colour: private is white, commercial yellow, electric green. */
  kind?: PlateKind | undefined;
  size?: "small" | "medium" | "large" | undefined;
}

const plateClassNames = { private: undefined, commercial: styles["yellow"], electric: styles["green"] };
const textSizes = { small: "sm", medium: "lg", large: "2xl" } as const;

export function Plate({ number, kind = "private", size = "medium" }: PlateProps) {
  return (
    <span
      className={joinClassNames(styles["plate"], plateClassNames[kind])}
      style={{ fontSize: getTextSize(textSizes[size]) }}
    >
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
