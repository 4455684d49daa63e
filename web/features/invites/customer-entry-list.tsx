// Parking history of a customer, newest first.
import type { WireRow } from "#domain/schema/registry.ts";
import { IconCarGarage } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parkingSequence } from "#domain/parking/states.ts";
import {
  getEntryPaymentLabel,
  entryFields,
  getEntryStatusLabel,
  computeEntryBalance,
  formatSlot,
} from "#web/api/entry.ts";
import { pageQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, DateTime } from "#web/ui/data/date-time.tsx";
import styles from "#web/features/invites/customer-parking-history.module.css";

const fields = [...entryFields, "branch.name", "branch.time_zone"] as const;
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
  if (data.data.length === 0)
    return (
      <EmptyState
        icon={IconCarGarage}
        title="No parking history yet"
        text="Vehicles parked with this account's phone number appear here."
      />
    );
  return (
    <div className={styles["found"]} aria-busy={isPlaceholderData}>
      <ul className={styles["visits"]} aria-label="Parking history">
        {data.data.map((entry) => (
          <CustomerEntryCard key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
      <Pagination page={page} count={data.count} onPageChange={setPage} />
    </div>
  );
}

function CustomerEntryCard({ entry, now }: { entry: CustomerEntry; now: Date }) {
  const visitorRecord = entry.parking_main_info;
  const balance = computeEntryBalance({ entry, now });
  const slot = formatSlot(entry);
  const zone = entry.branch?.time_zone;
  return (
    <li className={styles["visit"]}>
      <div className={styles["line"]}>
        {visitorRecord?.vehicle_no ? (
          <Plate number={visitorRecord.vehicle_no} />
        ) : (
          <strong>{visitorRecord?.name ?? "You"}</strong>
        )}
        <StatusBadge {...getEntryStatusLabel(entry)} />
      </div>
      <p>
        <strong>{entry.branch?.name}</strong>
        {slot && <span className="figures">, slot {slot}</span>}
        {entry.receipt_no && <span className={`figures ${styles["soft"]}`}>, receipt {entry.receipt_no}</span>}
      </p>
      {entry.in_time && (
        <p className={styles["soft"]}>
          <DateTime at={entry.in_time} zone={zone} />
          {entry.out_time && (
            <>
              {" – "}
              <DateTime at={entry.out_time} zone={zone} />
            </>
          )}
          {", "}
          <Duration from={entry.in_time} until={entry.out_time} />
        </p>
      )}
      {/* Cancelled entries have no amount due. */}
      {entry.parking_status_id !== parkingSequence.cancelled && (
        <div className={styles["line"]}>
          <PaymentBadge badge={getEntryPaymentLabel({ entry, balance })} />
          <strong>
            <Amount paise={balance.total} />
          </strong>
        </div>
      )}
    </li>
  );
}
