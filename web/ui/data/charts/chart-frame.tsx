// Frame of a chart: the drawing as one picture with a label, and a slider that reads its points one by one. The table of the
// same values stands below it.
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/ui/data/charts/charts.module.css";

interface ChartSeries {
  label: string;
  values: readonly number[];
}

export interface ChartProps {
  /** Accessible name of the picture. */
  label: string;
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** Text of a value. */
  format: (value: number) => string;
  /** Text of a value of the axis. */
  formatTick: (value: number) => string;
}

interface ChartFrameProps {
  label: string;
  /** Text of each point, in the order of the slider. */
  points: readonly string[];
  /** Draws for a width in px; `active` is the index of the point that is read. */
  renderPicture: (drawing: { width: number; active: number | null; onPoint: (index: number) => void }) => {
    height: number;
    content: ReactNode;
  };
  /** Below the drawing: what each pattern stands for. */
  legend?: ReactNode;
}

export function ChartFrame({ label, points, renderPicture, legend }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [active, setActive] = useState<number | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const shown = active !== null && active < points.length ? active : null;
  const { height, content } = renderPicture({ width, active: shown, onPoint: setActive });
  return (
    <Stack gap="xs" className={styles["frame"]}>
      <div ref={frame} style={{ minHeight: height }}>
        {width > 0 && (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
            {content}
          </svg>
        )}
      </div>
      {legend}
      <div className={styles["reader"]}>
        <input
          type="range"
          aria-label={`Values of the chart ${label}`}
          min={0}
          max={Math.max(0, points.length - 1)}
          value={shown ?? 0}
          aria-valuetext={points[shown ?? 0]}
          onFocus={() => setActive(shown ?? 0)}
          onChange={(event) => setActive(event.currentTarget.valueAsNumber)}
        />
        <Text isFigures c={shown === null ? "dimmed" : undefined} aria-hidden="true">
          {shown === null ? "Move the slider to read the values." : points[shown]}
        </Text>
      </div>
    </Stack>
  );
}

/** How each series is drawn: colour and pattern, so that they differ in grey too. */
const seriesStyles = [
  { colour: "var(--blue)", dash: undefined },
  { colour: "var(--orange)", dash: "7 4" },
  { colour: "var(--teal)", dash: "2 4" },
] as const;
export const getSeriesStyle = (index: number) => seriesStyles[index % seriesStyles.length]!;

/** Fill of bars: the first series is solid, the others are hatched. */
export const getFill = (index: number, id: string): string =>
  index % seriesStyles.length === 0 ? getSeriesStyle(0).colour : `url(#${id}-${index % seriesStyles.length})`;

export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {seriesStyles.slice(1).map(({ colour }, index) => (
        <pattern
          key={colour}
          id={`${id}-${index + 1}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${index === 0 ? 45 : -45})`}
        >
          <rect width={index === 0 ? 3 : 1.5} height={6} fill={colour} />
        </pattern>
      ))}
    </defs>
  );
}

export function Legend({ series, id, isLine }: { series: readonly ChartSeries[]; id: string; isLine: boolean }) {
  return (
    <ul className={styles["legend"]}>
      {series.map(({ label }, index) => {
        const { colour, dash } = getSeriesStyle(index);
        return (
          <li key={label}>
            <svg width={28} height={14} aria-hidden="true">
              {isLine ? (
                <line x1={0} x2={28} y1={7} y2={7} stroke={colour} strokeWidth={3} strokeDasharray={dash} />
              ) : (
                <rect width={28} height={14} fill={getFill(index, id)} stroke={colour} />
              )}
            </svg>
            {label}
          </li>
        );
      })}
    </ul>
  );
}
