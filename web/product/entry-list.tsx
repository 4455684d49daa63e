// List of entries: cards on a phone, a table on a desktop. The plate is the link, stretched over the whole row.
import { toPaise } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { getEntryPaymentLabel, getEntryStatusLabel, computeEntryBalance } from "#web/api/entry.ts";
import type { Entry } from "#web/api/entry.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { DataTable } from "#web/ui/data/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data/data-table.tsx";
import { Duration, DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { Group } from "#web/ui/layout.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { ClockNotice } from "#web/product/clock-notice.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { t } from "#web/languages/t.ts";

/** An entry of a list; lists for managers also read who voided it. */
export type ListedEntry = Entry & { voided_by?: { first_name: string | null } | string | null };

interface EntryListProps {
  entries: readonly ListedEntry[];
  now: Date;
}

interface EntryRow {
  entry: ListedEntry;
  now: Date;
}

const columns: readonly DataTableColumn<EntryRow>[] = [
  { header: "Vehicle", isRowHeader: true, cell: ({ entry }) => <EntryIdentity entry={entry} hasName /> },
  { header: "Slot", cell: ({ entry }) => <EntrySlot entry={entry} /> },
  { header: "In", cell: ({ entry }) => <EntryTime entry={entry} /> },
  { header: "Time inside", cell: ({ entry }) => <Duration from={entry.in_time} until={entry.out_time} /> },
  { header: "Status", cell: ({ entry }) => <EntryStatus entry={entry} /> },
  { header: "Payment", cell: (row) => (hasAmount(row) ? <EntryPayment {...row} /> : "–") },
  { header: "Amount", align: "end", cell: (row) => (hasAmount(row) ? <EntryAmount {...row} /> : "–") },
];

export function EntryList({ entries, now }: EntryListProps) {
  const isHighlighted = useRowHighlight("Parking_Information");
  return (
    <>
      <ClockNotice />
      <DataTable
        label={t("Entries")}
        columns={columns}
        rows={entries.map((entry) => ({ entry, now }))}
        getKey={({ entry }) => entry.id}
        getRowClassName={({ entry }) => (isHighlighted(entry.id) ? "glow" : undefined)}
        renderCard={(row) => <EntryCard {...row} />}
      />
    </>
  );
}

/** Cancelled entries have no amount due, and where there is no tariff nothing is ever paid. */
function hasAmount({ entry, now }: EntryRow): boolean {
  if (entry.parking_status_id === parkingSequence.cancelled) return false;
  const hasTariff = (entry.tariff ?? null) !== null || toPaise(entry.charge_amount_for_minutes ?? 0) > 0;
  return hasTariff || computeEntryBalance({ entry, now }).total > 0;
}

function EntryIdentity({ entry, hasName = false }: { entry: ListedEntry; hasName?: boolean }) {
  const { path } = useBranch();
  const visitorRecord = entry.parking_main_info;
  const plate = visitorRecord?.vehicle_no;
  return (
    <>
      <RowLink to={path(`parking/detail?id=${entry.id}`)}>
        {plate ? (
          <Plate number={plate} typeIcon={visitorRecord.vehicle_type?.icon} />
        ) : (
          (visitorRecord?.name ?? t("Unknown"))
        )}
      </RowLink>
      {hasName && plate && visitorRecord.name && (
        <Text size="sm" c="dimmed" style={{ maxWidth: "24ch" }}>
          {visitorRecord.name}
        </Text>
      )}
      {hasName && <VoidReason entry={entry} />}
    </>
  );
}

/** Who voided the entry, or cancelled it before the vehicle came in, and why. */
function VoidReason({ entry }: { entry: ListedEntry }) {
  const { voided_at: voidedAt, voided_by: by, change_reason: reason, in_time: inTime } = entry;
  if (!voidedAt) return null;
  const name = typeof by === "object" ? by?.first_name : undefined;
  return (
    <Text size="sm" c="dimmed" style={{ maxWidth: "40ch" }}>
      {name
        ? t(inTime ? "Voided by {name}: {reason}" : "Cancelled by {name}: {reason}", { name, reason: reason ?? "" })
        : t(inTime ? "Voided: {reason}" : "Cancelled: {reason}", { reason: reason ?? "" })}
    </Text>
  );
}

function EntrySlot({ entry }: { entry: Entry }) {
  return (
    <Text component="span" size="lg" fw="bold" isFigures>
      {formatSlot(entry) ?? "–"}
    </Text>
  );
}

function EntryTime({ entry }: { entry: Entry }) {
  const { zone } = useBranch();
  return (
    <Text component="span" c="dimmed">
      <DateTime at={entry.in_time} zone={zone} />
    </Text>
  );
}

function EntryStatus({ entry }: { entry: Entry }) {
  const { label, colour } = getEntryStatusLabel(entry);
  return <StatusBadge label={label} colour={colour} />;
}

function EntryPayment({ entry, now }: EntryRow) {
  return <PaymentBadge badge={getEntryPaymentLabel({ entry, balance: computeEntryBalance({ entry, now }) })} />;
}

function EntryAmount({ entry, now }: EntryRow) {
  return <Amount paise={computeEntryBalance({ entry, now }).total} />;
}

function EntryCard({ entry, now }: EntryRow) {
  const { zone } = useBranch();
  return (
    <>
      <Group justify="space-between">
        <EntryIdentity entry={entry} />
        <EntryStatus entry={entry} />
      </Group>
      <VoidReason entry={entry} />
      <Group justify="space-between">
        <Group component="span" gap="sm">
          {formatSlot(entry) && <EntrySlot entry={entry} />}
          <Duration from={entry.in_time} until={entry.out_time} />
          {entry.out_time && (
            <Text component="span" size="sm" c="dimmed">
              <RelativeTime at={entry.out_time} zone={zone} />
            </Text>
          )}
        </Group>
        {hasAmount({ entry, now }) && (
          <Group component="span" gap="sm">
            <EntryPayment entry={entry} now={now} />
            <strong>
              <EntryAmount entry={entry} now={now} />
            </strong>
          </Group>
        )}
      </Group>
    </>
  );
}
