// The product's signature: a vehicle number, always shown as the plate it stands on.
import styles from "#web/ui/plate.module.css";

export type PlateKind = "private" | "commercial" | "electric";

interface PlateProps {
  number: string;
  /** White, yellow or green, where known. */
  kind?: PlateKind | undefined;
  size?: "small" | "medium" | "large" | undefined;
}

const backs = { private: "", commercial: styles["yellow"], electric: styles["green"] };

/** TN09AB1234 → TN 09 AB 1234; 22BH1234AA → 22 BH 1234 AA; what has no known form stays in one group. */
export function plateGroups(number: string): string[] {
  const plain = number.replace(/[\s-]+/g, "").toUpperCase();
  const state = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/.exec(plain);
  const bharat = /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/.exec(plain);
  const groups = (state ?? bharat)?.slice(1).filter((group) => group !== "");
  return groups ?? [plain];
}

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
