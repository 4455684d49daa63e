// Animated example board with sample vehicles, labelled as an example.
import { useEffect, useState } from "react";
import { Amount } from "#web/ui/data/amount.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import type { PlateKind } from "#web/product/vehicles/plate.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import styles from "#web/features/landing/example-board.module.css";

interface ExampleCar {
  plate: string;
  kind: PlateKind;
  slot: string;
  minutes: number;
}

const cars: readonly ExampleCar[] = [
  { plate: "TN09BX4127", kind: "private", slot: "A-07", minutes: 4 },
  { plate: "KA01AG9302", kind: "commercial", slot: "A-12", minutes: 26 },
  { plate: "TS08EV0550", kind: "electric", slot: "E-02", minutes: 48 },
  { plate: "TN22DK6618", kind: "private", slot: "B-31", minutes: 73 },
  { plate: "22BH7345AA", kind: "private", slot: "A-03", minutes: 102 },
  { plate: "KA53MH1189", kind: "private", slot: "B-08", minutes: 12 },
  { plate: "TN07CQ2046", kind: "commercial", slot: "B-19", minutes: 35 },
];
const visibleCount = 5;
const updateIntervalMs = 3_600;

/** ₹20 per 30 min, the rate of the example ticket. */
function computeChargePaise(minutes: number): number {
  return Math.ceil(minutes / 30) * 2_000;
}

export function ExampleBoard() {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => setStep((current) => current + 1), updateIntervalMs);
    return () => clearInterval(timer);
  }, []);
  const rows = Array.from({ length: visibleCount }, (_, position) => {
    const sequence = step - position;
    const index = ((sequence % cars.length) + cars.length) % cars.length;
    return { key: sequence, car: cars[index]!, isLast: position === visibleCount - 1 };
  });
  return (
    <figure className={styles["board"]}>
      <figcaption className={styles["header"]}>
        <span className={styles["name"]}>Example board</span>
        <span className={`figures ${styles["count"]}`}>
          {37 + (step % 6)} <span className={styles["countTotal"]}>of 60 slots</span>
        </span>
      </figcaption>
      <ul className={styles["rows"]}>
        {rows.map(({ key, car, isLast }, position) => (
          <li key={key} className={`${styles["row"]} ${position === 0 && step > 0 ? "glow" : ""}`}>
            <Plate number={car.plate} kind={car.kind} />
            <span className={`figures ${styles["slot"]}`}>{car.slot}</span>
            <span className={styles["money"]}>
              <Amount paise={computeChargePaise(car.minutes)} />
            </span>
            {isLast ? <StatusBadge label="Out" colour="red" /> : <StatusBadge label="In" colour="green" />}
          </li>
        ))}
      </ul>
    </figure>
  );
}
