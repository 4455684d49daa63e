// The rows of a report as a table: sorted by a column, with totals, and with links to what a row stands for.
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import type { ReportReply } from "#domain/reports/actions.ts";
import { findBestAndWorst } from "#domain/reports/best-branch.ts";
import { getFirstHeader } from "#domain/reports/columns.ts";
import { describeChange, formatCell, isNumericType } from "#domain/reports/format-cell.ts";
import { maxShownRows, type ReportDefinition, type ReportValue } from "#domain/reports/report.ts";
import { useBranch } from "#web/api/use-session.ts";
import { getLinkedPage } from "#web/features/reports/api.ts";
import type { ReportUrlState } from "#domain/reports/report-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import styles from "#web/features/reports/reports.module.css";

type ReportRow = ReportReply["rows"][number];
interface KeyedRow extends ReportRow {
  key: number;
}

interface ReportTableProps {
  definition: ReportDefinition;
  data: ReportReply;
  state: ReportUrlState;
  onSort: (sort: string) => void;
}

export function ReportTable({ definition, data, state, onSort }: ReportTableProps) {
  const { zone, path } = useBranch();
  const isPhone = useIsPhone();
  const rows = sortRows({ rows: data.rows, sort: state.sort }).slice(0, maxShownRows);
  const columns = createColumns({ definition, data, state, onSort, zone, path });
  return (
    <Stack gap="sm">
      {isPhone && <SortField definition={definition} state={state} onSort={onSort} />}
      {isByBranch(state) && definition.best && (
        <Text c="dimmed">Best and worst by {definition.columns[definition.best.column]?.label.toLowerCase()}.</Text>
      )}
      <DataTable
        label={definition.title}
        columns={columns}
        rows={rows}
        getKey={({ key }) => key}
        renderCard={columns.length <= maxShortColumns ? (row) => <ShortCard columns={columns} row={row} /> : undefined}
      />
    </Stack>
  );
}

/** Cards of so few values take one or two lines: a day sheet has some 45 rows. */
const maxShortColumns = 3;

function ShortCard({ columns, row }: { columns: readonly DataTableColumn<KeyedRow>[]; row: KeyedRow }) {
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <div>
        {columns.slice(0, -1).map(({ header, isRowHeader, cell }) => (
          <Text key={header} component="div" {...(isRowHeader ? { fw: "bold" } : { size: "xs", c: "dimmed" })}>
            {cell(row)}
          </Text>
        ))}
      </div>
      <div className="figures-end">{columns.at(-1)?.cell(row)}</div>
    </Group>
  );
}

const isByBranch = ({ isAcrossBranches, group }: ReportUrlState): boolean => isAcrossBranches && group === "branch";

type ColumnOptions = ReportTableProps & Pick<ReturnType<typeof useBranch>, "zone" | "path">;

function createColumns({ definition, data, state, onSort, zone, path }: ColumnOptions): DataTableColumn<KeyedRow>[] {
  const marks = isByBranch(state) ? findBestAndWorst({ definition, rows: data.rows }) : null;
  const getMark = (key: number) => (key === marks?.best ? "Best" : key === marks?.worst ? "Worst" : undefined);
  return Object.entries(definition.columns).map(([name, { label, type }], index): DataTableColumn<KeyedRow> => {
    const header = index === 0 ? getFirstHeader({ definition, group: state.group }) : label;
    const total = data.totals[name];
    return {
      header,
      isRowHeader: index === 0,
      align: isNumericType(type) ? "end" : undefined,
      cell: ({ key, values, link, links }) => {
        const text = formatCell({ value: values[name], type, zone });
        const page = index === 0 && link ? getLinkedPage({ link, state }) : undefined;
        const content = page === undefined ? text : <RowLink to={path(page)}>{text}</RowLink>;
        const entries = links?.[name] && getLinkedPage({ link: links[name], state });
        if (entries !== undefined)
          return (
            <TextLink to={path(entries)} className={styles["figure"]} aria-label={`${text}, ${label}: entries`}>
              {text}
            </TextLink>
          );
        const mark = index === 0 ? getMark(key) : undefined;
        return mark === undefined ? (
          content
        ) : (
          <Group gap="xs">
            {content}
            <Badge c={mark === "Best" ? "green" : "amber"}>{mark}</Badge>
          </Group>
        );
      },
      footer:
        Object.keys(data.totals).length === 0
          ? undefined
          : index === 0
            ? "Total"
            : total === undefined
              ? ""
              : formatCell({ value: total, type, zone }),
      sort: {
        direction: state.sort === name ? "ascending" : state.sort === `-${name}` ? "descending" : null,
        onSort: () =>
          onSort(state.sort === `-${name}` || (state.sort === "" && !isNumericType(type)) ? name : `-${name}`),
      },
    };
  });
}

/** Cards have no headers to sort by. */
function SortField({ definition, state, onSort }: Omit<ReportTableProps, "data">) {
  const options = Object.entries(definition.columns).map(([name, { label, type }], index) => ({
    value: isNumericType(type) ? `-${name}` : name,
    label: index === 0 ? getFirstHeader({ definition, group: state.group }) : label,
  }));
  const isListed = options.some(({ value }) => value === state.sort);
  return (
    <Select
      label="Sort by"
      value={isListed ? state.sort : ""}
      data={[{ value: "", label: "Default order" }, ...options]}
      onChange={({ currentTarget: { value } }) => onSort(value)}
    />
  );
}

function sortRows({ rows, sort }: { rows: readonly ReportRow[]; sort: string }): KeyedRow[] {
  const keyed = rows.map((row, key) => ({ ...row, key }));
  if (!sort) return keyed;
  const isDescending = sort.startsWith("-");
  const column = sort.replace(/^-/, "");
  return keyed.toSorted((one, other) => {
    const order = compareValues(one.values[column] ?? null, other.values[column] ?? null);
    return isDescending ? -order : order;
  });
}

/** Unknown values come first in ascending order. */
function compareValues(one: ReportValue, other: ReportValue): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}

/** The totals beside those of the period that they are compared with. */
export function Comparison({ definition, data }: { definition: ReportDefinition; data: ReportReply }) {
  const { zone } = useBranch();
  const { previous, totals } = data;
  if (!previous) return null;
  const figures = Object.entries(definition.columns).filter(
    ([name]) => typeof totals[name] === "number" || typeof previous.totals[name] === "number",
  );
  if (figures.length === 0) return <Text c="dimmed">This report has no totals to compare.</Text>;
  return (
    <Grid minColumnWidth={200} gap="sm" role="group" aria-label={`Compared with ${previous.from} to ${previous.to}`}>
      {figures.map(([name, { label, type }]) => (
        <StatTile
          key={name}
          label={label}
          value={formatCell({ value: totals[name] ?? 0, type, zone })}
          hint={
            <>
              <Change value={Number(totals[name] ?? 0)} previous={Number(previous.totals[name] ?? 0)} />
              {`${formatCell({ value: previous.totals[name] ?? 0, type, zone })} from ${previous.from} to ${previous.to}`}
            </>
          }
        />
      ))}
    </Grid>
  );
}

function Change({ value, previous }: { value: number; previous: number }) {
  const text = describeChange({ value, previous });
  if (text === null) return null;
  const Arrow = value > previous ? IconArrowUpRight : value < previous ? IconArrowDownRight : IconArrowRight;
  return (
    <Group component="span" gap="2xs">
      <Arrow size={18} aria-hidden="true" />
      <strong>{text}</strong>
    </Group>
  );
}
