// §2 /reporting/cash: shifts of a day with collected and counted cash, and exceptions.
import type { CashDay } from "#domain/cash/cash-day.ts";
import { Button } from "@mantine/core";
import { IconCash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { confirmedChannels, channelLabels, describeChannel } from "#domain/payments/channels/payment-channels.ts";
import { call } from "#web/api/call.ts";
import { cashDayQuery, getCashInAll } from "#web/api/cash-day.ts";
import type { ClosedShift } from "#web/api/cash-shift.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { DataTable } from "#web/ui/data/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data/data-table.tsx";
import { Columns, Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { useSelectedDay } from "#web/ui/filters/use-selected-day.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime, formatMinutes } from "#web/ui/data/date-time.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { CountShiftForm } from "#web/product/cash/count-shift-form.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { CorrectCountButton, CountCorrection } from "#web/features/cash/count-correction.tsx";
import { CashDifference } from "#web/features/cash/cash-difference.tsx";
import { PrintShiftButton } from "#web/features/cash/print-shift.tsx";
import { formatChangedFields, getExceptionLabel } from "#web/features/cash/labels.ts";
import { detailPages } from "#web/product/detail/detail-pages.ts";
import { LongText } from "#web/ui/data/long-text.tsx";

export function DailyCashPage() {
  useLiveCollections("cash_shifts", "cash_handovers", "Parking_Information", "Valet_and_Parking_Information");
  const { zone } = useBranch();
  const { day, isToday, picker } = useSelectedDay(zone);
  const { data, error, refetch } = useQuery(cashDayQuery(day));
  return (
    <Page title="Daily cash" actions={picker}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && <DailyCash data={data} day={day} isPastDay={!isToday} />}
    </Page>
  );
}

function DailyCash({ data, day, isPastDay }: { data: CashDay; day: string; isPastDay: boolean }) {
  const canIssueInvoices = can(useRequiredSession(), "invoice.issue");
  return (
    <Columns template="2fr 1fr">
      <Stack gap="lg">
        <Totals totals={data.totals} />
        <Shifts shifts={data.shifts} totals={data.totals} day={day} />
        {isPastDay && canIssueInvoices && <DayInvoice day={day} />}
      </Stack>
      <Exceptions rows={data.remarkable} />
    </Columns>
  );
}

function Totals({ totals }: { totals: CashDay["totals"] }) {
  return (
    <Grid minColumnWidth={165} gap="sm">
      <StatTile label="Cash" value={formatRupees(totals.cash)} />
      <StatTile label="Online" value={formatRupees(totals.online)} />
      {confirmedChannels
        .filter((channel) => totals[channel] > 0)
        .map((channel) => (
          <StatTile key={channel} label={channelLabels[channel]} value={formatRupees(totals[channel])} />
        ))}
      <StatTile label="Refunded" value={formatRupees(totals.refunded - totals.returned)} />
      {totals.returned > 0 && (
        <StatTile label="Returned online, not in the sums" value={formatRupees(totals.returned)} />
      )}
      <StatTile label="Left unpaid" value={formatRupees(totals.deferred)} />
      <StatTile label="Debts collected" value={formatRupees(totals.debts_collected)} />
      {totals.accounts_settled > 0 && (
        <StatTile label="Accounts settled" value={formatRupees(totals.accounts_settled)} />
      )}
      <StatTile label="Written off" value={formatRupees(totals.written_off)} />
    </Grid>
  );
}

type Shift = CashDay["shifts"][number];

const createShiftColumns = (
  day: string,
  mayClose: boolean,
  onClose: (shift: Shift) => void,
): readonly DataTableColumn<Shift>[] => [
  {
    header: "Staff",
    isRowHeader: true,
    cell: (shift) => (
      <>
        <strong>{shift.name ?? "Former staff"}</strong>
        {shift.closedBy && <Detail>Closed by {shift.closedBy}</Detail>}
        {shift.note && (
          <Detail>
            <LongText>{shift.note}</LongText>
          </Detail>
        )}
        {shift.correction && <CountCorrection correction={shift.correction} />}
      </>
    ),
  },
  { header: "From", cell: (shift) => <ShiftTime at={shift.opened_at} /> },
  { header: "To", cell: (shift) => (shift.closed_at ? <ShiftTime at={shift.closed_at} /> : "Open") },
  {
    header: "Collected",
    align: "end",
    cell: (shift) => (
      <>
        {formatRupees(shift.taken)}
        <ShiftPayments shift={shift} day={day} />
        <Detail>{describePaid(shift)}</Detail>
        {describeCash(shift).map((line) => (
          <Detail key={line}>{line}</Detail>
        ))}
      </>
    ),
  },
  { header: "Counted", align: "end", cell: ({ counted }) => (counted === null ? "–" : formatRupees(counted)) },
  {
    header: "Difference",
    cell: (shift) =>
      shift.difference === null ? (
        <OpenShift shift={shift} onClose={mayClose ? () => onClose(shift) : undefined} />
      ) : (
        <Stack gap="2xs" align="start" style={{ minWidth: "max-content" }}>
          <CashDifference paise={shift.difference} />
          {mayClose && <CorrectCountButton shift={shift} />}
          <PrintShiftButton shift={shift.id} of={shift.name ?? "former staff"} />
        </Stack>
      ),
  },
];

/** Leads to the list of these payments. */
function ShiftPayments({ shift, day }: { shift: Shift; day: string }) {
  const { path } = useBranch();
  if (shift.payments === 0) return <Detail>0 payments</Detail>;
  const query = new URLSearchParams({
    from: day,
    to: day,
    channel: "cash",
    shift: String(shift.id),
    report: "payments",
  });
  const name = shift.name ?? "former staff";
  return (
    <Detail>
      <Link to={path(`reporting/money?${query.toString()}`)} aria-label={`Payments of ${name}: ${shift.payments}`}>
        {shift.payments === 1 ? "1 payment" : `${shift.payments} payments`}
      </Link>
    </Detail>
  );
}

/** '2 vehicles · 1 pass': what was paid for. */
function describePaid({ vehicles, passes }: Shift): string {
  const parts = [
    vehicles > 0 || passes === 0 ? (vehicles === 1 ? "1 vehicle" : `${vehicles} vehicles`) : "",
    passes > 0 ? (passes === 1 ? "1 pass" : `${passes} passes`) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** What the counted cash of a shift consists of besides the day's payments. */
function describeCash({ taken, takenInShift, openingFloat, received, given, tips, channels }: Shift): string[] {
  const parts: [paise: number, label: string][] = [
    [takenInShift === taken ? 0 : takenInShift, "in the whole shift"],
    [openingFloat, "opening float"],
    [received, "received"],
    [given, "handed over"],
    [tips, "tips, apart"],
    ...channels.map(({ channel, amount }): [number, string] => [amount, `${describeChannel({ channel })}, apart`]),
  ];
  return parts.filter(([amount]) => amount > 0).map(([amount, label]) => `${formatRupees(amount)} ${label}`);
}

/** A shift that nobody has counted: who may close other people's shifts counts it. */
function OpenShift({ shift, onClose }: { shift: Shift; onClose: (() => void) | undefined }) {
  if (!onClose) return "Not counted";
  return (
    <Button variant="default" onClick={onClose} aria-label={`Close shift of ${shift.name ?? "former staff"}`}>
      Close shift
    </Button>
  );
}

/** Shows the result after the count. Not part of its row, which shows no open shift then. */
function CloseShiftSheet({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const [closed, setClosed] = useState<ClosedShift>();
  return (
    <Sheet isOpen title={closed ? "Shift closed" : "Close shift"} onClose={onClose}>
      {closed ? (
        <Stack>
          <Stack gap="sm" role="status">
            <Group>
              <CashDifference paise={toPaise(closed.difference ?? "0")} />
            </Group>
            <KeyValueList>
              <KeyValue label="Staff">{shift.name ?? "Former staff"}</KeyValue>
              <KeyValue label="Counted">{formatRupees(toPaise(closed.counted ?? "0"))}</KeyValue>
              <KeyValue label="Expected">{formatRupees(toPaise(closed.expected ?? "0"))}</KeyValue>
            </KeyValueList>
          </Stack>
          <Button size="xl" onClick={onClose}>
            Done
          </Button>
        </Stack>
      ) : (
        <CountShiftForm shift={shift.id} onClosed={setClosed} />
      )}
    </Sheet>
  );
}

function Shifts({ shifts, totals, day }: Pick<CashDay, "shifts" | "totals"> & { day: string }) {
  const mayClose = can(useRequiredSession(), "cash.close");
  const [closing, setClosing] = useState<Shift>();
  if (shifts.length === 0)
    return <EmptyState icon={IconCash} title="No cash collected" text="Shifts appear here when staff go on duty." />;
  return (
    <Stack gap="sm">
      <Title>Collection by staff</Title>
      <DataTable
        label="Collection by staff"
        columns={createShiftColumns(day, mayClose, setClosing)}
        rows={shifts}
        getKey={({ id }) => id}
      />
      {totals.cash_refunded > 0 && (
        <Text c="dimmed">
          {formatRupees(getCashInAll(totals))} in all: {formatRupees(totals.cash)} cash, less{" "}
          {formatRupees(totals.cash_refunded)} refunded in cash.
        </Text>
      )}
      {closing && <CloseShiftSheet shift={closing} onClose={() => setClosing(undefined)} />}
    </Stack>
  );
}

function ShiftTime({ at }: { at: string }) {
  const { zone } = useBranch();
  return <DateTime at={at} zone={zone} is24Hour />;
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Text component="div" size="sm" c="dimmed" fw="regular">
      {children}
    </Text>
  );
}

function DayInvoice({ day }: { day: string }) {
  async function createInvoices(): Promise<void> {
    const created = await call({ route: "POST /actions/invoices/day", body: { day } });
    const count = created.single + (created.day === null ? 0 : 1);
    showSuccess(count === 1 ? "1 invoice created" : `${count} invoices created`);
  }
  return (
    <Card title="GST invoices for the day">
      <Text c="dimmed">
        Sales below ₹200 without an individual invoice are combined into one invoice for the day. Larger sales get one
        invoice each.
      </Text>
      <AsyncButton variant="default" size="lg" onPress={createInvoices}>
        Create invoices
      </AsyncButton>
    </Card>
  );
}

function Exceptions({ rows }: { rows: CashDay["remarkable"] }) {
  const { path } = useBranch();
  return (
    <Card title="Exceptions">
      {rows.length === 0 && (
        <Text c="dimmed">No discounts, edits, refunds, debts, cancellations or long stays on this day.</Text>
      )}
      <RowList isFramed={false} label="Exceptions">
        {rows.map((row) => (
          <Row
            key={[row.why, row.kind, row.id, row.at, row.size, row.note, row.by].join()}
            trailing={
              <Text component="div" ta="end" isFigures>
                {getExceptionLabel(row.why)}
                <Detail>
                  {row.why === "long-open" ? formatMinutes(row.size) : row.size > 0 ? formatRupees(row.size) : ""}
                </Detail>
              </Text>
            }
          >
            {row.id === null ? (
              <strong>{row.name ?? (row.why === "recounted" ? "Former staff" : "Account")}</strong>
            ) : (
              <RowLink to={path(`${detailPages[row.kind]}${row.id}`)}>{row.name ?? "Visitor"}</RowLink>
            )}
            <Detail>
              {[row.receipt_no, row.note, row.fields && formatChangedFields(row.fields), row.by]
                .filter(Boolean)
                .join(" · ")}
            </Detail>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}
