// A customer's own visits, the newest first: where, from when to when, and what was paid.
import { IconCarGarage } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parkingSequence } from "#domain/states/parking.ts";
import { badgeOfEntry, entryFields, labelOfEntry, owedByEntry, slotOf } from "#web/items/entry.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { pageQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { Amount } from "#web/ui/amount.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Pages } from "#web/ui/pages.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { PaymentBadge, StatusBadge } from "#web/ui/status-badge.tsx";
import { Lasting, Moment } from "#web/ui/time.tsx";
import styles from "#web/features/invites/customer.module.css";

interface Visit extends EntryWire {
  branch: { name: string; time_zone: string } | null;
}

const fields = [...entryFields, "branch.name", "branch.time_zone"];

export function VisitList() {
  const { user } = useKnownSession();
  const [page, setPage] = useState(1);
  const now = useNow();
  useLive("Parking_Information");
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery<Visit>("Parking_Information", {
      // Those they invited have a page of their own.
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
        title="No visits yet"
        text="Where you park with the phone number of this account, the visit shows here."
      />
    );
  return (
    <div className={styles["found"]} aria-busy={isPlaceholderData}>
      <ul className={styles["visits"]} aria-label="Your visits">
        {data.data.map((visit) => (
          <VisitCard key={visit.id} visit={visit} now={now} />
        ))}
      </ul>
      {data.count > data.data.length && <Pages page={page} count={data.count} onOpen={setPage} />}
    </div>
  );
}

function VisitCard({ visit, now }: { visit: Visit; now: Date }) {
  const main = visit.parking_main_info;
  const owed = owedByEntry({ entry: visit, now });
  const slot = slotOf(visit);
  const zone = visit.branch?.time_zone;
  return (
    <li className={styles["visit"]}>
      <div className={styles["line"]}>
        {main?.vehicle_no ? <Plate number={main.vehicle_no} /> : <strong>{main?.name ?? "You"}</strong>}
        <StatusBadge {...labelOfEntry(visit)} />
      </div>
      <p>
        <strong>{visit.branch?.name}</strong>
        {slot && <span className="figures">, slot {slot}</span>}
        {visit.receipt_no && <span className={`figures ${styles["soft"]}`}>, receipt {visit.receipt_no}</span>}
      </p>
      {visit.in_time && (
        <p className={styles["soft"]}>
          <Moment at={visit.in_time} zone={zone} />
          {visit.out_time && (
            <>
              {" to "}
              <Moment at={visit.out_time} zone={zone} />
            </>
          )}
          {", "}
          <Lasting from={visit.in_time} until={visit.out_time} />
        </p>
      )}
      {/* Nothing is asked of what never came in. */}
      {visit.parking_status_id !== parkingSequence.cancelled && (
        <div className={styles["line"]}>
          <PaymentBadge badge={badgeOfEntry({ entry: visit, owed })} />
          <strong>
            <Amount paise={owed.total} />
          </strong>
        </div>
      )}
    </li>
  );
}
