// Parking history of a customer, newest first.
import type { WireRow } from "#domain/schema/registry.ts";
import { IconCarGarage } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRupees, parsePaise } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { getEntryPaymentLabel, entryFields, getEntryStatusLabel, computeEntryBalance } from "#web/api/entry.ts";
import { pageQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { ClockNotice } from "#web/product/clock-notice.tsx";
import { PayVisitButton, ReceiptButton } from "#web/product/payments/visit-links.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, DateTime } from "#web/ui/data/date-time.tsx";
import { formatPlaceLabel } from "#domain/branches/place-label.ts";
import { t } from "#web/languages/t.ts";

const fields = [...entryFields, "branch.name", "branch.company.name", "branch.time_zone"] as const;
type CustomerEntry = WireRow<"Parking_Information", typeof fields>;

export function CustomerEntryList() {
  const { user } = useRequiredSession();
  const [page, setPage] = useState(1);
  const now = useNow();
  useLiveCollections("Parking_Information");
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery("Parking_Information", {
      // Invites sent by the customer have their own page.
      filter: { parking_main_info: { phone_no: { _eq: user.contact_number ?? "" } } },
      fields,
      sort: ["-id"],
      page,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  if (data.count === 0)
    return (
      <EmptyState
        icon={IconCarGarage}
        title={t("No parking history yet")}
        text={t("Vehicles parked with this account's phone number appear here.")}
      />
    );
  return (
    <Stack aria-busy={isPlaceholderData}>
      <ClockNotice />
      <Grid component="ul" minColumnWidth={320} gap="xs" fill aria-label={t("Parking history")}>
        {data.data.map((entry) => (
          <CustomerEntryCard key={entry.id} entry={entry} now={now} />
        ))}
      </Grid>
      <Pagination page={page} count={data.count} onPageChange={setPage} />
    </Stack>
  );
}

function CustomerEntryCard({ entry, now }: { entry: CustomerEntry; now: Date }) {
  const visitorRecord = entry.parking_main_info;
  const balance = computeEntryBalance({ entry, now });
  const slot = formatSlot(entry);
  const zone = entry.branch?.time_zone;
  const isCancelled = entry.parking_status_id === parkingSequence.cancelled;
  const isBooked = entry.booked_from !== null;
  const isOwnPayment = (entry.in_time !== null || isBooked) && !isCancelled;
  const refunded = parsePaise(entry.refunded_amount ?? 0) ?? 0;
  return (
    <Card component="li" gap="xs" padding="md">
      <Group justify="space-between">
        {visitorRecord?.vehicle_no ? (
          <Plate number={visitorRecord.vehicle_no} />
        ) : (
          <strong>{visitorRecord?.name ?? t("You")}</strong>
        )}
        <StatusBadge {...getEntryStatusLabel(entry)} />
      </Group>
      <p>
        <strong>{formatPlaceLabel(entry.branch)}</strong>
        {slot && <span className="figures">{`, ${t("slot {slot}", { slot })}`}</span>}
        {entry.receipt_no && (
          <Text component="span" c="dimmed" isFigures>
            {`, ${t("receipt {number}", { number: entry.receipt_no })}`}
          </Text>
        )}
      </p>
      {isBooked && !entry.in_time && (
        <Text c="dimmed">
          <DateTime at={entry.booked_from} zone={zone} /> – <DateTime at={entry.free_until} zone={zone} />
        </Text>
      )}
      {entry.in_time && (
        <Text c="dimmed">
          <DateTime at={entry.in_time} zone={zone} />
          {entry.out_time && (
            <>
              {" – "}
              <DateTime at={entry.out_time} zone={zone} />
            </>
          )}
          {", "}
          <Duration from={entry.in_time} until={entry.out_time} />
        </Text>
      )}
      {isCancelled && refunded > 0 && (
        <Group justify="space-between">
          <Text>{t("{amount} was refunded.", { amount: formatRupees(refunded) })}</Text>
          <ReceiptButton visit={{ kind: "P", id: entry.id }} name={entry.receipt_no ?? ""} />
        </Group>
      )}
      {/* Cancelled entries have no amount due. */}
      {!isCancelled && (
        <Group justify="space-between">
          <PaymentBadge badge={getEntryPaymentLabel({ entry, balance })} />
          <strong>
            <Amount paise={balance.total} />
          </strong>
        </Group>
      )}
      {isOwnPayment && (balance.extended > 0 || balance.paid > 0) && (
        <Group>
          {balance.extended > 0 && <PayVisitButton visit={{ kind: "P", id: entry.id }} amount={balance.extended} />}
          {balance.paid > 0 && <ReceiptButton visit={{ kind: "P", id: entry.id }} name={entry.receipt_no ?? ""} />}
        </Group>
      )}
    </Card>
  );
}
