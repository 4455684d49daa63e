// Table on a desktop, cards on a phone or tablet. A `RowLink` or `RowButton` in a cell opens the whole row.
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import styles from "#web/ui/data/data-table.module.css";
import { t } from "#web/languages/t.ts";

export interface DataTableColumn<T> {
  header: string;
  cell: (row: T) => ReactNode;
  /** "end" for numbers. */
  align?: "end" | undefined;
  /** The cell names the row: screen readers read it with every other cell. */
  isRowHeader?: boolean | undefined;
  /** Sum or count below the column. A card of the totals has no line for an empty one. */
  footer?: ReactNode;
  /** Makes the header a button that sorts the rows by the column. */
  sort?: { direction: "ascending" | "descending" | null; onSort: () => void } | undefined;
}

interface DataTableProps<T> {
  /** Accessible name. */
  label: string;
  columns: readonly DataTableColumn<T>[];
  rows: readonly T[];
  getKey: (row: T) => string | number;
  getRowClassName?: ((row: T) => string | undefined) | undefined;
  /** Content of a row's card. Default: its row header, and a line for each other column. */
  renderCard?: ((row: T) => ReactNode) | undefined;
}

/** Below this width of the screen in px the side menu leaves too little for a table of nine columns. */
const narrowestTable = 1280;
/** Width in px of the side menu and the margins, and of a column of amounts with its header. */
const besideTable = 320;
const columnWidth = 105;

const sortMarks = { ascending: "↑", descending: "↓" } as const;

export function DataTable<T>(props: DataTableProps<T>) {
  const narrowest = Math.max(narrowestTable, besideTable + props.columns.length * columnWidth);
  const isNarrow = useMediaQuery(`(max-width: ${narrowest - 1}px)`, false, { getInitialValueInEffect: false });
  return isNarrow ? <Cards {...props} /> : <Table {...props} />;
}

function Table<T>({ label, columns, rows, getKey, getRowClassName }: DataTableProps<T>) {
  const hasFooter = columns.some(({ footer }) => footer !== undefined);
  return (
    <table className={styles["table"]} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ header, align, sort }) => (
            <th key={header} scope="col" className={align && "figures-end"} aria-sort={sort?.direction ?? undefined}>
              {sort ? (
                <button type="button" className={styles["sort"]} onClick={sort.onSort}>
                  {t(header)}
                  <span aria-hidden="true">{sort.direction ? sortMarks[sort.direction] : "↕"}</span>
                </button>
              ) : (
                t(header)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)} className={getRowClassName?.(row)}>
            {columns.map((column) => (
              <Cell key={column.header} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {hasFooter && (
        <tfoot>
          <tr>
            {columns.map((column) => (
              <Cell key={column.header} column={column}>
                {column.footer}
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Cell<T>({ column, children }: { column: DataTableColumn<T>; children: ReactNode }) {
  const className = column.align && "figures-end";
  return column.isRowHeader ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className}>{children}</td>
  );
}

function Cards<T>({ label, columns, rows, getKey, getRowClassName, renderCard }: DataTableProps<T>) {
  const rowHeader = columns.find(({ isRowHeader }) => isRowHeader);
  const others = columns.filter((column) => column !== rowHeader);
  const hasFooter = columns.some(({ footer }) => footer !== undefined);
  const renderLines = (lines: typeof others, getContent: (column: DataTableColumn<T>) => ReactNode) => (
    <KeyValueList layout="spread" gap="2xs">
      {lines.map((column) => (
        <KeyValue key={column.header} label={t(column.header)}>
          {getContent(column)}
        </KeyValue>
      ))}
    </KeyValueList>
  );
  return (
    <ul className={styles["cards"]} aria-label={label}>
      {rows.map((row) => (
        <li key={getKey(row)} className={joinClassNames(styles["card"], getRowClassName?.(row))}>
          {renderCard?.(row) ?? (
            <>
              {rowHeader && <strong>{rowHeader.cell(row)}</strong>}
              {renderLines(others, (column) => column.cell(row))}
            </>
          )}
        </li>
      ))}
      {hasFooter && (
        <li className={styles["card"]}>
          {rowHeader && <strong>{rowHeader.footer}</strong>}
          {renderLines(
            others.filter(({ footer }) => footer !== undefined && footer !== ""),
            ({ footer }) => footer,
          )}
        </li>
      )}
    </ul>
  );
}
