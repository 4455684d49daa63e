// Bars below each other, for categories with names: each has its name and value in words.
import { useId } from "react";
import {
  ChartFrame,
  type ChartProps,
  getFill,
  getSeriesStyle,
  Legend,
  Patterns,
} from "#web/ui/data/charts/chart-frame.tsx";
import { shorten } from "#web/ui/data/charts/scale.ts";
import styles from "#web/ui/data/charts/charts.module.css";

/** More rows than these are in the table only. */
const maxRows = 20;
const barHeight = 14;

export function RowChart({ label, categories, series, format }: ChartProps) {
  const id = useId();
  const shown = categories.slice(0, maxRows);
  const high = Math.max(1, ...series.flatMap(({ values }) => values.slice(0, maxRows).map(Math.abs)));
  const rowHeight = 30 + series.length * (barHeight + 3);
  const describe = (index: number): string => series.map(({ values }) => format(values[index]!)).join(" · ");
  return (
    <ChartFrame
      label={label}
      points={shown.map(
        (category, index) =>
          `${category}: ${series.map(({ label: name, values }) => `${name} ${format(values[index]!)}`).join(", ")}`,
      )}
      legend={<Legend series={series} id={id} isLine={false} />}
      renderPicture={({ width, active, onPoint }) => ({
        height: shown.length * rowHeight,
        content: (
          <>
            <Patterns id={id} />
            {shown.map((category, index) => {
              const text = describe(index);
              return (
                <g key={category} transform={`translate(0 ${index * rowHeight})`} onPointerEnter={() => onPoint(index)}>
                  <rect
                    className={index === active ? styles["active"] : undefined}
                    fill={index === active ? undefined : "transparent"}
                    width={width}
                    height={rowHeight}
                  />
                  <text className={styles["name"]} x={4} y={19}>
                    {shorten({ text: category, width: width - text.length * 9 - 20 })}
                  </text>
                  <text className={styles["name"]} x={width - 4} y={19} textAnchor="end">
                    {text}
                  </text>
                  {series.map(({ label: name, values }, part) => (
                    <rect
                      key={name}
                      x={4}
                      y={26 + part * (barHeight + 3)}
                      width={Math.max(1, (Math.abs(values[index]!) / high) * (width - 8))}
                      height={barHeight}
                      fill={values[index]! < 0 ? "none" : getFill(part, id)}
                      stroke={getSeriesStyle(part).colour}
                    />
                  ))}
                </g>
              );
            })}
          </>
        ),
      })}
    />
  );
}
