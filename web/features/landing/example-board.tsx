// Animated example board with sample vehicles, labelled as an example.
import { useEffect, useState } from "react";
import { Amount } from "#web/ui/data/amount.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import type { PlateKind } from "#web/product/vehicles/plate.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";

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
    <Card
      title="Example board"
      actions={
        <Text size="lg" fw="bold" isFigures>
          {37 + (step % 6)} of 60 slots
        </Text>
      }
    >
      <RowList isFramed={false}>
        {rows.map(({ key, car, isLast }, position) => (
          <Row
            key={key}
            className={position === 0 && step > 0 ? "glow" : ""}
            trailing={isLast ? <StatusBadge label="Out" colour="red" /> : <StatusBadge label="In" colour="green" />}
          >
            <Group justify="space-between">
              <Plate number={car.plate} kind={car.kind} />
              <Group gap="md">
                <Text size="lg" fw="bold" isFigures>
                  {car.slot}
                </Text>
                <Amount paise={computeChargePaise(car.minutes)} />
              </Group>
            </Group>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}
