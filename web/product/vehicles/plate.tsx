// A vehicle number, shown as a number plate.
import { splitPlate } from "#web/product/vehicles/plate-groups.ts";
import { joinClassNames } from "#web/ui/class-names.ts";
import { getTextSize } from "#web/ui/text.tsx";
import styles from "#web/product/vehicles/plate.module.css";

export type PlateKind = "private" | "commercial" | "electric";

interface PlateProps {
  number: string;
  /** Plate colour: private is white, commercial yellow, electric green. Default: by the vehicle type. */
  kind?: PlateKind | undefined;
  /** Icon name of the vehicle type (vehicle-icons.tsx). */
  typeIcon?: string | null | undefined;
  size?: "small" | "medium" | "large" | undefined;
}

const plateClassNames = { private: undefined, commercial: styles["yellow"], electric: styles["green"] };
/** Types that are always registered as commercial or electric. */
const kindsByTypeIcon: ReadonlyMap<string, PlateKind> = new Map([
  ["car-electric", "electric"],
  ["auto", "commercial"],
  ["bus", "commercial"],
  ["truck", "commercial"],
]);
const textSizes = { small: "sm", medium: "lg", large: "2xl" } as const;

export function Plate({ number, typeIcon, kind, size = "medium" }: PlateProps) {
  const shownKind = kind ?? kindsByTypeIcon.get(typeIcon ?? "") ?? "private";
  return (
    <span
      className={joinClassNames(styles["plate"], plateClassNames[shownKind])}
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
