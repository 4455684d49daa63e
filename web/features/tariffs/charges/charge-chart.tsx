// Charge over the length of a stay up to 48 hours, as a step line; the table of charges is its text alternative.
import { formatRupees } from "#domain/money.ts";
import { sampleCharges, type ChargePoint } from "#domain/tariffs/charge-table.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import type { ComparedTariffs } from "#web/features/tariffs/charges/compared.ts";

const width = 480;
const height = 160;
export const chartMinutes = 48 * 60;

/** 'M0,160 V120 H10 V100 H20': each charge applies until the stay of its point. */
function toStepPath({ points, highest }: { points: readonly ChargePoint[]; highest: number }): string {
  const toX = (minutes: number): number => (minutes / chartMinutes) * width;
  const toY = (charge: number): number => height - (charge / highest) * (height - 4);
  return [
    `M0,${height}`,
    ...points.map(({ minutes, charge }) => `V${toY(charge).toFixed(1)}H${toX(minutes).toFixed(1)}`),
  ].join("");
}

interface ChargeChartProps extends ComparedTariffs {
  vehicleType: number | null;
  /** Marked stay. */
  minutes: number;
}

export function ChargeChart({ tariff, current, vehicleType, arrival, zone, minutes }: ChargeChartProps) {
  const points = sampleCharges({ tariff, vehicleType, arrival, zone });
  const before = current ? sampleCharges({ tariff: current, vehicleType, arrival, zone }) : [];
  const highest = Math.max(1, ...points.map(({ charge }) => charge), ...before.map(({ charge }) => charge));
  const last = points.at(-1)?.charge;
  const label = `Charge over time up to 48 hours${last === undefined ? "" : `, reaching ${formatRupees(last)}`}. The table has the amounts.`;
  const x = (Math.min(minutes, chartMinutes) / chartMinutes) * width;
  return (
    <Stack gap="2xs">
      <Text size="xs" c="dimmed" isFigures>
        {formatRupees(highest)}
      </Text>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        style={{ width: "100%", height: 180, borderBottom: "1px solid var(--line-strong)" }}
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <path key={part} d={`M${width * part},0V${height}`} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
        ))}
        {before.length > 0 && (
          <path
            d={toStepPath({ points: before, highest })}
            fill="none"
            stroke="var(--grey)"
            strokeWidth={2}
            strokeDasharray="6 5"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path
          d={toStepPath({ points, highest })}
          fill="none"
          stroke="var(--blue)"
          strokeWidth={3}
          vectorEffect="non-scaling-stroke"
        />
        <path d={`M${x},0V${height}`} stroke="var(--ink)" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      </svg>
      <Group justify="space-between" wrap="nowrap" aria-hidden="true">
        {["0 h", "12 h", "24 h", "36 h", "48 h"].map((tick) => (
          <Text key={tick} size="xs" c="dimmed" isFigures isNowrap>
            {tick}
          </Text>
        ))}
      </Group>
      {before.length > 0 && (
        <Group gap="md">
          <LegendLine name="This tariff" colour="var(--blue)" />
          <LegendLine name="In force now" colour="var(--grey)" isDashed />
        </Group>
      )}
    </Stack>
  );
}

function LegendLine({ name, colour, isDashed = false }: { name: string; colour: string; isDashed?: boolean }) {
  return (
    <Group gap="2xs" component="span">
      <svg width={28} height={8} aria-hidden="true">
        <path d="M0,4H28" stroke={colour} strokeWidth={3} strokeDasharray={isDashed ? "6 5" : undefined} />
      </svg>
      <Text component="span" size="sm">
        {name}
      </Text>
    </Group>
  );
}
