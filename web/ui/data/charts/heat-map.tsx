// Values of two categories, such as hour and weekday, as shades with the value written in each cell.
import { ChartFrame } from "#web/ui/data/charts/chart-frame.tsx";
import styles from "#web/ui/data/charts/charts.module.css";

interface HeatMapProps {
  label: string;
  columns: readonly string[];
  rows: readonly string[];
  /** Undefined for a cell without a value. */
  getValue: (column: number, row: number) => number | undefined;
  format: (value: number) => string;
  formatTick: (value: number) => string;
}

const cellHeight = 30;
const labelSpace = 92;
/** Narrower cells have no room for their value: the map is turned. */
const minCellWidth = 30;

export function HeatMap({ label, columns, rows, getValue, format, formatTick }: HeatMapProps) {
  const cells = rows.flatMap((row, rowIndex) =>
    columns.map((column, columnIndex) => ({
      key: `${row} ${column}`,
      name: `${row}, ${column}`,
      columnIndex,
      rowIndex,
      value: getValue(columnIndex, rowIndex),
    })),
  );
  const high = Math.max(1, ...cells.map(({ value = 0 }) => value));
  return (
    <ChartFrame
      label={label}
      points={cells.map(({ name, value }) => `${name}: ${value === undefined ? "no value" : format(value)}`)}
      renderPicture={({ width, active, onPoint }) => {
        const isTurned = (width - labelSpace) / columns.length < minCellWidth;
        const [across, down] = isTurned ? [rows, columns] : [columns, rows];
        const cellWidth = Math.max(1, (width - labelSpace) / Math.max(1, across.length));
        const content = (
          <>
            {across.map((name, index) => (
              <text
                key={name}
                className={styles["label"]}
                x={labelSpace + (index + 0.5) * cellWidth}
                y={16}
                textAnchor="middle"
              >
                {shortenName({ name, width: cellWidth })}
              </text>
            ))}
            {down.map((name, index) => (
              <text
                key={name}
                className={styles["label"]}
                x={labelSpace - 8}
                y={24 + index * cellHeight + 19}
                textAnchor="end"
              >
                {name}
              </text>
            ))}
            {cells.map(({ key, columnIndex, rowIndex, value }, index) => {
              const [column, row] = isTurned ? [rowIndex, columnIndex] : [columnIndex, rowIndex];
              const share = (value ?? 0) / high;
              return (
                <g
                  key={key}
                  transform={`translate(${labelSpace + column * cellWidth} ${24 + row * cellHeight})`}
                  onPointerEnter={() => onPoint(index)}
                >
                  <rect className={styles["cell"]} width={cellWidth} height={cellHeight} fillOpacity={share * 0.55} />
                  {index === active && (
                    <rect className={styles["outline"]} x={1} y={1} width={cellWidth - 2} height={cellHeight - 2} />
                  )}
                  {value !== undefined && value !== 0 && (
                    <text className={styles["value"]} x={cellWidth / 2} y={20} textAnchor="middle">
                      {formatTick(value)}
                    </text>
                  )}
                </g>
              );
            })}
          </>
        );
        return { height: 24 + down.length * cellHeight, content };
      }}
    />
  );
}

/** '07:00' → '07' and 'Monday' → 'Mon' in a narrow column. */
function shortenName({ name, width }: { name: string; width: number }): string {
  if (name.length * 9 <= width) return name;
  return name.endsWith(":00") ? name.slice(0, 2) : name.slice(0, Math.max(2, Math.floor(width / 9)));
}
