// Bars or lines over ordered categories, such as days or hours.
import { useId } from "react";
import {
  ChartFrame,
  type ChartProps,
  getFill,
  getSeriesStyle,
  Legend,
  Patterns,
} from "#web/ui/data/charts/chart-frame.tsx";
import { getLabelStep, getTicks } from "#web/ui/data/charts/scale.ts";
import styles from "#web/ui/data/charts/charts.module.css";

const height = 260;
const margin = { top: 10, right: 8, bottom: 26, left: 64 } as const;
const labelWidth = 54;

export function AxisChart({
  label,
  kind,
  categories,
  series,
  format,
  formatTick,
}: ChartProps & { kind: "bars" | "lines" }) {
  const id = useId();
  const ticks = getTicks(series.flatMap(({ values }) => values));
  const low = ticks[0]!;
  const high = ticks.at(-1)!;
  const points = categories.map(
    (category, index) =>
      `${category}: ${series.map(({ label: name, values }) => `${name} ${format(values[index]!)}`).join(", ")}`,
  );
  return (
    <ChartFrame
      label={label}
      points={points}
      legend={<Legend series={series} id={id} isLine={kind === "lines"} />}
      renderPicture={({ width, active, onPoint }) => {
        const inner = Math.max(1, width - margin.left - margin.right);
        const slot = inner / Math.max(1, categories.length);
        const toX = (index: number): number => margin.left + slot * (index + 0.5);
        const toY = (value: number): number =>
          margin.top + ((high - value) / (high - low)) * (height - margin.top - margin.bottom);
        const barWidth = Math.min(48, (slot * 0.76) / series.length);
        const step = getLabelStep({ count: categories.length, width: inner, labelWidth });
        const content = (
          <>
            <Patterns id={id} />
            {ticks.map((tick) => (
              <g key={tick}>
                <line className={styles["grid"]} x1={margin.left} x2={width} y1={toY(tick)} y2={toY(tick)} />
                <text className={styles["label"]} x={margin.left - 8} y={toY(tick) + 4} textAnchor="end">
                  {formatTick(tick)}
                </text>
              </g>
            ))}
            {active !== null && (
              <rect
                className={styles["active"]}
                x={toX(active) - slot / 2}
                y={0}
                width={slot}
                height={height - margin.bottom}
              />
            )}
            {series.map(({ label: name, values }, index) =>
              kind === "lines" ? (
                <g key={name} fill="none" stroke={getSeriesStyle(index).colour} strokeWidth={2.5}>
                  <polyline
                    strokeDasharray={getSeriesStyle(index).dash}
                    points={values.map((value, point) => `${toX(point)},${toY(value)}`).join(" ")}
                  />
                  {slot >= 10 &&
                    values.map((value, point) => (
                      <circle key={categories[point]} cx={toX(point)} cy={toY(value)} r={3} fill="var(--card)" />
                    ))}
                </g>
              ) : (
                values.map((value, point) => (
                  <rect
                    key={`${name} ${categories[point]}`}
                    x={toX(point) + (index - series.length / 2) * barWidth}
                    y={Math.min(toY(value), toY(0))}
                    width={barWidth}
                    height={Math.abs(toY(value) - toY(0))}
                    fill={getFill(index, id)}
                    stroke={index === 0 ? undefined : getSeriesStyle(index).colour}
                  />
                ))
              ),
            )}
            {categories.map((category, index) => (
              <g key={category} onPointerEnter={() => onPoint(index)}>
                <rect x={toX(index) - slot / 2} y={0} width={slot} height={height} fill="transparent" />
                {index % step === 0 && (
                  <text className={styles["label"]} x={toX(index)} y={height - 6} textAnchor="middle">
                    {shortenDay(category)}
                  </text>
                )}
              </g>
            ))}
          </>
        );
        return { height, content };
      }}
    />
  );
}

/** '2026-11-24' → '24/11'; other categories stay as they are. */
function shortenDay(category: string): string {
  const [, month, day] = /^\d{4}-(\d{2})-(\d{2})$/.exec(category) ?? [];
  return month === undefined ? category : `${day}/${month}`;
}
